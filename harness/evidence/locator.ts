import { header, isScalar, jsonOf, resolvePointer } from '../base/json.ts';
import type { Locator } from './dialect.ts';
import type { Body, Headers } from './evidence.ts';

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
