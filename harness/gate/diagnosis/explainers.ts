import type { CaseProblem } from '../../core/evidence.ts';
import type { Judged } from '../gate-case.ts';
import { KNOWN_MISTAKES } from '../mistakes/known-mistakes.ts';
import { answersBy } from './prediction.ts';

/** The problems of a generated case, each with the known mistakes that lead to its answer. */
export function withExplainers({ problems, answers }: Judged): readonly CaseProblem[] {
  const [{ answered } = {}] = problems;
  if (answered === undefined || answers === undefined) return problems;
  const mistakes = KNOWN_MISTAKES.filter(mistake => answersBy(mistake, answers).includes(answered));
  return problems.map(problem => ({ ...problem, mistakes: mistakes.map(({ name }) => name) }));
}
