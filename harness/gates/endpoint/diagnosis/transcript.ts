import { countsOf } from '../../../base/counts.ts';
import { once } from '../../../base/once.ts';
import type { Headers } from '../../../evidence/evidence.ts';
import {
  type HandlerParts,
  handle,
  type Received,
  type Running,
  receivedOf,
  type Storage,
  toItsEnd,
  type WebhookPlaces,
} from '../../mistakes/handler.ts';
import { acknowledges, type HandlerReply, type Manner, type Outgoing, type Sent } from '../sender.ts';

/** A request to the backend. */
export interface SentRequest {
  /** The id of its case; empty outside of cases. */
  readonly scenario: string;
  /** When it was sent, and when it was answered or given up, in milliseconds since the epoch. */
  readonly at: number;
  readonly to: number;
  readonly reply: HandlerReply;
  readonly isForged: boolean;
  /** Whether it is a POST to the endpoint. */
  readonly isWebhook: boolean;
  /** The request as a handler receives it. */
  readonly received: () => Received;
}

/** Everything that a gate did to a backend. A handler with a known bug can replay it. */
export class Transcript {
  readonly sent: SentRequest[] = [];
  /** The start and the end of each command that killed the backend, in milliseconds since the epoch. */
  readonly kills: { readonly from: number; readonly to: number }[] = [];
  readonly secret: string;
  readonly #url: string;
  readonly #places: WebhookPlaces;

  constructor(url: string, secret: string, places: WebhookPlaces) {
    this.#url = url;
    this.secret = secret;
    this.#places = places;
  }

  /** The usual status of a refused forgery; 200 if none was refused with an answer; `undefined` if none was sent. */
  get refusal(): number | undefined {
    const forged = this.sent.filter(({ isForged }) => isForged);
    const statuses = forged.flatMap(({ reply }) =>
      reply.kind === 'answered' && !acknowledges(reply) ? [reply.status] : [],
    );
    const [most] = [...countsOf(statuses)].sort(([, a], [, b]) => b - a);
    return most?.[0] ?? (forged.length === 0 ? undefined : 200);
  }

