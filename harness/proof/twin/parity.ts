import { type Change, type Drift, driftBetween } from '../../facts/drift.ts';
import { type FactsFile, keyOf } from '../../facts/fact.ts';

/** A difference between the twin and the original, with the twin's answer first. */
export interface TwinDifference extends Pick<Change, 'condition' | 'kind' | 'what'> {
  /** Whether a consumer would notice it. */
  readonly breaking: boolean;
}

interface GapParity {
  readonly gap: string;
  /** The number of agreeing facts, among those that both runs could show. */
  readonly agree: number;
  readonly compared: number;
  /** Differences that a consumer would notice come first. */
  readonly differences: readonly TwinDifference[];
}

/** The distance of a twin from its original. */
export interface Parity extends FactsParity {
  /** What only the twin breaks of the contract, in words. */
  readonly breaches: readonly string[];
}

/** The distance between the facts of a twin and of its original. */
interface FactsParity {
  readonly agree: number;
  readonly compared: number;
  /** Facts of the original that the twin's run did not show, or was less likely to show. */
  readonly notCompared: Drift['notExercised'];
  /** The number of differences that a consumer would notice. */
  readonly breaking: number;
  /** Every compared gap, in the order of the gaps. */
  readonly gaps: readonly GapParity[];
}

/** Compares the facts of a twin with those of its original, by the rules of drift. */
export function parityBetween(original: FactsFile, twin: FactsFile): FactsParity {
  const { changes, notExercised } = driftBetween(original, twin);
  const unshown = new Set(notExercised.map(keyOf));
  const isCompared = ({ status, count }: FactsFile['facts'][number]) => status !== 'unanswered' && count > 0;
  const seen = original.facts.filter(fact => isCompared(fact) && !unshown.has(keyOf(fact)));
  const changed = new Set(changes.map(keyOf));
  const byGap = Map.groupBy(changes, ({ gap }) => gap);
  const gaps = [...new Set([...original.facts, ...twin.facts].map(({ gap }) => gap))].flatMap((gap): GapParity[] => {
    const own = seen.filter(fact => fact.gap === gap);
    const differences = (byGap.get(gap) ?? []).map(differenceIn);
    const agree = own.filter(fact => !changed.has(keyOf(fact))).length;
    return own.length + differences.length === 0 ? [] : [{ gap, agree, compared: own.length, differences }];
  });
  return {
    agree: gaps.reduce((sum, { agree }) => sum + agree, 0),
    compared: seen.length,
    notCompared: notExercised,
    breaking: changes.filter(({ breaking }) => breaking).length,
    gaps,
  };
}

function differenceIn({ condition, kind, what, breaking }: Change): TwinDifference {
  return { ...(condition !== undefined && { condition }), kind, what, breaking };
}
