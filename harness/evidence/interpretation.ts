import { header, isScalar, jsonOf, resolvePointer } from '../base/json.ts';
import type { TimestampUnit } from '../base/timestamp.ts';
import type { Layout, Locator, Places } from './dialect.ts';
import type { Body, Headers } from './evidence.ts';

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

/** The parts of a delivery that locators are read from. */
export interface Readable {
  readonly headers: Headers;
  readonly body: Body;
}

/** The scalar at a place of a delivery (a JSON Pointer or `header:NAME`), as a string; `undefined` if there is none. */
export function valueAt(delivery: Readable, place: string): string | undefined {
  const value = scalarAt(delivery, place);
  return value === undefined ? undefined : String(value);
}

function scalarAt(delivery: Readable, place: string): ScalarValue | undefined {
  if (place.startsWith('header:')) return header(delivery.headers, place.slice('header:'.length));
  const body = jsonOf(delivery.body);
  const value = body && resolvePointer(body.value, place);
  return isScalar(value) ? value : undefined;
}

type ScalarValue = string | number | bigint;

/** A locator in its canonical form: header names, which are case-insensitive, in lower case. */
export function canonicalLocator(locator: Locator): Locator {
  const canonical = (place: string) => (place.startsWith('header:') ? place.toLowerCase() : place);
  if (typeof locator === 'string') return canonical(locator);
  return Object.fromEntries(Object.entries(locator).map(([type, place]) => [type, canonical(place)]));
}

/**
 * The scalar that a locator leads to in a delivery, as a string. A locator by event type uses the place for the
 * delivery's type. If the type is unknown or not listed, it uses the first of its places that has a value.
 */
export function locate(delivery: Readable, locator: Locator | undefined, type?: string): string | undefined {
  const value = located(delivery, locator, type);
  return value === undefined ? undefined : String(value);
}

/** Whether the scalar that a locator leads to is a JSON number; see {@link locate}. */
export function isNumberAt(delivery: Readable, locator: Locator | undefined, type?: string): boolean {
  return /number|bigint/.test(typeof located(delivery, locator, type));
}

function located(delivery: Readable, locator: Locator | undefined, type: string | undefined): ScalarValue | undefined {
  if (locator === undefined) return undefined;
  if (typeof locator === 'string') return scalarAt(delivery, locator);
  const own = type !== undefined && Object.hasOwn(locator, type) ? locator[type] : undefined;
  if (own !== undefined) return scalarAt(delivery, own);
  for (const place of new Set(Object.values(locator))) {
    const value = scalarAt(delivery, place);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * The event type of a delivery. A type locator by type is circular, so each of its places is tried. A place counts if
 * it is listed for the type found there; otherwise the first place with a value counts.
 */
export function typeOf(delivery: Readable, locator: Locator | undefined): string | undefined {
  if (locator === undefined || typeof locator === 'string') return locate(delivery, locator);
  for (const [type, place] of Object.entries(locator)) if (valueAt(delivery, place) === type) return type;
  return locate(delivery, locator);
}
