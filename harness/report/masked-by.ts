import type { Finding } from '../checks/judge.ts';

/** More findings than these explain nothing. */
const MOST = 6;

/**
 * The breaches that hide a requirement, by their position in the summary: the fewest, each found on its own, that
 * together concern everything in which the requirement could not be judged. None where they do not.
 *
 * @param places each time that it could not be judged: the exchanges and deliveries that something is wrong in
 * @param findings in the order of the summary
 */
export function maskedBy(places: readonly (readonly string[])[], findings: readonly Finding[]): readonly number[] {
  const candidates = findings.flatMap(({ severity, evidence }, position) =>
    severity === 'breach' ? [{ position, ids: new Set(evidence) }] : [],
  );
  let left = places;
  const found: number[] = [];
  while (left.length > 0 && found.length < MOST) {
    const counts = candidates.map(({ position, ids }) => ({ position, ids, rest: left.filter(at => !isIn(at, ids)) }));
    const [best] = counts.sort((a, b) => a.rest.length - b.rest.length || a.position - b.position);
    if (best === undefined || best.rest.length === left.length) return [];
    found.push(best.position);
    left = best.rest;
  }
  return left.length > 0 ? [] : found.sort((a, b) => a - b);
}

function isIn(place: readonly string[], ids: ReadonlySet<string>): boolean {
  return place.some(id => ids.has(id));
}
