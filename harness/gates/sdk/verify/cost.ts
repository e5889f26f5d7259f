import type { CaseProblem, CaseRecord } from '../../../evidence/evidence.ts';
import type { Fact } from '../../../facts/fact.ts';
import { adapterProblem } from '../adapter-problem.ts';
import { withReason } from '../advice.ts';
import { BODY, CURRENT } from '../cases/draft.ts';
import { asAdvice } from '../client/problem.ts';
import type { Asker, CaseResult, GateCase } from '../gate-case.ts';
import type { VerifyParams } from '../protocol.ts';
import { INJECTED_NOW } from '../signature-cases.ts';

/**
 * A text that grows with its elements: `begin`, `part` once for each, `end`. `{64}` in `part` stands for the number of
 * the element from 0, with zeros before it up to 64 digits. ASCII only.
 */
interface Growing {
  readonly begin: string;
  readonly part: string;
  readonly end: string;
}

/** A forged webhook of any size, which anybody can send without a secret. */
export interface CostCase extends Pick<VerifyParams, 'secrets' | 'toleranceSeconds' | 'now'> {
  /** `cost/<name>`; stable. */
  readonly id: string;
  /** What grows, in the plural. */
  readonly elements: string;
  readonly header: Growing;
  /** The raw body, not in base64. */
  readonly body: Growing;
  /** Numbers of elements to ask about. With 10,000, quadratic time shows before it becomes a hang. */
  readonly sizes: readonly number[];
}

/** Every work that a sender without a secret can cause. @param now the receiver's clock, in whole Unix seconds */
export function costCases(now: number): readonly CostCase[] {
  const [t, wrong] = [`t=${now}`, `,v1=${'0'.repeat(64)}`];
  const still = (begin: string) => ({ begin, part: '', end: '' });
  const row = (name: string, elements: string, header: Growing, body = still(BODY.toString())): CostCase => ({
    ...{ id: `cost/${name}`, elements, header, body, sizes: [33, 1_000, 10_000, 100_000] },
    ...{ secrets: [CURRENT], toleranceSeconds: 300, now },
  });
  return [
    row('v1', 'values of v1', { begin: t, part: ',v1={64}', end: '' }),
    row('pairs', 'pairs of other names', { begin: t, part: ',k{6}=x', end: wrong }),
    row('commas', 'commas', { begin: t, part: ',', end: wrong }),
    row('digits', 'digits of t', { begin: 't=', part: '9', end: wrong }),
    // Up to 8 MB: the specification names no limit.
    row('body', 'elements of the body', still(t + wrong), { begin: '{"pad":[', part: '"{77}",', end: '0]}' }),
  ];
}

/** A text of so many elements, at least one. */
export function grow({ begin, part, end }: Growing, size: number): string {
  const [before = '', digits, after = ''] = part.split(/[{}]/);
  if (digits === undefined) return begin + part.repeat(size) + end;
  const numbers = Array.from({ length: size }, (_, index) => String(index).padStart(Number(digits), '0'));
  return `${begin}${before}${numbers.join(after + before)}${after}${end}`;
}

/**
 * Limits of the cost cases, and why. A time alone decides nothing: the time for a size is divided by that for a smaller
 * one, in one process. Time that grows in step with the size has an excess of 1, quadratic time one of `apart`.
 */
const COST_LIMITS = {
  /** How often each size is asked. The shortest time counts, since other processes only add to a time. */
  rounds: 5,
  /** How many times the smaller size the larger one is: the excess of quadratic time. */
  apart: 30,
  /** The most excess. Caches and garbage collection give a linear SDK up to 3, quadratic time gives 13 to 30. */
  excess: 5,
  /** The least excess of each half of the way. Quadratic time gives 5, or over 2 where answers have a fixed part. */
  half: 1.5,
  /** A shorter time counts as this, in milliseconds: most of it is the way to the adapter and back. */
  floorMs: 1,
  /** The larger size is one for which quadratic time is about this, in milliseconds: far from a hang. */
  aimMs: 600,
} as const;

const { rounds, apart, excess, half, floorMs, aimMs } = COST_LIMITS;

/** What begins the ids of these cases. */
export const COST_CASES = 'verify/cost/';

/** An answer to a size: its time, in milliseconds, and whether there was nothing to verify, only a line to read. */
type CostAnswer = NonNullable<CaseRecord['cost']>['answers'][number];

/**
 * Compares the largest size that was asked with a smaller one, and with one between the two.
 * @param reads whether lines were only read @param often how often each must have been asked, to be compared at all
 * @returns the sizes; how many times as long the largest takes; the excess over all, and of the lower and upper half
 */
function compare(answers: readonly CostAnswer[], reads: boolean, often: number = rounds) {
  const own = answers.filter(each => each.reads === reads);
  const large = Math.max(1, ...own.map(({ size }) => size));
  const small = Math.ceil(large / apart);
  const middle = Math.ceil(large / Math.sqrt(apart));
  const timesOf = (size: number) => own.filter(each => each.size === size).map(({ ms }) => ms);
  const longer = (lower: number, upper: number) => {
    const [quick, slow] = [timesOf(lower), timesOf(upper)];
    const isKnown = Math.min(quick.length, slow.length) >= often;
    return isKnown ? Math.min(...slow) / Math.max(floorMs, Math.min(...quick)) : 0;
  };
  const excessOf = (lower: number, upper: number) => (longer(lower, upper) * lower) / upper;
  const halves = [excessOf(small, middle), excessOf(middle, large)] as const;
  return { small, middle, large, longer: longer(small, large), excess: excessOf(small, large), halves };
}

/**
 * Whether time grows faster than the size, and does so in both halves of the way. A busy machine interrupts a long
 * answer and not a short one, which looks like growth in one half. Some adapters are slow to read a long line, which
 * slows down lines that are only read, too.
 */
function isFaster(answers: readonly CostAnswer[]): boolean {
  const { excess: seen, halves } = compare(answers, false);
  return seen > excess * Math.max(1, compare(answers, true).excess) && Math.min(...halves) > half;
}

/** How the time of an SDK grows, as a fact. */
export function growthFact({ cost }: CaseRecord): Pick<Fact, 'gap' | 'condition' | 'value'> | undefined {
  if (cost === undefined) return undefined;
  const value = `time grows ${isFaster(cost.answers) ? 'faster than' : 'in step with'} their number`;
  return { gap: 'receiver.cost', condition: `a forged webhook with many ${cost.elements}`, value };
}

/** The advice about a case: a pure function of the times that were recorded. */
export function adviceOnCost({ id, cost }: CaseRecord): readonly CaseProblem[] {
  if (cost === undefined || !isFaster(cost.answers)) return [];
  const { small, large, longer } = compare(cost.answers, false);
  const advice: CaseProblem = {
    ...{ requirement: 'receiver.rejects-mismatch', severity: 'advice', cause: id },
    message: `the time to refuse a forged webhook grows faster than the number of ${cost.elements}`,
    expected: `${large} ${cost.elements} are refused at once, or take time in step with their number`,
    received: `${large} take ${Math.round(longer)} times as long as ${small}`,
    likely: 'for each element it compares, copies or searches all that came before',
  };
  return [withReason(advice)];
}

/** Cases about work that a header or a body can cause. They record times, which {@link adviceOnCost} judges. */
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
