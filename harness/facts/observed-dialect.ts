import { type Json, pointerOf, resolvePointer, stringify } from '../base/json.ts';
import { type MutableJson, setAtPointer } from '../base/set-at-pointer.ts';
import type { TimestampUnit } from '../base/timestamp.ts';
import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import { readCondition } from '../evidence/condition.ts';
import type { Dialect, Locator, StepAnswer } from '../evidence/dialect.ts';
import { arrivalOf, type View } from '../evidence/view.ts';
import { causesIn, owedTypes } from '../order/causes.ts';
import { type Fact, type FactsFile, isSeen } from './fact.ts';
import type { Learned } from './learn.ts';

/**
 * The documented keys of a dialect that a fact answers, dotted: the gap of each, and how to read its value. The
 * observed dialect has only values that all observations show; the twin uses the most frequent ones.
 */
export const ANSWERED = {
  simulateNeedsKey: { gap: 'simulate.key', read: simulateNeedsKey },
  simulateStatus: {
    gap: 'simulate.status',
    read: facts => mostSay(factsAbout(facts, 'simulate.status', /./), numberIn),
  },
  'statuses.unknownOrder': answerTo('simulate.unknown-order', /^$/),
  'statuses.illegalStep': answerTo('simulate.illegal-step', wordsOf('illegal-step')),
  'statuses.repeatedStep': answerTo('simulate.repeated-step', wordsOf('repeated-step')),
  'statuses.onrampErrors': { gap: 'onramp.error-statuses', read: onrampErrors },
} as const satisfies { readonly [key: string]: AnsweredKey };

/** A documented key that a fact answers. */
interface AnsweredKey {
  readonly gap: string;
  readonly read: (facts: readonly Fact[]) => Reading | undefined;
}

/** The answer to a step in a case: a status, or that the step is ignored or fires. */
function answerTo(gap: string, condition: RegExp | string | undefined) {
  return { gap, read: (facts: readonly Fact[]) => mostSay(factsAbout(facts, gap, condition), stepAnswer) };
}

/** Only a missing key counts: any other key may be taken for that of another caller. */
function simulateNeedsKey(facts: readonly Fact[]): Reading<boolean> | undefined {
  const about = (condition: 'without-key' | 'wrong-key') =>
    mostSay(factsAbout(facts, 'simulate.key', wordsOf(condition)), value =>
      typeof value === 'boolean' ? value : undefined,
    );
  const wrong = about('wrong-key');
  return about('without-key') ?? (wrong?.value === false ? wrong : undefined);
}

/** The statuses of the onramp errors, without those of a gateway. */
function onrampErrors(facts: readonly Fact[]): Reading<readonly number[]> | undefined {
  const about = factsAbout(facts, 'onramp.error-statuses').flatMap(({ value, values = [{ value }], evidence }) =>
    values.flatMap(own => (typeof own.value === 'number' ? [{ status: own.value, evidence }] : [])),
  );
  const statuses = new Set(about.map(({ status }) => status));
  const inOrder = [...statuses].sort((a, b) => a - b);
  return shown(inOrder, about);
}

function wordsOf(condition: 'without-key' | 'wrong-key' | 'illegal-step' | 'repeated-step'): string | undefined {
  return readCondition(condition)?.words;
}

/** A status or another number in a fact; `undefined` for anything else. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function stepAnswer(value: unknown): StepAnswer | undefined {
  return value === 'fires' || value === 'ignored' ? value : numberIn(value);
}

/** The dialect that the evidence shows, as far as it does. `learn` writes it, and `--dialect` compares with it. */
export function observedDialect(view: View, learned: Learned, { facts: found }: FactsFile): Dialect {
  const first = (aspect: Learned['aspects'][number]['aspect']) => {
    const candidate = learned.aspects.find(known => known.aspect === aspect)?.candidates[0];
    return candidate && candidate.support > 0 ? candidate.locator : undefined;
  };
  const signatures = view.deliveries.flatMap(delivery => view.signaturesOf(delivery));
  const { eventTypes, otherEvents } = eventNames(view);
  const dialect = compact({
    signatureHeader: signatures.find(({ slots }) => slots.length > 0)?.header,
    timestampUnit: view.deliveries.length > 0 ? (first('timestampUnit') as TimestampUnit | undefined) : undefined,
    eventId: first('eventId') as Locator | undefined,
    eventType: first('eventType') as Locator | undefined,
    orderId: first('orderId') as Locator | undefined,
    layouts: view.interpretation.layouts,
    eventTypes,
    otherEvents,
  });
  for (const [key, { read }] of Object.entries<AnsweredKey>(ANSWERED)) {
    const { value, seen, of } = read(found) ?? {};
    if (value !== undefined && seen === of) setAtPointer(dialect as MutableJson, pointerOf(...key.split('.')), value);
  }
  return dialect;
}

