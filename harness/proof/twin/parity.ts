import { type Change, type Drift, driftBetween } from '../../facts/drift.ts';
import { type FactsFile, keyOf } from '../../facts/fact.ts';

/** One difference between the twin and the original: the twin's answer is named first. */
export interface TwinDifference extends Pick<Change, 'condition' | 'kind' | 'what'> {
  /** Whether a consumer would feel it. */
  readonly breaking: boolean;
}

/** How the facts about one gap compare. */
interface GapParity {
  readonly gap: string;
  /** Facts of the original that the twin agrees with, of those that both runs could show. */
  readonly agree: number;
  readonly compared: number;
  /** Those that a consumer would feel first. */
  readonly differences: readonly TwinDifference[];
}

/** How far a twin is from its original. */
export interface Parity extends FactsParity {
  /** What the twin breaks of the contract and its original does not, in words. */
  readonly breaches: readonly string[];
}

/** How far the facts about a twin are from those about its original. */
interface FactsParity {
  readonly agree: number;
  readonly compared: number;
  /** Facts of the original that the run of the twin did not show, or had less of a chance to. */
  readonly notCompared: Drift['notExercised'];
  /** How many differences a consumer would feel. */
  readonly breaking: number;
  /** Every gap that was compared, in the order of the gaps. */
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
