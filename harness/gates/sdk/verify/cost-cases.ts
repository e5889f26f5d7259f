import type { CaseProblem } from '../../../evidence/evidence.ts';
import { adapterProblem } from '../adapter-problem.ts';
import { type CostCase, costCases, grow } from '../cases/costs.ts';
import { asAdvice } from '../client/problem.ts';
import type { Asker, CaseResult, GateCase } from '../gate-case.ts';
import type { VerifyParams } from '../protocol.ts';
import { INJECTED_NOW } from '../signature-cases.ts';
import { COST_LIMITS, type CostAnswer, compare } from './judge-cost.ts';

const { rounds, excess, aimMs } = COST_LIMITS;

/** The cases about work that a header or a body can cause. They record times, which `judge-cost.ts` judges. */
export function verifyCosts(): readonly GateCase[] {
  return costCases(INJECTED_NOW).map(({ id, elements }, index) => ({
    ...{ id: `verify/${id}`, method: 'verify' },
    title: `forged webhooks with more and more ${elements}, which take time`,
    ask: asker => askCost(costCases(asker.now())[index] as CostCase, asker),
  }));
}

/**
 * Asks about larger and larger sizes. Only if the last one takes much longer than a smaller one, these and one between
 * them are asked in turn, beside lines that are only read.
 */
async function askCost(each: CostCase, asker: Asker): Promise<CaseResult> {
  const answers: CostAnswer[] = [];
  let failed: CaseProblem | undefined;
  const time = async (reads: boolean, size: number): Promise<number> => {
    // Another process would have other times.
    if (failed !== undefined) return 0;
    const question = questionOf(each, size, reads);
    const from = asker.elapsed();
    const reply = await asker.call('verify', question);
    const ms = asker.elapsed() - from;
    answers.push({ size, ms, reads });
    const context = [{ name: 'case', value: `${size} ${each.elements}` }];
    failed = reply.kind === 'broke' ? adapterProblem(reply, 'verify', context) : undefined;
    return ms;
  };
  // The first answer of a process takes longer than others.
  await time(true, 1);
  await climb(each.sizes, size => time(false, size));
  const { small, middle, large } = compare(answers, false);
  for (let round = 0; round < rounds; round++) await time(false, small);
  if (compare(answers, false, 1).excess > excess) {
    await climb(each.sizes, size => time(true, size));
    const read = compare(answers, true);
    for (let round = 0; round < rounds; round++) {
      for (const size of [small, middle, large]) await time(false, size);
      for (const size of [read.small, read.large]) await time(true, size);
    }
  }
  if (failed === undefined) return { passed: [], problems: [], cost: { elements: each.elements, answers } };
  // An adapter need not read lines of any length.
  return { passed: [], problems: [failed.answered === 'hang' ? failed : asAdvice(failed)] };
}

/** Asks about larger and larger sizes until an answer takes long: so long that quadratic time is no hang. */
async function climb(sizes: readonly number[], time: (size: number) => Promise<number>): Promise<void> {
  const most = Math.max(...sizes);
  for (let size = Math.min(...sizes); ; ) {
    let ms = await time(size);
    // Something else may have taken the time.
    if (ms > aimMs / 2) ms = Math.min(ms, await time(size));
    if (ms > aimMs / 2 || size === most) return;
    const next = sizes.find(other => other > size) ?? most;
    size = Math.min(next, Math.floor(size * Math.sqrt(aimMs / ms)));
  }
}

/** @param reads whether there is nothing to verify: adapters ignore members that the protocol does not name */
function questionOf(each: CostCase, size: number, reads: boolean): VerifyParams {
  const { secrets, toleranceSeconds, now } = each;
  const [header, body] = reads ? [null, ''] : [grow(each.header, size), grow(each.body, size)];
  const padding = reads ? { padding: Array(size).fill('x'.repeat(80)) } : {};
  return { header, body: Buffer.from(body).toString('base64'), secrets, toleranceSeconds, now, ...padding };
}
