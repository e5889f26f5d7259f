import type { Delivery } from '../../evidence/evidence.ts';
import type { Readable } from '../../evidence/locator.ts';
import { type Scalar, scalars } from '../../evidence/mentions.ts';
import type { View } from '../../evidence/view.ts';

/** The strings and numbers in the JSON of a message, each with its place. */
export function valuesIn(message: Readable): readonly Scalar[] {
  return scalars(message).filter(({ place }) => place.startsWith('/'));
}

/** A moment: a date, or seconds, milliseconds, microseconds or nanoseconds since the epoch. */
const MOMENT = /^(?:\d{4}-\d\d-\d\d.*|[12](?:\d{9}|\d{12}|\d{15}|\d{18}))$/;

/** Headers of the transport: they change with each delivery, or never. */
const OF_TRANSPORT = /^header:(date|host|content-length|traceparent|tracestate|x-request-id|request-id)$/;

/**
 * What a webhook says of its order, in its body and its headers. What differs from event to event whatever the order
 * is, is left out: moments, the event id and its parts in links, the signature and the transport.
 */
export function valuesAboutOrder(view: View, delivery: Delivery): readonly Scalar[] {
  const id = view.idOf(delivery);
  const signatures = new Set(view.interpretation.signatureHeaders.map(name => `header:${name}`));
  return scalars(delivery).filter(
    ({ place, value }) =>
      !MOMENT.test(value) &&
      !(id !== undefined && value.includes(id)) &&
      !OF_TRANSPORT.test(place) &&
      !signatures.has(place),
  );
}
