import { type Breach, type Check, isBreach } from '../checks/check.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Interpretation } from '../core/interpretation.ts';
import { View } from '../core/view.ts';
import { INTERPRETATION, type RunMade } from './evidence.ts';

/** What a check says about a run. */
export interface Outcome {
  readonly breaches: readonly Breach[];
  /** By requirement: the evidence of each pass. */
  readonly passes: { readonly [requirement: string]: readonly string[] };
}

/** Asks one check about a run, under one reading. */
export function outcome(
  check: Check,
  run: RunMade | { readonly evidence: Evidence },
  interpretation: Interpretation = INTERPRETATION,
): Outcome {
  const judgements = [...check.judge(new View(run.evidence, interpretation))];
  const passes: { [requirement: string]: string[] } = {};
  for (const judgement of judgements) {
    if (!isBreach(judgement))
      passes[judgement.requirement] = [...(passes[judgement.requirement] ?? []), judgement.evidence];
  }
  return { breaches: judgements.filter(isBreach), passes };
}
