import { isScalar, jsonOf, walk } from './json.ts';
import type { Readable } from './locator.ts';
import { oncePerObject } from './once.ts';

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

/** The same, each with its parts (`/orders/<id>`): none where it is one part, or short. Split once, searched often. */
const inParts = oncePerObject((delivery: Readable) =>
  scalars(delivery).map(({ place, value }) => {
    const parts = value.length > 4 ? value.split(/[/:?&=#\s]+/) : [];
    return { place, value, parts: parts.length > 1 ? parts : [] };
  }),
);

/**
 * Where a delivery names known orders. A value equal to an order counts; values that contain one (`/orders/<id>`) count
 * only if none is equal.
 */
export function mentions(delivery: Readable, orders: ReadonlySet<string>): readonly Mention[] {
  const exact: Mention[] = [];
  const inside: Mention[] = [];
  for (const { place, value, parts } of inParts(delivery)) {
    if (orders.has(value)) exact.push({ place, order: value });
    else for (const part of parts) if (orders.has(part)) inside.push({ place, order: part });
  }
  if (exact.length > 0 || inside.length > 0 || jsonOf(delivery.body)) return exact.length > 0 ? exact : inside;
  // A body that is not JSON, such as one cut short, may still name its order.
  const words = new Set((delivery.body.text ?? '').split(/[^\w.-]+/));
  return [...orders].filter(order => words.has(order)).map(order => ({ place: 'text', order }));
}
