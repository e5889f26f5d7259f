import type { CaseProblem, CaseSeen } from '../../core/evidence.ts';
import type { Judged } from '../gate-case.ts';
import { combine } from '../mistakes/combine.ts';
import { KNOWN_MISTAKES } from '../mistakes/known-mistakes.ts';
import { diagnose } from './diagnose.ts';

/**
 * The problems of a generated case, with the known mistakes that would answer so: each single one; where there is none,
 * all those together that the cases until now show.
 */
export function withExplainers({ problems, answers }: Judged, asked: readonly CaseSeen[]): readonly CaseProblem[] {
  const [{ answered } = {}] = problems;
  if (answered === undefined || answers === undefined) return problems;
  const single = KNOWN_MISTAKES.filter(mistake => answers(mistake).includes(answered)).map(({ name }) => [name]);
  const together = single.length > 0 ? [] : diagnose(asked).map(({ mistake }) => mistake);
  const fits = together.length > 1 && answers(combine(together)).includes(answered);
  const explainedBy = fits ? [together.map(({ name }) => name)] : single;
  return problems.map(problem => ({ ...problem, explainedBy }));
}
