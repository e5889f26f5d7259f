import type { PlanRecord, RecordLine } from '../evidence/evidence.ts';
import { TROUBLES } from '../report/run-in-words.ts';

/** How long a run probably still takes. */
export interface Left {
  readonly ms: number;
  /** Why that is longer than was said before. */
  readonly because?: string | undefined;
}

/** Nothing is said while the estimate exceeds what was said before by more than this factor, and nothing says why. */
const TOO_FAR = 2;
/** A scenario is a reason again once its journeys take this many times as long as was said. */
const SLOWER_YET = 1.25;
/** Webhooks are slower than before if they take this many times as long, and this many milliseconds longer. */
const SLOWER = { times: 1.25, ms: 1_000 };
/** How many of the latest webhooks tell how long they take now. */
const LATEST = 8;
/** For how long something is a reason why a run takes longer, in milliseconds. */
const RECENT_MS = 30_000;

/**
 * Says how long a run still takes, from the lines of its record. What it says counts down, and grows only with a
 * reason. Where the estimate exceeds that by far, and no reason is known, it says nothing.
 */
export class TimeLeft {
  #plan: { readonly plan: PlanRecord; readonly since: number } | undefined;
  readonly #journeys = new Map<string, JourneySpan>();
  readonly #over = new Set<string>();
  readonly #delays: number[] = [];
  /** How long webhooks took at first, or when that was last a reason. */
  #usualDelay: number | undefined;
  /** By scenario: how long its journeys took when that was last a reason. */
  readonly #saidSlow = new Map<string, number>();
  #incident: { readonly what: string; readonly at: number } | undefined;
  /** When the run ends, as was said last. */
  #end: number | undefined;
  /** The last reason, and what was said before it. */
  #reason: { readonly because: string; readonly before: number } | undefined;

  /** Takes a line of the record. @param now in milliseconds, of a clock that never goes back */
  take(line: RecordLine, now: number): void {
    const incident = incidentOf(line);
    if (incident !== undefined) this.#incident = { what: incident, at: now };
    if (line.type === 'plan') this.#plan ??= { plan: line, since: now };
    else if (line.type === 'journey') {
      const journey = this.#journeys.get(line.id) ?? { scenario: line.scenario, since: now };
      this.#journeys.set(line.id, line.to === undefined ? journey : { ...journey, to: now });
    } else if (line.type === 'scenario' && line.outcome !== undefined) this.#over.add(line.id);
    else if (line.type === 'wait' && line.kind === 'event' && line.outcome === 'came')
      this.#delays.push(line.to - line.from);
  }

  /** Whether each scenario of the plan is over: silent journeys are driven again, and late webhooks waited for. */
  get isFinishing(): boolean {
    return this.#plan?.plan.scenarios.every(({ id }) => this.#over.has(id)) ?? false;
  }

