import {
  Body,
  boolean,
  choice,
  Headers,
  list,
  number,
  type Of,
  object,
  optional,
  reference,
  type Schema,
  shard,
  tagged,
  text,
  word,
} from '../base/schema.ts';
import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import { CaseRecord } from './case-record.ts';
import { condition } from './condition.ts';
import { Delivery, Malformed } from './delivery.ts';
import { mergeEnds, mergeRuns, PlanRecord, RunEnd, RunInfo, TunnelRecord } from './run-info.ts';

export type { Body, Headers } from '../base/schema.ts';
export type { AdapterInfo, CaseProblem, CaseRecord, GateInfo, HistoryStep } from './case-record.ts';
export type { Delivery } from './delivery.ts';
export type { RunInfo } from './run-info.ts';

/** Why an exchange has no complete answer. */
export const FailureKind = choice(
  /** No connection (refused, name not found, TLS refused). Nothing was sent. */
  'unreachable',
  /** Sent, but the connection was closed without an answer. The outcome is unknown. */
  'dropped',
  /** Sent, but no answer came in time. The outcome is unknown. */
  'timeout',
  /** The answer began and was cut short. */
  'cut',
  /** The run stopped before the answer. */
  'aborted',
  /** The answer is not HTTP. */
  'not-http',
);
export type FailureKind = Of<typeof FailureKind>;

/** One HTTP request to the service and its response. Times are milliseconds since the epoch. */
export const Exchange = object({
  id: reference,
  scenario: optional(word),
  journey: optional(reference),
  /** The operation of the OpenAPI file; absent if the call is to no documented route. */
  operation: optional(word),
  /** The purpose of an unusual call; absent for steps and plain calls. */
  condition: optional(condition),
  /** How many times this call had been sent before, with the same headers. */
  attempt: number,
  sentAt: number,
  endedAt: number,
  request: object({ method: word, url: text, headers: Headers, body: optional(Body) }),
  response: optional(object({ status: number, headers: Headers, body: Body })),
  failure: optional(object({ kind: FailureKind, code: optional(text), message: text })),
  /** Names of secrets that the answer contains. */
  leaked: optional(list(word)),
});
export interface Exchange extends Of<typeof Exchange> {}

/** A request, ready to send. */
export type OutgoingRequest = Omit<Exchange['request'], 'body'> & { readonly body?: Buffer };

/** An exchange before it is recorded: bodies as bytes, nothing redacted. */
export type WireExchange = Omit<Exchange, 'id' | 'request' | 'response' | 'leaked'> & {
  readonly request: OutgoingRequest;
  readonly response?: { readonly status: number; readonly headers: Headers; readonly body: Buffer };
};

/** The outcome of one scenario. */
export const ScenarioRecord = object({
  id: word,
  suite: word,
  title: text,
  from: number,
  to: optional(number),
  outcome: optional(choice('done', 'skipped', 'failed')),
  /** Why it was skipped or failed, or what it left out. */
  reason: optional(text),
  /** The setting that it lacks. */
  setting: optional(text),
});
export interface ScenarioRecord extends Of<typeof ScenarioRecord> {}

/** The outcomes of a scenario, in order of precedence for runs that are merged. */
const OUTCOMES: readonly ScenarioRecord['outcome'][] = ['failed', 'done', 'skipped', undefined];

/** Merges the scenarios of several runs. The outcome with the highest precedence counts. */
function mergeScenarios(scenarios: readonly ScenarioRecord[]): readonly ScenarioRecord[] {
  const rank = ({ outcome }: ScenarioRecord) => OUTCOMES.indexOf(outcome);
  return [...Map.groupBy(scenarios, ({ id }) => id).values()].flatMap(same =>
    same.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1),
  );
}

/** One simulate call of a journey. */
export const Step = object({
  journey: reference,
  event: choice(...SIMULATE_EVENTS),
  exchange: reference,
  /** When it was sent. */
  at: number,
  receivedAmount: optional(word),
  receivedNetwork: optional(word),
});
export interface Step extends Of<typeof Step> {}

/** One collection order, from its creation to its end. Its steps have their own record lines. */
export const Journey = object({
  id: reference,
  scenario: word,
  order: word,
  /** When it took its order. */
  from: number,
  /** When it ended; absent while it lasts. */
  to: optional(number),
  /**
   * The time from which, until its end, it was the only journey with nameless deliveries, so that these belong to it;
   * absent if there is none.
   */
  alone: optional(number),
  /** Why it ended early: whether the service took its last step is unknown. */
  hidden: optional(text),
});
export interface Journey extends Of<typeof Journey> {
  readonly steps: readonly Step[];
}