/** Types by the step that sends them, and the types that no step sends, in order of arrival. */
function eventNames(view: View): {
  readonly eventTypes: Dialect['eventTypes'];
  readonly otherEvents: readonly string[];
} {
  const entries = [...owedTypes(view)].filter(([, types]) => types.length > 0);
  const named = new Set(entries.flatMap(([, types]) => types));
  const events = causesIn(view).causes.map(({ event }) => event);
  const types = events.toSorted((a, b) => arrivalOf(a) - arrivalOf(b)).flatMap(({ type }) => type ?? []);
  return {
    eventTypes: Object.fromEntries(entries.map(([event, own]) => [event, own.length === 1 ? own[0] : own])),
    otherEvents: [...new Set(types)].filter(type => !named.has(type)),
  };
}

function compact<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, member]) => member !== undefined && !(typeof member === 'object' && Object.keys(member).length === 0),
    ),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/**
 * Where a target differs from its pinned dialect: the key, the gap that it answers, and both values. Interpretation and
 * unobserved parts are not compared.
 */
export function brokenPromises(pinned: Dialect, observed: Dialect) {
  const compared = (dialect: Dialect) => [
    ...SIMULATE_EVENTS.map(
      event => ['event.names', `eventTypes.${event}`, sorted(dialect.eventTypes?.[event])] as const,
    ),
    ...Object.entries(ANSWERED).map(
      ([key, { gap }]) => [gap, key, resolvePointer(dialect as Json, pointerOf(...key.split('.')))] as const,
    ),
  ];
  // A listed status that was not seen breaks nothing, because perhaps nothing provoked it.
  const listed = pinned.statuses?.onrampErrors;
  const unlisted = observed.statuses?.onrampErrors?.filter(status => listed?.includes(status) === false);
  const onrampErrors = unlisted?.length ? unlisted : listed;
  const seen = compared({ ...observed, statuses: { ...observed.statuses, ...(onrampErrors && { onrampErrors }) } });
  return compared(pinned).flatMap(([gap, key, value], index) => {
    const [one, other] = [JSON.stringify(value), JSON.stringify(seen[index]?.[2])];
    return one === undefined || other === undefined || one === other
      ? []
      : [{ gap, key, pinned: one, observed: other }];
  });
}

function sorted(types: string | readonly string[] | undefined): readonly string[] | undefined {
  return types === undefined ? undefined : [types].flat().sort();
}

/** The value of a dialect key, with its evidence. */
export interface Reading<T = unknown> {
  readonly value: T;
  /** How often it was seen, and how often it could have been. */
  readonly seen: number;
  readonly of: number;
  /** Ids of exchanges and deliveries in the record, at most three. */
  readonly ids: readonly string[];
}

/** An observation of a value; `undefined` for a value that the sandbox cannot reproduce. */
interface Vote<T> {
  readonly value: T | undefined;
  /** The id of the exchange or delivery. */
  readonly id: string;
  /** How many observations it stands for. Default 1. */
  readonly count?: number;
}

const MOST_IDS = 3;

/** The most frequent value; `undefined` if there is none. */
export function majority<T>(votes: Iterable<Vote<T>>): Reading<T> | undefined {
  const all = [...votes];
  const countOf = (own: readonly Vote<T>[]) => own.reduce((sum, { count = 1 }) => sum + count, 0);
  const told = all.filter(({ value }) => value !== undefined);
  const groups = [...Map.groupBy(told, ({ value }) => stringify(value)).values()];
  const [best] = groups.sort((a, b) => countOf(b) - countOf(a));
  const value = best?.[0]?.value;
  if (best === undefined || value === undefined) return undefined;
  return { value, seen: countOf(best), of: countOf(all), ids: best.slice(0, MOST_IDS).map(({ id }) => id) };
}

/** The evidence of a value: an exchange, a delivery, an id, or a fact with its evidence. */
type Witness = string | { readonly id: string } | { readonly evidence: readonly string[] };

/** A value that all observations together show. */
export function shown<T>(value: T | undefined, by: readonly Witness[]): Reading<T> | undefined {
  const ids = by.flatMap(one => (typeof one === 'string' ? one : 'evidence' in one ? one.evidence : one.id));
  if (value === undefined || ids.length === 0) return undefined;
  return { value, seen: ids.length, of: ids.length, ids: ids.slice(0, MOST_IDS) };
}

/** The facts about a gap that have a value, of all conditions or of those that match. */
export function factsAbout(facts: readonly Fact[], gap: string, condition?: string | RegExp): readonly Fact[] {
  const matches = (own = '') => (typeof condition === 'object' ? condition.test(own) : own === condition);
  return facts.filter(fact => fact.gap === gap && isSeen(fact) && (condition === undefined || matches(fact.condition)));
}

/** The most frequent value among facts. @param map converts a value to that of the key; `undefined` skips it */
export function mostSay<T>(facts: readonly Fact[], map: (value: unknown) => T | undefined): Reading<T> | undefined {
  return majority(
    facts.flatMap(({ value, values, count, evidence: [id = ''] }) =>
      values
        ? values.map(own => ({ value: map(own.value), id: own.evidence[0] ?? id, count: own.count }))
        : [{ value: map(value), id, count }],
    ),
  );
}
