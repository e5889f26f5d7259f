import type { Delivery } from '../evidence/evidence.ts';
import { scalars } from '../evidence/mentions.ts';

/** So many deliveries have nothing in common by chance that all others lack. */
const ENOUGH = 3;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * What the bodies of some deliveries have in common and no other has, as the rest of "only …": a member has one value,
 * or it or their size is beyond a limit. Undefined where there is nothing.
 *
 * @param ids where event ids are: these differ anyway
 */
export function valuesInCommon(
  own: readonly Delivery[],
  others: readonly Delivery[],
  ids: ReadonlySet<unknown>,
): string | undefined {
  if (own.length < ENOUGH || others.length < ENOUGH) return undefined;
  const [mine, theirs] = [own, others].map(valuesByPlace);
  for (const [place, values] of mine ?? []) {
    const other = theirs?.get(place) ?? [];
    if (values.length < own.length || other.length < others.length || ids.has(place)) continue;
    const [value] = values;
    if (values.every(one => one === value) && !other.includes(value ?? '')) return `those with ${place} ${value}`;
    const beyond = limitOf(values, other);
    if (beyond) return `those with ${place} ${beyond}`;
  }
  const beyond = limitOf(sizesOf(own), sizesOf(others));
  return beyond && `bodies of ${beyond} bytes`;
}

function valuesByPlace(deliveries: readonly Delivery[]): ReadonlyMap<string, readonly string[]> {
  const all = deliveries.flatMap(scalars).filter(({ place }) => place.startsWith('/'));
  const byPlace = Map.groupBy(all, ({ place }) => place);
  return new Map([...byPlace].map(([place, same]) => [place, same.map(({ value }) => value)]));
}

function sizesOf(deliveries: readonly Delivery[]): readonly string[] {
  return deliveries.map(({ body }) => String(body.size));
}

/** The limit beyond which all of some numbers are, and none of the others. */
function limitOf(own: readonly string[], others: readonly string[]): string | undefined {
  if (![...own, ...others].every(value => NUMBER.test(value))) return undefined;
  const [mine, theirs] = [own.map(Number), others.map(Number)];
  const least = mine.reduce((a, b) => Math.min(a, b));
  const most = mine.reduce((a, b) => Math.max(a, b));
  if (theirs.every(one => one < least)) return `${least} or more`;
  return theirs.every(one => one > most) ? `${most} or less` : undefined;
}
