import type { PlanSeen } from '../evidence/evidence.ts';

/** A journey as it is seen from outside, in milliseconds of a clock that never goes back. */
export interface JourneySeen {
  readonly scenario: string;
  readonly since: number;
  /** When it ended. */
  to?: number;
}

/** What a run is known to have done so far. */
export interface SoFar {
  readonly plan: PlanSeen;
  /** When the plan was made, by the same clock as the journeys. */
  readonly since: number;
  readonly journeys: readonly JourneySeen[];
  /** The scenarios that are over. */
  readonly over: ReadonlySet<string>;
}

/** How long the journeys of a plan still take. */
export interface Estimate {
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
export function estimateLeft({ plan, since, journeys, over }: SoFar, now: number): Estimate | undefined {
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
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
