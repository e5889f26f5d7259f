import { type Readable, valueAt } from './locator.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Numbers of fewer digits are counted up, and grow longer. */
const COUNTED_UP = 12;

/**
 * Whether a delivery is about an order of somebody else: where other deliveries name our orders, it holds an id of the
 * same shape that is none of them.
 *
 * @param places where our orders have been named: JSON Pointers and `header:NAME`
 */
export function isStranger(delivery: Readable, places: Iterable<string>, orders: ReadonlySet<string>): boolean {
  const shapes = new Set([...orders].map(shapeOf));
  return [...places].some(place => {
    const value = valueAt(delivery, place);
    return value !== undefined && !orders.has(value) && shapes.has(shapeOf(value));
  });
}

/** What the ids of one service have in common: their words and separators, and how long the last part is. */
function shapeOf(id: string): string {
  if (UUID.test(id)) return 'uuid';
  const [, head = '', tail = ''] = /^(.*[^A-Za-z0-9])?([A-Za-z0-9]*)$/.exec(id) ?? [];
  const counted = /^\d+$/.test(tail) && tail.length < COUNTED_UP;
  return `${head.replace(/\d+/g, '0')}${counted ? 'n' : tail.length}`;
}