/** A wait for something that was due. */
export const Wait = object({
  journey: reference,
  /** `event`: a new event after a step · `redelivery`: a repeated delivery · `quiet`: no further delivery. */
  kind: choice('event', 'redelivery', 'quiet'),
  /** The exchange of the step, or the refused delivery, after which it was due. */
  since: reference,
  from: number,
  to: number,
  /** The time allowed, in milliseconds. */
  allowed: number,
  outcome: choice('came', 'missed', 'abandoned'),
  /** For a redelivery, whether the sender closed the connection of the refused delivery before the answer. */
  hungUp: optional(boolean),
});
export interface Wait extends Of<typeof Wait> {}

/** A period in which the harness or the network may have caused what is missing. */
export const Trouble = object({
  kind: choice(
    'target-unreachable',
    'stall',
    'clock',
    'tunnel-down',
    'address-changed',
    'receiver-limit',
    'service-paused',
  ),
  from: number,
  to: number,
  message: text,
  /** In a merged record, the id prefix of the run that had it: `s2`. */
  shard: optional(shard),
});
export interface Trouble extends Of<typeof Trouble> {}

/** Merges the items of the records of `runs` runs, in the order of the runs. */
export type Merge<Item> = (items: readonly Item[], runs: number) => readonly Item[];

/**
 * How lines become a part of evidence: a `single` line is the part itself; each `appended` line is an item of it; a
 * `keyed` line replaces the earlier one with the same id; a `spread` line holds several items; an `attached` line goes
 * into the item that it names.
 */
export type Gathered = 'single' | 'appended' | 'keyed' | 'spread' | 'attached';

function kind<const How extends Gathered, const Part extends string, Item>(
  gathered: How,
  part: Part,
  schema: Schema<Item>,
  merge: Merge<Item>,
) {
  return { gathered, part, schema, merge };
}

function by<Name extends string>(name: Name) {
  return <Item extends { readonly [N in Name]: number }>(items: readonly Item[]) =>
    items.toSorted((a, b) => a[name] - b[name]);
}

const inTurn = <Item>(items: readonly Item[]) => items;

/**
 * Every kind of record line, by its `type`: how its lines become a part of evidence, their schema, and how to merge
 * those of several runs. Everything that reads, writes, gathers, merges or redacts a record derives from this table.
 */
export const KINDS = {
  run: kind('single', 'run', RunInfo, mergeRuns),
  scenario: kind('keyed', 'scenarios', ScenarioRecord, mergeScenarios),
  /** The collection orders that were available, whether they were driven or not. */
  orders: kind('spread', 'orders', object({ orders: list(word) }), inTurn),
  plan: kind('keyed', 'plans', PlanRecord, by('at')),
  journey: kind('keyed', 'journeys', Journey, by('from')),
  step: { ...kind('attached', 'journeys', Step, inTurn), to: 'journey', as: 'steps' },
  exchange: kind('appended', 'exchanges', Exchange, by('endedAt')),
  delivery: kind('appended', 'deliveries', Delivery, by('at')),
  wait: kind('appended', 'waits', Wait, by('to')),
  trouble: kind('appended', 'troubles', Trouble, by('from')),
  /** Absent if the receiver was reached without a tunnel. */
  tunnel: kind('appended', 'tunnels', TunnelRecord, by('at')),
  malformed: kind('appended', 'malformed', Malformed, by('at')),
  /** Absent in a run against a service. */
  case: kind('appended', 'cases', CaseRecord, inTurn),
  /** Absent if the record was cut off. */
  end: kind('single', 'end', RunEnd, mergeEnds),
} as const;

type Kinds = typeof KINDS;

/** The type of a record line. */
export type LineType = keyof Kinds;

/** The content of a line of one type. */
export type ItemOf<T extends LineType> = Of<Kinds[T]['schema']>;

/** One line of `run.ndjson`. The first is `run`, the last `end`. */
export const RecordLine = tagged(KINDS);
export type RecordLine = Of<typeof RecordLine>;

type TypesOf<How extends string> = { [T in LineType]: Kinds[T] extends { gathered: How } ? T : never }[LineType];
type Attached<Part extends string> = {
  readonly [T in TypesOf<'attached'> as Kinds[T]['part'] extends Part ? Kinds[T]['as'] : never]: readonly ItemOf<T>[];
};
type Lists = {
  readonly [T in TypesOf<'appended' | 'keyed'> as Kinds[T]['part']]: readonly (ItemOf<T> &
    Attached<Kinds[T]['part']>)[];
};
type Spread = { readonly [T in TypesOf<'spread'> as Kinds[T]['part']]: ItemOf<T>[Kinds[T]['part']] };

/** Everything that a run observed, as checks read it. */
export interface Evidence extends Lists, Spread {
  readonly run: ItemOf<'run'>;
  readonly end?: ItemOf<'end'>;
}
