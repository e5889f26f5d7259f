import type { Evidence } from '../evidence/evidence.ts';
import type { Interpretation } from '../evidence/interpretation.ts';
import { View } from '../evidence/view.ts';
import { type Breach, type Check, type Hidden, isBreach, isPass, type Judgement } from '../judgement/checks/check.ts';
import { aRun, INTERPRETATION, type RunBuilder } from './evidence.ts';
import type { ExchangeOptions } from './evidence-options.ts';

interface Outcome {
  readonly breaches: readonly Breach[];
  /** The evidence of each pass, by requirement. */
  readonly passes: { readonly [requirement: string]: readonly string[] };
}

/** Runs one check on a run, under one interpretation. */
export function outcome(
  check: Check,
  run: RunBuilder | { readonly evidence: Evidence },
  interpretation: Interpretation = INTERPRETATION,
): Outcome {
  const judgements = judged(check, run, interpretation);
  const passes: { [requirement: string]: string[] } = {};
  for (const judgement of judgements) {
    if (isPass(judgement))
      passes[judgement.requirement] = [...(passes[judgement.requirement] ?? []), judgement.evidence];
  }
  return { breaches: judgements.filter(isBreach), passes };
}

/** Runs one check on calls of one operation, with the ids `x1`, `x2` and so on. */
export function outcomeOfCalls(
  check: Check,
  operation: string | undefined,
  ...calls: readonly ExchangeOptions[]
): Outcome {
  const run = aRun();
  for (const call of calls) run.exchange(operation, call);
  return outcome(check, run);
}

/** What a check could not judge in a run although it was due. */
export function hiddenIn(
  check: Check,
  run: RunBuilder,
  interpretation: Interpretation = INTERPRETATION,
): readonly Hidden[] {
  return judged(check, run, interpretation).filter(judgement => 'hidden' in judgement);
}

function judged(check: Check, run: { readonly evidence: Evidence }, interpretation: Interpretation): Judgement[] {
  return [...check.judge(new View(run.evidence, interpretation))];
}
