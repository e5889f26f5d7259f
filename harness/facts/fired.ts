import type { Exchange } from '../evidence/evidence.ts';
import { madeUpOrder } from '../evidence/made-up-order.ts';
import { mentions } from '../evidence/mentions.ts';
import type { View } from '../evidence/view.ts';
import { arrivalOf } from '../evidence/windows.ts';
import { causesIn } from '../order/causes.ts';

/**
 * Whether a simulate call sent a webhook: a new event about its order that is not a late event of an earlier step. If
 * the order is made up, any delivery that names it.
 */
export function firedBy(view: View, call: Exchange): boolean {
  const order = madeUpOrder(call);
  if (order !== undefined) {
    const orders = new Set([order]);
    return view.evidence.deliveries.some(delivery => delivery.ours && mentions(delivery, orders).length > 0);
  }
  const own = causesIn(view).causes.filter(({ event }) => event.journey.id === call.journey);
  const before = new Set(own.filter(({ event }) => arrivalOf(event) < call.sentAt).map(({ event }) => event.type));
  return own.some(
    ({ event, moment }) =>
      arrivalOf(event) >= call.sentAt && ((moment && moment.at >= call.sentAt) || before.has(event.type)),
  );
}
