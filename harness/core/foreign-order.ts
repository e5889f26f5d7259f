import { type Readable, valueAt } from './locator.ts';
import { mentions, scalars } from './mentions.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A word, and what sets it apart from the rest. */
const WORD = /^[A-Za-z]{2,}[_-]/;

/** Numbers of fewer digits are counted up, and grow longer. */
const COUNTED_UP = 12;

/**
 * Whether a delivery is about an order of somebody else: where other deliveries name our orders, it holds an id of the
 * same shape that is none of them.
 *
 * @param places where our orders have been named: JSON Pointers and `header:NAME`
 */
export function namesForeignOrder(delivery: Readable, places: Iterable<string>, orders: ReadonlySet<string>): boolean {
  const shapes = new Set([...orders].map(shapeOf));
  return [...places].some(place => {
    const value = valueAt(delivery, place);
    return value !== undefined && !orders.has(value) && shapes.has(shapeOf(value));
  });
}

/**
 * The id of another order that a delivery holds in the stead of its own: one that can be nothing else, since ids of
 * orders begin with a word of theirs. @param eventId the delivery's event id, whose word is not theirs if it is the same
 */
export function otherOrder(delivery: Readable, order: string, eventId: string | undefined): string | undefined {
  const word = WORD.exec(order)?.[0];
  if (word === undefined || eventId?.startsWith(word)) return undefined;
  if (mentions(delivery, new Set([order])).length > 0) return undefined;
  const alike = ({ value }: { value: string }) => value.startsWith(word) && shapeOf(value) === shapeOf(order);
  return [...scalars(delivery)].find(alike)?.value;
}

/** What the ids of one service have in common: their words and separators, and how long the last part is. */
function shapeOf(id: string): string {
  if (UUID.test(id)) return 'uuid';
  const [, head = '', tail = ''] = /^(.*[^A-Za-z0-9])?([A-Za-z0-9]*)$/.exec(id) ?? [];
  const counted = /^\d+$/.test(tail) && tail.length < COUNTED_UP;
  return `${head.replace(/\d+/g, '0')}${counted ? 'n' : tail.length}`;
}
