import { list, type Of, object, type Schema, tagged, word } from '../base/schema.ts';
import { CaseRecord, mergeCases } from './case-record.ts';
import { Delivery, Malformed } from './delivery.ts';
import { Exchange } from './exchange.ts';
import { Journey, mergeScenarios, ScenarioRecord, Step, Trouble, Wait } from './journey.ts';
import { mergeEnds, mergeRuns, PlanRecord, RunEnd, RunInfo, TunnelRecord } from './run-info.ts';

export type { Body, Headers } from '../base/body.ts';
export type { AdapterInfo, CaseProblem, CaseRecord, GateInfo, HistoryStep } from './case-record.ts';
export type { Answer, Delivery, Malformed, NearMiss, ObservedSignature } from './delivery.ts';
export type { Exchange, FailureKind, OutgoingRequest, WireExchange } from './exchange.ts';
export type { Journey, ScenarioRecord, Step, Trouble, Wait } from './journey.ts';
export type { HeaderFidelity, PlanRecord, RunEnd, RunInfo, TunnelRecord } from './run-info.ts';

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
  case: kind('appended', 'cases', CaseRecord, mergeCases),
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
