import type { Summary } from './summary.ts';

/** The breaches that a run's evidence could not have shown, as lines; none where it would have shown each. */
export function unexposed({
  mutationScore,
}: Summary): readonly { readonly requirement: string; readonly what: string }[] {
  return mutationScore.exposures
    .filter(({ tried, exposed }) => exposed < tried)
    .map(({ mutation, requirement, tried, exposed }) => ({
      requirement,
      what: `${mutation}: ${tried - exposed} of ${tried}`,
    }));
}

/** The strength of a run in one sentence. */
export function mutationScoreSentence({ mutationScore: { tried, exposed } }: Summary): string {
  if (tried === 0) return 'There was no evidence into which a breach could have been put: this run proves nothing.';
  return `Strength is how much this verdict could have noticed: of ${tried} breaches that were put, one at a time, into a copy of what this run recorded, the checks found ${exposed}.`;
}
