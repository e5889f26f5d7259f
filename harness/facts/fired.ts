import { arrivalOf, causality } from '../core/causality.ts';
import type { Exchange } from '../core/evidence.ts';
import type { View } from '../core/view.ts';

/**
 * Whether a webhook came of a simulate call: an event about its order that had not come before, and that is not the
 * late one of an earlier step. For an order that is none of the run's, any delivery that names it.
 */
export function firedBy(view: View, { journey: id, sentAt, request }: Exchange): boolean {
  const journey = view.evidence.journeys.find(known => known.id === id);
  if (journey === undefined) {
    const order = decodeURIComponent(request.url.split('/').at(-2) ?? '');
    return view.evidence.deliveries.some(
      ({ at, body, headers }) =>
        at >= sentAt && (body.text?.includes(order) === true || headers.some(([, value]) => value.includes(order))),
    );
  }
  const own = causality(view).causes.filter(({ event }) => event.journey === journey);
  const before = new Set(own.filter(({ event }) => arrivalOf(event) < sentAt).map(({ event }) => event.type));
  return own.some(
    ({ event, moment }) =>
      arrivalOf(event) >= sentAt && ((moment !== undefined && moment.at >= sentAt) || before.has(event.type)),
  );
}