  /** Adds a request and its outcome. */
  note(
    scenario: string,
    { method = 'POST', url = this.#url, headers, body, isForged = false }: Outgoing,
    { chunks = 0, pauseMs, expectsContinue }: Manner,
    { reply, connection, exchange: { sentAt, endedAt } }: Sent,
  ): void {
    const all: Headers = [
      ...Object.entries(headers),
      ...(chunks === 0 ? [['Content-Length', String(body.length)] as const] : []),
      ...(expectsContinue ? [['Expect', '100-continue'] as const] : []),
    ];
    const pieces = pauseMs === undefined ? Math.max(1, chunks) : 2;
    const received = once(() => receivedOf({ headers: all, body, pieces, connection }, this.#places));
    const isWebhook = method === 'POST' && url === this.#url;
    this.sent.push({ scenario, at: sentAt, to: endedAt, reply, isForged, isWebhook, received });
  }
}

/** The limit on the steps of a handler, some of which never end. */
const MOST_STEPS = 60_000;

/** What a bug leaves open: its waits, its chance effects and the form of printed ids. */
interface OpenChoices extends Pick<Running, 'printed' | 'chance'> {
  /** The factor for the waits of the bug. */
  readonly pace: number;
}

/** What a simulated handler did. */
export type Simulated = NonNullable<ReturnType<typeof simulate>>;

/** What happens to a backend, in order. */
type Timeline = readonly {
  readonly at: number;
  /** A request, an event of its process, or a reading of its credits. */
  readonly what: SentRequest | 'end' | 'begin' | 'read';
}[];

/** The events of a backend, in order. @param readings when credits are read, in milliseconds since the epoch */
export function timelineOf({ sent, kills }: Pick<Transcript, 'sent' | 'kills'>, readings: Iterable<number>): Timeline {
  const phases = kills.map(kill => phasesOf(kill, sent));
  const received = sent.filter(({ isWebhook, reply }) => isWebhook && reply.kind !== 'refused');
  // Within a millisecond: a reading precedes requests, and a process runs before requests arrive and ends after them.
  return [
    ...Array.from(readings, at => ({ at, what: 'read' as const })),
    ...phases.map(({ begunAt: at }) => ({ at, what: 'begin' as const })),
    ...received.map(one => ({ at: one.at, what: one })),
    ...phases.map(({ killedAt: at }) => ({ at, what: 'end' as const })),
  ].sort((one, other) => one.at - other.at);
}

/** Simulates a handler without waiting. @returns `undefined` if it never ends */
export function simulate(
  parts: HandlerParts,
  timeline: Timeline,
  secret: string,
  { pace, chance, printed }: OpenChoices,
) {
  const stored: Storage = { credits: [], seen: new Set() };
  /** Its credits at each requested time, and the most of each order at any of them. */
  const credits = new Map<number, ReadonlyMap<string, number>>();
  const most = new Map<string, number>();
  /** The status of each answer. */
  const statuses = new Map<SentRequest, number>();
  /** Ids of the cases in which its process ended. */
  const lost = new Set<string>();
  const timers: { readonly at: number; readonly fire: () => void }[] = [];
  let memory: Storage = { credits: [], seen: new Set() };
  let isAlive = true;
  let nth = 0;
  let now = timeline[0]?.at ?? 0;
  let steps = 0;
  /** Whether timing can change its behaviour, and whether chance did. */
  let isOpen = false;
  let isByChance = false;

  const after = (ms: number, fire: () => void) => {
    const at = now + ms;
    const place = timers.findLastIndex(timer => timer.at <= at);
    timers.splice(place + 1, 0, { at, fire });
  };
  const inProcess = (work: () => void) => {
    const own = nth;
    return () => void (own === nth && isAlive && work());
  };
  const runningFor = (isCut: () => boolean): Running => ({
    ...{ stored, memory, secret, isCut, printed, now: () => now },
    die: () => {
      isAlive = false;
    },
    later(work, ms) {
      isOpen = true;
      after(ms * pace, inProcess(work));
    },
    chance(...of) {
      isOpen = true;
      isByChance ||= chance(...of);
      return chance(...of);
    },
  });
  /** @param until when the work has ended at the latest */
  function proceed<T>(work: Generator<number, T>, speed: number, until: number, end: (value: T) => void): void {
    for (;;) {
      const { done, value } = work.next();
      if (done) return void end(value);
      if (++steps > MOST_STEPS) return;
      isOpen = true;
      const goOn = inProcess(() => proceed(work, speed, until, end));
      const ms = Math.min(value * speed, until - now);
      if (ms > 0) return void after(ms, goOn);
    }
  }
  const begin = () => {
    memory = { credits: [], seen: new Set() };
    isAlive = true;
    proceed(toItsEnd(parts.begin?.(runningFor(() => false))), 1, Number.POSITIVE_INFINITY, () => {});
  };
  const end = () => {
    nth++;
    isAlive = false;
  };
  const read = () => {
    const counts = countsOf(stored.credits);
    credits.set(now, counts);
    for (const [order, count] of counts) most.set(order, Math.max(count, most.get(order) ?? 0));
  };
  const receive = (one: SentRequest) => {
    if (!isAlive) return void lost.add(one.scenario);
    // A handler does not receive a webhook that is cut off within its body.
    if (one.reply.kind === 'cut' && one.reply.isPartial) return;
    const running = runningFor(() => one.reply.kind === 'cut' && now >= one.to);
    // What was sent after an answer cannot race with what was before it.
    const until = one.reply.kind === 'answered' ? one.to : Number.POSITIVE_INFINITY;
    proceed(handle(parts, one.received(), running), pace, until, status => {
      if (isAlive) statuses.set(one, status);
    });
    if (!isAlive) lost.add(one.scenario);
  };

  begin();
  for (const { at, what } of timeline) {
    while ((timers[0]?.at ?? Number.POSITIVE_INFINITY) <= at) {
      const timer = timers.shift();
      now = timer?.at ?? now;
      timer?.fire();
      if (++steps > MOST_STEPS) return undefined;
    }
    now = at;
    if (typeof what === 'string') ({ begin, end, read })[what]();
    else receive(what);
  }
  return steps > MOST_STEPS ? undefined : { credits, most, statuses, lost, isOpen, isByChance };
}

/** When a kill ended a process, and when the next started. Dropped and answered requests show these times. */
function phasesOf({ from, to }: Transcript['kills'][number], sent: readonly SentRequest[]) {
  const dropped = sent.filter(
    ({ reply, to: at }) => ['dropped', 'refused'].includes(reply.kind) && at >= from && at <= to,
  );
  const droppedAt = dropped.length === 0 ? from : Math.min(...dropped.map(({ to: at }) => at));
  // What was answered within the command had been sent before the kill, or after the start.
  const answered = sent.filter(({ reply, at, to: end }) => reply.kind === 'answered' && at <= droppedAt && end < to);
  const killedAt = Math.max(droppedAt, ...answered.map(({ to: end }) => end));
  const again = sent.filter(({ reply, at }) => reply.kind === 'answered' && at > killedAt && at < to);
  return { killedAt, begunAt: Math.max(killedAt + 1, Math.min(to, ...again.map(({ at }) => at))) };
}