  /** How long the run still takes; undefined where too little is known. */
  at(now: number): Left | undefined {
    if (this.#plan === undefined || this.isFinishing) return undefined;
    const estimate = estimateLeft({ ...this.#plan, journeys: [...this.#journeys.values()], over: this.#over }, now);
    if (estimate === undefined) return undefined;
    this.#usualDelay ??= mean(this.#delays.slice(-LATEST));
    const said = this.#end === undefined ? estimate.ms : Math.max(0, this.#end - now);
    const because = estimate.ms > said * TOO_FAR ? this.#because(now, estimate.slow) : undefined;
    if (because !== undefined) this.#reason = { because, before: said };
    else if (estimate.ms > said * TOO_FAR) return undefined;
    // An estimate that falls and rises again would be too short meanwhile: it falls half way.
    const ms = because === undefined ? Math.min(said, (said + estimate.ms) / 2) : estimate.ms;
    this.#end = now + ms;
    const isLonger = this.#reason !== undefined && ms > this.#reason.before;
    return { ms, ...(isLonger && { because: this.#reason?.because }) };
  }

  /** Why the run takes longer than was said. Each reason counts once. */
  #because(now: number, slow: Estimate['slow']): string | undefined {
    const delay = mean(this.#delays.slice(-LATEST));
    const usual = this.#usualDelay ?? delay;
    if (delay > usual * SLOWER.times && delay > usual + SLOWER.ms) {
      this.#usualDelay = delay;
      return `webhooks take ${seconds(delay - usual)} longer than at first`;
    }
    const { what, at = Number.NEGATIVE_INFINITY } = this.#incident ?? {};
    this.#incident = undefined;
    if (now - at <= RECENT_MS) return what;
    if (slow === undefined || slow.ms < SLOWER_YET * (this.#saidSlow.get(slow.scenario) ?? 0)) return undefined;
    this.#saidSlow.set(slow.scenario, slow.ms);
    const name = slow.scenario.slice(slow.scenario.indexOf('/') + 1);
    return `${name} takes ${seconds(slow.ms)}, others ${seconds(slow.othersMs)}`;
  }
}

/** What a line tells that makes a run take longer. */
function incidentOf(line: RecordLine): string | undefined {
  if (line.type === 'trouble') return TROUBLES[line.kind];
  if (line.type === 'wait' && line.kind !== 'quiet' && line.outcome === 'missed')
    return `waiting for ${line.kind === 'event' ? 'webhooks' : 'redeliveries'} that do not come`;
  if (line.type !== 'exchange' || line.journey === undefined) return undefined;
  const { status = 0 } = line.response ?? {};
  if (status === 429) return 'rate limit (429)';
  return status >= 500 ? `the service answers ${status}` : undefined;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}

/** A journey as it is seen from outside, in milliseconds of a clock that never goes back. */
interface JourneySpan {
  readonly scenario: string;
  readonly since: number;
  /** When it ended. */
  to?: number;
}

/** What a run is known to have done so far. */
interface SoFar {
  readonly plan: PlanRecord;
  /** When the plan was made, by the same clock as the journeys. */
  readonly since: number;
  readonly journeys: readonly JourneySpan[];
  /** The scenarios that are over. */
  readonly over: ReadonlySet<string>;
}

/** How long the journeys of a plan still take. */
interface Estimate {
  readonly ms: number;
  /** The scenario whose journey probably ends last, where its journeys take far longer than most. */
  readonly slow?: { readonly scenario: string; readonly ms: number; readonly othersMs: number } | undefined;
}

/** Once so many journeys of the plan have ended, their duration is known. */
const LEAST_ENDED = 8;
/** A journey that has taken longer than others of its scenario goes on for this share of its time. */
const OVERDUE = 0.5;
/** Journeys are slow that take this many times as long as most. */
const SLOW = 1.5;

/**
 * How long the journeys of a plan still take, if each takes as long as others of its scenario did and begins when there
 * is room. Undefined where too few have ended.
 */
function estimateLeft({ plan, since, journeys, over }: SoFar, now: number): Estimate | undefined {
  const { atOnce, spareMs = Number.POSITIVE_INFINITY, scenarios } = plan;
  // Those before were driven one at a time, and waited for what later ones need not wait for.
  const own = Map.groupBy(
    journeys.filter(journey => journey.since >= since),
    ({ to }) => (to === undefined ? 'under way' : 'ended'),
  );
  const underWay = own.get('under way') ?? [];
  const ended = (own.get('ended') ?? []).map(({ scenario, since: from, to = now }) => ({ scenario, ms: to - from }));
  if (ended.length < LEAST_ENDED) return undefined;
  const longest = Math.max(...ended.map(({ ms }) => ms));
  const took = Map.groupBy(ended, ({ scenario }) => scenario);
  const aged = Map.groupBy(
    underWay.map(({ scenario, since: from }) => ({ scenario, ms: now - from })),
    ({ scenario }) => scenario,
  );
  const usual = new Map(
    scenarios.map(({ id }) => {
      const own = took.get(id);
      return [id, own ? meanOf(own) : Math.max(longest, ...(aged.get(id) ?? []).map(({ ms }) => ms))];
    }),
  );
  const usualOf = (scenario: string) => usual.get(scenario) ?? longest;
  const rooms = [...aged.values()].flat().map(({ scenario, ms }) => ({
    scenario,
    ms: Math.max(usualOf(scenario) - ms, ms * OVERDUE),
  }));
  const siblingsEnd = new Map(
    scenarios.map(({ id }) => [id, Math.max(0, ...rooms.filter(room => room.scenario === id).map(({ ms }) => ms))]),
  );
  // Where there is room, journeys that have not begun wait for others of their scenario.
  const isRoom = rooms.length < atOnce;
  while (rooms.length < atOnce) rooms.push({ scenario: '', ms: 0 });
  const begun = Map.groupBy(journeys, ({ scenario }) => scenario);
  for (const { id, least, driven } of scenarios.filter(scenario => !over.has(scenario.id))) {
    for (let nth = begun.get(id)?.length ?? 0; nth < driven; nth++) {
      const room = rooms.reduce((first, other) => (other.ms < first.ms ? other : first));
      const from = isRoom ? Math.max(room.ms, siblingsEnd.get(id) ?? 0) : room.ms;
      if (nth < least || from <= since + spareMs - now) Object.assign(room, { scenario: id, ms: from + usualOf(id) });
    }
  }
  const last = rooms.reduce((latest, other) => (other.ms > latest.ms ? other : latest));
  const others = ended.filter(({ scenario }) => scenario !== last.scenario);
  const slow = { scenario: last.scenario, ms: usualOf(last.scenario), othersMs: meanOf(others) };
  return { ms: last.ms, ...(others.length > 0 && slow.ms > SLOW * slow.othersMs && { slow }) };
}

function meanOf(took: readonly { readonly ms: number }[]): number {
  return mean(took.map(({ ms }) => ms));
}

/** The mean of some numbers; 0 of none. */
function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
