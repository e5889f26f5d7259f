import { stringify } from '../base/json.ts';
import { type Fact, isSeen } from './fact.ts';

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
