import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';

/** The deliveries of the same event before this one. */
export function earlierAttempts(view: View, delivery: Delivery): readonly Delivery[] {
  const id = view.idOf(delivery);
  const journey = view.journeyOf(delivery);
  if (journey === undefined || id === undefined) return [];
  return view.deliveriesOf(journey).filter(other => other.at < delivery.at && view.idOf(other) === id);
}
