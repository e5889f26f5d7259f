import { mentions } from '../evidence/mentions.ts';
import type { EventSeen, View } from '../evidence/view.ts';

/** Whether an event names no order, and others of its type belong to no journey: it may be about no order at all. */
export function isUnrelated(view: View, { type, journey, deliveries }: EventSeen): boolean {
  const own = new Set([journey.order]);
  if (deliveries.some(delivery => mentions(delivery, own).length > 0)) return false;
  return view.evidence.deliveries.some(
    delivery => delivery.ours && view.typeOf(delivery) === type && view.journeyOf(delivery) === undefined,
  );
}
