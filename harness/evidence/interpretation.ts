import { jsonOf, resolvePointer } from '../base/json.ts';
import type { TimestampUnit } from '../base/timestamp.ts';
import type { Layout, Places } from './dialect.ts';
import { canonicalLocator, locate, type Readable, typeOf, valueAt } from './locator.ts';

/** Places of webhooks, by layout if there are several. */
export interface LaidOut extends Places {
  /** Further layouts. A delivery of none of them is read at the places of the object itself. */
  readonly layouts?: readonly Layout[];
}

/**
 * One way to read a deployment's webhooks: the part of its dialect that the checks need. Several interpretations may
 * fit the same evidence; a run is conformant if no check fails under one of them.
 */
export interface Interpretation extends LaidOut {
  /** Names, in lower case, of the headers that may carry the signature. */
  readonly signatureHeaders: readonly string[];
  readonly timestampUnit: TimestampUnit;
}

/** The places of a delivery, by its layout. */
export function placesOf(delivery: Readable, read: LaidOut): Places {
  return read.layouts?.find(({ where }) => holds(delivery, where)) ?? read;
}

/** The event id of a delivery, read at the place for its layout and type; `undefined` if there is none. */
export function eventIdOf(delivery: Readable, read: LaidOut): string | undefined {
  const { eventId, eventType } = placesOf(delivery, read);
  return eventId === undefined ? undefined : locate(delivery, eventId, typeOf(delivery, eventType));
}

/** The event type of a delivery; `undefined` if there is none. */
export function eventTypeOf(delivery: Readable, read: LaidOut): string | undefined {
  return typeOf(delivery, placesOf(delivery, read).eventType);
}

/** The order id of a delivery; `undefined` if there is none. */
export function orderIdOf(delivery: Readable, read: LaidOut): string | undefined {
  return locate(delivery, placesOf(delivery, read).orderId);
}

/** Whether a delivery has a value, an object or an array in a place. */
export function holds(delivery: Readable, place: string): boolean {
  if (place.startsWith('header:')) return valueAt(delivery, place) !== undefined;
  const body = jsonOf(delivery.body);
  return body !== undefined && resolvePointer(body.value, place) !== undefined;
}

/** A layout in its canonical form: header names, which are case-insensitive, in lower case. */
export function canonicalLayout({ where, ...places }: Layout): Layout {
  const canonical = Object.entries(places).map(([key, locator]) => [key, canonicalLocator(locator)]);
  return { where: where.startsWith('header:') ? where.toLowerCase() : where, ...Object.fromEntries(canonical) };
}
