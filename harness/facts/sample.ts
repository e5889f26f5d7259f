import { stringify } from '../base/json.ts';
import { comparisonRuleOf } from './comparison-rule.ts';
import { type Fact, type FactValue, keyOf } from './fact.ts';

/** One occasion on which something was seen, or could have been. */
export interface Sample {
  readonly gap: string;
  readonly condition?: string;
  /** The pool of samples that several facts share. */
  readonly among?: string;
  /** The observed value; absent if it could have been seen and was not. */
  readonly value?: string | number | boolean | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The id of the exchange or delivery that shows it. */
  readonly id: string;
}

const MOST_EVIDENCE = 10;
const MOST_EVIDENCE_EACH = 3;

/** Sums up samples: one fact for each gap and condition, in the order of the first samples. */
export function factsFrom(samples: Iterable<Sample>): readonly Fact[] {
  const groups = Map.groupBy(samples, keyOf);
  return [...groups.values()].flatMap(group => factFrom(group) ?? []);
}

function factFrom(samples: readonly Sample[]): Fact | undefined {
  const seen = samples.filter(({ value }) => value !== undefined);
  const [first] = seen;
  if (first === undefined) return undefined;
  const { gap, condition, among } = first;
  const values = valuesOf(seen);
  const [only] = values;
  const contradicted = comparisonRuleOf(gap).kind === 'one' && values.length > 1;
  return {
    gap,
    ...(condition !== undefined && { condition }),
    status: contradicted ? 'contradicted' : 'answered',
    value: values.length === 1 ? only?.value : values.map(({ value }) => value),
    count: seen.length,
    samples: samples.length,
    ...span(seen.map(({ at }) => at)),
    evidence: [...new Set(seen.map(({ id }) => id))].slice(0, MOST_EVIDENCE),
    ...(contradicted && { reason: `under the same condition ${values.map(inWords).join(' and ')}` }),
    ...(among !== undefined && { among }),
    ...(values.length > 1 && { values }),
  };
}

/** Each value with its count, sorted, so that the order is deterministic. */
function valuesOf(seen: readonly Sample[]): readonly FactValue[] {
  return [...Map.groupBy(seen, ({ value }) => stringify(value))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => ({
      value: same[0]?.value,
      count: same.length,
      ...span(same.map(({ at }) => at)),
      evidence: [...new Set(same.map(({ id }) => id))].slice(0, MOST_EVIDENCE_EACH),
    }));
}

function inWords({ value, count, evidence }: FactValue): string {
  return `${stringify(value)} (${count} times, ${evidence[0]})`;
}

/** The first and the last of several times. */
export function span(times: readonly number[]): { readonly firstSeen: string; readonly lastSeen: string } {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    firstSeen: iso(times.reduce((a, b) => Math.min(a, b))),
    lastSeen: iso(times.reduce((a, b) => Math.max(a, b))),
  };
}
