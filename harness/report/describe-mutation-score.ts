import { plural } from '../core/plural.ts';
import type { MutationScore } from '../mutation/measure.ts';

/** The injected breaches that were not detected, as lines; none where each was. */
export function undetected({
  exposures,
}: MutationScore): readonly { readonly requirement: string; readonly what: string }[] {
  return exposures
    .filter(({ tried, exposed }) => exposed < tried)
    .map(({ mutation, requirement, tried, exposed }) => ({
      requirement,
      what: `${mutation}: ${tried - exposed} of ${tried}`,
    }));
}

/** The mutation score of a run in one sentence. */
export function mutationScoreSentence({ tried, exposed }: MutationScore): string {
  if (tried === 0) return 'There was no evidence into which a breach could be injected, so this run proves nothing.';
  return (
    `${plural(tried, 'breach')} injected, one at a time, into a copy of this run's evidence: ` +
    `the checks detected ${exposed}. The verdict is worth as much as this share.`
  );
}
