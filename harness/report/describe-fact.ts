import { stringify } from '../base/json.ts';
import { plural } from '../base/plural.ts';
import { comparisonRuleOf } from '../facts/comparison-rule.ts';
import type { Fact } from '../facts/fact.ts';

/** A fact in words: its gap, and its condition. */
export function nameOf({ gap, condition }: Pick<Fact, 'gap' | 'condition'>): string {
  return condition === undefined ? gap : `${gap} (${condition})`;
}

/** What was seen, as texts of which each is one value. */
export function describeValues({ value, status, gap }: Fact): readonly string[] {
  if (status === 'unanswered' || value === undefined) return [];
  const several = Array.isArray(value) && (status === 'contradicted' || comparisonRuleOf(gap).kind !== 'one');
  const all: readonly unknown[] = several ? value : [value];
  return all.map(one => (typeof one === 'string' ? one : stringify(one)));
}

/** How much a fact rests on: `45 of 45, in 3 runs`. */
export function describeBasis({ count, samples, epochs = [] }: Fact): string {
  const runs = epochs.reduce((sum, epoch) => sum + epoch.runs, 0);
  return `${count} of ${samples}${runs > 1 ? `, in ${plural(runs, 'run')}` : ''}`;
}
