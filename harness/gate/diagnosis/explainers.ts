import type { CaseProblem, CaseSeen } from '../../core/evidence.ts';
import type { Judged } from '../gate-case.ts';
import { combinations } from '../mistakes/combine.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import { mistakesBehind } from './diagnose.ts';

/**
 * The problems of a generated case, with the known mistakes that would answer so: each single one; where there is none,
 * all those together that the cases until now show.
 */
export function withExplainers({ problems, answers }: Judged, asked: readonly CaseSeen[]): readonly CaseProblem[] {
  const [{ answered } = {}] = problems;
  if (answered === undefined || answers === undefined) return problems;
  const explain = (mistakes: readonly KnownMistake[]) =>
    combinations(mistakes).some(steps => answers(steps).includes(answered));
  const single = KNOWN_MISTAKES.filter(mistake => explain([mistake])).map(({ name }) => [name]);
  const together = single.length > 0 ? [] : mistakesBehind(asked);
  const fits = together.length > 1 && explain(together);
  const explainedBy = fits ? [together.map(({ name }) => name)] : single;
  return problems.map(problem => ({ ...problem, explainedBy }));
}
