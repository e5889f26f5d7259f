import { oncePerObject } from '../../base/once.ts';
import type { CaseRecord } from '../../evidence/evidence.ts';
import type { CreditReading } from './credits.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { countedIn, effectsOf, judgeTrial, type TrialEffect } from './judge-trial.ts';
import type { Trial } from './trial.ts';

/** A case that was tried. */
export interface Tried {
  readonly case: EndpointCase;
  readonly trial: Trial;
  readonly from: number;
  readonly to: number;
  /** The credits once its deliveries had been given their time. */
  settled?: CreditReading;
}

/** A case that was tried, and what it showed. */
export interface TriedCase {
  readonly tried: Tried;
  readonly seen: CaseRecord;
  /** The credits at the end of the gate; absent where they cannot be read. */
  readonly final: CreditReading | undefined;
}

/**
 * Judges the cases that were tried.
 * @param final the credits at the end of the gate; absent where they cannot be read
 */
export function judgeAll(tried: readonly Tried[], final?: CreditReading): readonly TriedCase[] {
  // Where nothing is acknowledged, that one webhook is not says nothing.
  const acknowledgesSome = tried.some(({ trial }) => trial.seen.some(one => one.role === 'sound' && one.acknowledged));
  return tried.map(one => judge(one, final ?? one.settled, acknowledgesSome));
}

/** Judges a case. The last parameter is that of {@link judgeTrial}. */
export function judge(tried: Tried, final: CreditReading | undefined, acknowledgesSome = false): TriedCase {
  const { case: each, trial, settled } = tried;
  const readings = settled && final && { settled, final };
  return { tried, seen: judgeTrial(each, trial, readings, acknowledgesSome), final };
}

/** What is wrong with the credits of each order of a case comes to. */
export const effectsIn = oncePerObject(
  ({ tried: { trial, settled }, final }: TriedCase): ReadonlyMap<string, TrialEffect> =>
    settled && final ? effectsOf(trial, countedIn({ settled, final })) : new Map(),
);

/** What is wrong with a case, as the causes of its breaches. */
export function breachesOf({ problems }: CaseRecord): readonly string[] {
  return problems.flatMap(({ severity, cause }) => (severity === 'breach' ? [cause] : []));
}
