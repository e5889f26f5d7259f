import { View } from '../../../evidence/view.ts';
import { INTERPRETATION, type RunBuilder } from '../../../testing/evidence.ts';
import { type Breach, type Check, isBreach } from '../check.ts';

/** What one check finds in a run, under one interpretation. */
export function breachesIn(check: Check, run: RunBuilder, interpretation = INTERPRETATION): readonly Breach[] {
  return [...check.judge(new View(run.evidence, interpretation))].filter(isBreach);
}
