import type { CaseProblem } from '../../core/evidence.ts';
import { oncePerKey } from '../../core/once.ts';
import type { KnownMistake } from '../mistakes/known-mistakes.ts';
import type { Failed } from './observations.ts';
import { failuresOf, predict } from './prediction.ts';

/** What a finding names first. */
export type Symptom = Pick<CaseProblem, 'requirement' | 'message'>;

/** What one failure shows. */
export function symptomIn({ problem: { requirement, message } }: Failed): Symptom {
  return { requirement, message };
}

/**
 * What a mistake shows most often, in verify before receive: the same whichever cases were asked, so that one case
 * alone is worded like all.
 */
export const symptomOf: (mistake: KnownMistake) => Symptom = oncePerKey(mistake => {
  const failures = failuresOf(mistake);
  const verify = failures.filter(({ method }) => method === 'verify');
  const symptoms = (verify.length > 0 ? verify : failures).flatMap(each => {
    const [answer = ''] = predict([mistake]).answers(each);
    return each.problems(answer).slice(0, 1);
  });
  const alike = Map.groupBy(symptoms, ({ requirement, message }) => `${requirement} ${message}`);
  const [[{ requirement = '', message = '' } = {}] = []] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return { requirement, message };
});
