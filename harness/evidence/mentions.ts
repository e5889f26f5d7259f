import { isScalar, jsonOf, walkInside } from '../base/json.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import { type Readable, valueAt } from './interpretation.ts';

/** A place of a delivery (a JSON Pointer or `header:NAME`) that names a known order. */
interface Mention {
  readonly place: string;
  readonly order: string;
}

/** A scalar of a delivery with its place. */
export interface Scalar {
  readonly place: string;
  readonly value: string;
}

/** Every scalar of a delivery with its place: body members first, then headers (names in lower case). */
export const scalars = oncePerObject((delivery: Readable): readonly Scalar[] => [...scalarsOf(delivery)]);

function* scalarsOf(delivery: Readable): Generator<Scalar> {
  const body = jsonOf(delivery.body);
  if (body) {
    for (const { pointer, value } of walkInside(body.value)) {
      if (isScalar(value)) yield { place: pointer, value: String(value) };
    }
  }
  for (const [name, value] of delivery.headers) yield { place: `header:${name.toLowerCase()}`, value };
}

const SEPARATOR = /[/:?&=#\s]+/;

/** Scalars that have parts (`/orders/<id>`) and are not short. Split once, searched often. */
const inParts = oncePerObject((delivery: Readable) =>
  scalars(delivery)
    .filter(({ value }) => value.length > 4 && SEPARATOR.test(value))
    .map(({ place, value }) => ({ place, parts: value.split(SEPARATOR) })),
);

/**
 * The places where a delivery names known orders. A value equal to an order counts; values that contain one
 * (`/orders/<id>`) count only if none is equal.
 */
export function mentions(delivery: Readable, orders: ReadonlySet<string>): readonly Mention[] {
  const exact = scalars(delivery).flatMap(({ place, value }) => (orders.has(value) ? [{ place, order: value }] : []));
  if (exact.length > 0) return exact;
  // Most deliveries name their order exactly, so their values are not split, which would use most of a run's memory.
  const inside = inParts(delivery).flatMap(({ place, parts }) =>
    parts.filter(part => orders.has(part)).map(order => ({ place, order })),
  );
  if (inside.length > 0 || jsonOf(delivery.body)) return inside;
  // A body that is not JSON, for example a truncated one, may still name its order.
  const words = new Set((delivery.body.text ?? '').split(/[^\w.-]+/));
  return [...orders].filter(order => words.has(order)).map(order => ({ place: 'text', order }));
}

const isNamedIn = oncePerObject((delivery: Readable) =>
  oncePerKey((order: string) => mentions(delivery, new Set([order])).length > 0),
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The prefix of an id: a word and a separator. */
const WORD = /^[A-Za-z]{2,}[_-]/;

/** Numbers with fewer digits are counters, whose length changes. */
export const COUNTED_UP = 12;

/**
 * Whether a delivery is about an order of another run: it has an unknown id of the same shape in a place where other
 * deliveries have known orders.
 * @param places places of known orders: JSON Pointers and `header:NAME`
 */
export function namesForeignOrder(delivery: Readable, places: Iterable<string>, orders: ReadonlySet<string>): boolean {
  return [...places].some(place => {
    const value = valueAt(delivery, place);
    if (value === undefined || orders.has(value)) return false;
    const shape = shapeOf(value);
    return orders.values().some(order => shapeOf(order) === shape);
  });
}

/**
 * The id of another order in a delivery. It must start with the prefix of order ids, so that it can be nothing else.
 * @param eventId the delivery's event id, which must not have the same prefix
 */
export function otherOrder(delivery: Readable, order: string, eventId: string | undefined): string | undefined {
  const word = WORD.exec(order)?.[0];
  if (word === undefined || eventId?.startsWith(word)) return undefined;
  if (isNamedIn(delivery)(order)) return undefined;
  const alike = ({ value }: { value: string }) => value.startsWith(word) && shapeOf(value) === shapeOf(order);
  return [...scalars(delivery)].find(alike)?.value;
}

/** The share of an order id that a truncated one must keep. A shorter value may be anything. */
const LEFT = 0.75;

/** The truncated id of an order in a delivery that lacks the full id. */
export function cutOrder(delivery: Readable, order: string): string | undefined {
  if (isNamedIn(delivery)(order)) return undefined;
  const isCut = (value: string) =>
    value.length >= LEFT * order.length &&
    value.length < order.length &&
    order.startsWith(value) &&
    /^[A-Za-z0-9]+$/.test(order.slice(value.length));
  return scalars(delivery).find(({ value }) => isCut(value))?.value;
}

/** The common shape of a service's ids: their words and separators, and the length of the last part. */
function shapeOf(id: string): string {
  if (UUID.test(id)) return 'uuid';
  const [, head = '', tail = ''] = /^(.*[^A-Za-z0-9])?([A-Za-z0-9]*)$/.exec(id) ?? [];
  const counted = /^\d+$/.test(tail) && tail.length < COUNTED_UP;
  return `${head.replace(/\d+/g, '0')}${counted ? 'n' : tail.length}`;
}
