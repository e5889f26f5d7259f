import type { CaseProblem } from '../../core/evidence.ts';
import { oncePerKey } from '../../core/once.ts';
import type { KnownMistake } from '../mistakes/known-mistakes.ts';
import { failuresOf, predict } from './prediction.ts';

/** What a mistake shows most often: the same whichever cases were asked, so that one case alone is worded like all. */
export const symptomOf: (mistake: KnownMistake) => Pick<CaseProblem, 'requirement' | 'message'> = oncePerKey(
  mistake => {
    const problems = failuresOf(mistake).flatMap(each => {
      const [answer = ''] = predict([mistake]).answers(each);
      return each.problems(answer).slice(0, 1);
    });
    return {
      requirement: mostFrequent(problems.map(({ requirement }) => requirement)),
      message: mostFrequent(problems.map(({ message }) => message)),
    };
  },
);

/** The first of those that occur most often. */
function mostFrequent(texts: readonly string[]): string {
  const [[text = ''] = []] = [...Map.groupBy(texts, each => each)].toSorted(([, a], [, b]) => b.length - a.length);
  return text;
}
