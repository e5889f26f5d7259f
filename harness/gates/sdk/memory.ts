import type { CaseProblem } from '../../evidence/evidence.ts';
import type { Asker, CaseResult, GateCase } from './gate-case.ts';

/** Calls with different inputs, one after another. */
export interface Memory extends Pick<GateCase, 'id' | 'method' | 'title'> {
  /** What an SDK keeps that answers one of them by an earlier one. */
  readonly kept: string;
  /** The requirement that such an SDK breaks. */
  readonly requirement: string;
  /** The calls, each asked and judged by itself. */
  readonly turns: readonly GateCase['ask'][];
}

/** What begins the cause of a problem that only earlier calls explain. */
export const KEEPS = 'keeps-';

/**
 * A case of several calls. Where one is answered wrongly, all are asked again in a fresh process. Where it is wrong
 * there too, and right in a fresh process by itself, an earlier call decided. In any other way this case shows nothing:
 * another case names what is wrong.
 */
export function memoryCase({ kept, requirement, turns, ...named }: Memory): GateCase {
  const ask = async (asker: Asker): Promise<CaseResult> => {
    const first = await inTurn(turns, asker);
    if (first.wrong === undefined) return { passed: first.passed, problems: [] };
    if (first.wrong.problem.cause.startsWith('adapter-')) return { passed: [], problems: [first.wrong.problem] };
    await asker.restart();
    const { wrong } = await inTurn(turns, asker);
    if (wrong === undefined || wrong.turn === turns[0]) return { passed: [], problems: [] };
    await asker.restart();
    const alone = await inTurn([wrong.turn], asker);
    // What it keeps of this case must not decide the next.
    await asker.restart();
    return { passed: [], problems: alone.wrong === undefined ? [keeps(wrong.problem)] : [] };
  };
  const keeps = ({ also: _, answered: __, expected, ...problem }: CaseProblem): CaseProblem => ({
    ...problem,
    requirement,
    cause: `${KEEPS}${named.id.split('/').at(-1)}`,
    message: 'an earlier call decides how the SDK answers; in a fresh process it answers rightly',
    expected: `each call is answered by its own inputs; ${expected}`,
    likely: `it keeps ${kept}`,
  });
  return { ...named, ask };
}

/** Asks calls one after another, until one is answered wrongly. */
async function inTurn(
  turns: readonly GateCase['ask'][],
  asker: Asker,
): Promise<{
  readonly passed: readonly string[];
  readonly wrong?: { readonly turn: GateCase['ask']; readonly problem: CaseProblem };
}> {
  const passed: string[] = [];
  for (const turn of turns) {
    const judged = await turn(asker);
    const problem = judged.problems.find(({ severity }) => severity === 'breach');
    if (problem !== undefined) return { passed, wrong: { turn, problem } };
    passed.push(...judged.passed);
  }
  return { passed };
}
