import type { Journey } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';

/** An order from before the run that takes no step at all may have been driven to its end before. */
export function mayBeSpent(view: View, journey: Journey): boolean {
  const { target, settings } = view.evidence.run;
  return (
    target.kind === 'remote' &&
    settings.orderSetting === 'ORDER_IDS' &&
    journey.steps.every(step => view.outcomeOf(step) === 'refused' && (view.statusOf(step) ?? 500) < 500)
  );
}
