import type { Locator } from '../evidence/dialect.ts';
import type { Delivery, Journey } from '../evidence/evidence.ts';
import { valueAt } from '../evidence/locator.ts';

/** A candidate for a place, with the share of samples that support it (0 to 1). */
export interface Candidate {
  readonly locator: Locator;
  readonly support: number;
  readonly samples: number;
}

/** A delivery and the journey that it belongs to. */
export interface Owned {
  readonly delivery: Delivery;
  readonly journey: Journey;
}

/** The last name of a place: that of the member, or of the header without `x-`. */
export function lastName(place: string): string {
  return place.startsWith('header:')
    ? place.slice('header:'.length).replace(/^x-/, '')
    : place.slice(place.lastIndexOf('/') + 1);
}

/** How deep a place lies: 1 for headers and for the members at the top of a body. */
export function depth(place: string): number {
  return place.startsWith('header:') ? 1 : place.split('/').length - 1;
}

/** The share of deliveries that hold anything at a place. */
export function coverage(place: string, owned: readonly Owned[]): number {
  return owned.filter(({ delivery }) => valueAt(delivery, place) !== undefined).length / owned.length;
}

/**
 * A place, or places by event type if event families differ: a type that mostly lacks the place gets the one that
 * `another` finds for its deliveries.
 */
export function byFamily(
  place: string,
  owned: readonly Owned[],
  typeAt: (delivery: Delivery) => string | undefined,
  another: (own: readonly Owned[]) => string | undefined,
): Locator {
  const places: { [type: string]: string } = {};
  for (const [type, own] of Map.groupBy(owned, ({ delivery }) => typeAt(delivery))) {
    const found = coverage(place, own) > 0.5 ? place : another(own);
    if (type !== undefined && found !== undefined) places[type] = found;
  }
  return Object.values(places).some(found => found !== place) ? places : place;
}
