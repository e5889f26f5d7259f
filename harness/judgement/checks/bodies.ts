import { heldBy, type Json, pointerOf, readingsOf, resolvePointer, tokensOf } from '../../base/json.ts';
import { oncePerKey } from '../../base/once.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { Readable } from '../../evidence/interpretation.ts';
import { type Scalar, scalars } from '../../evidence/mentions.ts';
import type { View } from '../../evidence/view.ts';
import { answered, previewAnswers } from './answers.ts';

/** A JSON body that the service sent, and where it came from. */
export interface ServiceBody {
  readonly id: string;
  /** The operation, or `webhook`. */
  readonly source: string;
  /** Whether it belongs to a preview route, where nothing is a breach. */
  readonly isPreview: boolean;
  readonly value: Json;
}

/**
 * Every JSON body that the service sent, in every reading that a parser may choose: responses, and deliveries about
 * orders of this run. A string is no body, unless it holds the event.
 */
export function* bodies(view: View): Generator<ServiceBody> {
  const previews = new Set(previewAnswers(view));
  for (const answer of [...answered(view), ...previews]) {
    const { id, operation, response } = answer;
    const isPreview = previews.has(answer);
    for (const value of readingsOf(response.body)) yield { id, source: operation ?? 'response', isPreview, value };
  }
  for (const delivery of view.deliveries) {
    const values = delivery.complete ? readingsOf(delivery.body) : [];
    for (const value of values.flatMap(outer => [outer, ...eventWithin(view, outer)]))
      yield { id: delivery.id, source: 'webhook', isPreview: false, value };
  }
}

/** The object in a string of a body, if the type or the order of the event stands in it. */
function eventWithin({ interpretation: { eventType, orderId } }: View, body: Json): readonly Json[] {
  const places = [eventType, orderId].flatMap(one => (typeof one === 'string' ? one : Object.values(one ?? {})));
  const around = places.flatMap(place => tokensOf(place).map((_, nth, all) => pointerOf(...all.slice(0, nth))));
  const texts = around.map(pointer => resolvePointer(body, pointer)).filter(value => typeof value === 'string');
  return [...new Set(texts)].flatMap(text => heldBy(text) ?? []);
}

/** Whether a pointer leads into a free-form object, whose members belong to the customer. */
export function isFreeForm(pointer: string): boolean {
  return pointer.includes('/metadata/');
}

/** The snake_case form of a name: `accountId`, `ACCOUNT_ID` and `account.id` become `account_id`. */
export const snakeForm: (name: string) => string = oncePerKey(name =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase(),
);

/** The strings and numbers in the JSON of a message, each with its place. */
export function valuesIn(message: Readable): readonly Scalar[] {
  return scalars(message).filter(({ place }) => place.startsWith('/'));
}

/** A time: a date, or seconds, milliseconds, microseconds or nanoseconds since the epoch. */
export const MOMENT = /^(?:\d{4}-\d\d-\d\d.*|[12](?:\d{9}|\d{12}|\d{15}|\d{18}))$/;

/** Headers of the transport: they change with every delivery, or never. */
const OF_TRANSPORT = /^header:(date|host|content-length|traceparent|tracestate|x-request-id|request-id)$/;

/**
 * What a webhook says about its order, in its body and headers. Values that change with every event are left out:
 * times, the event id and parts of it in links, the signature, and headers of the transport.
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
