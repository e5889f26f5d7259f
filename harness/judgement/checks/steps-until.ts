import type { Journey, Step } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { writeStep } from '../../evidence/write-step.ts';

/** The steps of a journey up to one of them, in words: `deposit_detected, expire (409)`. */
export function stepsUntil(view: View, { steps }: Journey, last: Step): string {
  const words = steps.slice(0, steps.indexOf(last) + 1).map(step => {
    const status = view.statusOf(step);
    return view.outcomeOf(step) === 'refused' ? `${writeStep(step)} (${status})` : writeStep(step);
  });
  return words.join(', ');
}
