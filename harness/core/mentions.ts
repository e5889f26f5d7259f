import { isScalar, jsonOf, walk } from './json.ts';
import type { Readable } from './locator.ts';

/** A place of a delivery (a JSON Pointer, or `header:NAME`) at which a known order is named. */
export interface Mention {
  readonly place: string;
  readonly order: string;
}

/** Every scalar of a delivery with its place: members of the body, then headers (names in lower case). */
export function* scalars(delivery: Readable): Generator<{ place: string; value: string }> {
  const body = jsonOf(delivery.body);
  if (body) {
    for (const { pointer, value } of walk(body.value)) {
      if (isScalar(value)) yield { place: pointer, value: String(value) };
    }
  }
  for (const [name, value] of delivery.headers) yield { place: `header:${name.toLowerCase()}`, value };
}

/**
 * Where a delivery names orders that are known. A value that is the order counts; only where there is none does one
 * that holds it (`/orders/<id>`).
 */
export function mentions(delivery: Readable, orders: ReadonlySet<string>): readonly Mention[] {
  const exact: Mention[] = [];
  const inside: Mention[] = [];
  for (const { place, value } of scalars(delivery)) {
    if (orders.has(value)) exact.push({ place, order: value });
    else if (value.length > 4)
      for (const part of value.split(/[/:?&=#\s]+/)) if (orders.has(part)) inside.push({ place, order: part });
  }
  if (exact.length > 0 || inside.length > 0 || jsonOf(delivery.body)) return exact.length > 0 ? exact : inside;
  // A body that is no JSON (cut short, say) may name its order all the same.
  const words = new Set((delivery.body.text ?? '').split(/[^\w.-]+/));
  return [...orders].filter(order => words.has(order)).map(order => ({ place: 'text', order }));
}
