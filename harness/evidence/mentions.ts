import { isScalar, jsonOf, walk } from '../base/json.ts';
import { oncePerObject } from '../base/once.ts';
import type { Readable } from './locator.ts';

/** A place of a delivery (a JSON Pointer or `header:NAME`) that names a known order. */
export interface Mention {
  readonly place: string;
  readonly order: string;
}

/** A scalar of a delivery with its place. */
interface Scalar {
  readonly place: string;
  readonly value: string;
}

/** Every scalar of a delivery with its place: body members first, then headers (names in lower case). */
export const scalars = oncePerObject((delivery: Readable): readonly Scalar[] => [...scalarsOf(delivery)]);

function* scalarsOf(delivery: Readable): Generator<Scalar> {
  const body = jsonOf(delivery.body);
  if (body) {
    for (const { pointer, value } of walk(body.value)) {
      if (isScalar(value)) yield { place: pointer, value: String(value) };
    }
  }
  for (const [name, value] of delivery.headers) yield { place: `header:${name.toLowerCase()}`, value };
}

const SEPARATOR = /[/:?&=#\s]+/;

/** Those that have parts (`/orders/<id>`) and are not short. Split once, searched often. */
const inParts = oncePerObject((delivery: Readable) =>
  scalars(delivery)
    .filter(({ value }) => value.length > 4 && SEPARATOR.test(value))
    .map(({ place, value }) => ({ place, parts: value.split(SEPARATOR) })),
);

/**
 * Where a delivery names known orders. A value equal to an order counts; values that contain one (`/orders/<id>`) count
 * only if none is equal.
 */
export function mentions(delivery: Readable, orders: ReadonlySet<string>): readonly Mention[] {
  const exact = scalars(delivery).flatMap(({ place, value }) => (orders.has(value) ? [{ place, order: value }] : []));
  if (exact.length > 0) return exact;
  // Most deliveries name their order exactly: their parts are never made, which would take most of a run's memory.
  const inside = inParts(delivery).flatMap(({ place, parts }) =>
    parts.filter(part => orders.has(part)).map(order => ({ place, order })),
  );
  if (inside.length > 0 || jsonOf(delivery.body)) return inside;
  // A body that is not JSON, such as one cut short, may still name its order.
  const words = new Set((delivery.body.text ?? '').split(/[^\w.-]+/));
  return [...orders].filter(order => words.has(order)).map(order => ({ place: 'text', order }));
}
