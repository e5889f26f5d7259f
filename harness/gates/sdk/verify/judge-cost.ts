import type { CaseProblem, CaseSeen } from '../../../evidence/evidence.ts';
import type { Fact } from '../../../facts/fact.ts';
import { withReason } from '../advice.ts';

/**
 * Limits of the cost cases, and why. A time alone decides nothing: the time for a size is divided by that for a smaller
 * one, in one process. Time that grows in step with the size has an excess of 1, quadratic time one of `apart`.
 */
export const COST_LIMITS = {
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

const { rounds, apart, excess, half, floorMs } = COST_LIMITS;

/** What begins the ids of these cases. */
export const COST_CASES = 'verify/cost/';

/** An answer to a size: its time, in milliseconds, and whether there was nothing to verify, only a line to read. */
export type CostAnswer = NonNullable<CaseSeen['cost']>['answers'][number];

/**
 * Compares the largest size that was asked with a smaller one, and with one between the two.
 * @param reads whether lines were only read @param often how often each must have been asked, to be compared at all
 * @returns the sizes; how many times as long the largest takes; the excess over all, and of the lower and upper half
 */
export function compare(answers: readonly CostAnswer[], reads: boolean, often: number = rounds) {
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
export function growthFact({ cost }: CaseSeen): Pick<Fact, 'gap' | 'condition' | 'value'> | undefined {
  if (cost === undefined) return undefined;
  const value = `time grows ${isFaster(cost.answers) ? 'faster than' : 'in step with'} their number`;
  return { gap: 'receiver.cost', condition: `a forged webhook with many ${cost.elements}`, value };
}

/** The advice about a case: a pure function of the times that were recorded. */
export function adviceOnCost({ id, cost }: CaseSeen): readonly CaseProblem[] {
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
