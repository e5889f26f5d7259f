import type { EndpointCase } from './endpoint-case.ts';

/** Requirements whose first cases come before those of all others: a breach costs most. */
const FIRST = ['credit.once', 'credit.duplicate', 'receiver.rejects-mismatch'];

/**
 * Cases in the order in which a gate tries them that has no time for all: the most consequential case of each
 * requirement, then the second of each, and so on.
 */
export function mostConsequentialFirst(cases: readonly EndpointCase[]): readonly EndpointCase[] {
  const requirements = new Set([...FIRST, ...cases.map(({ requirement }) => requirement)]);
  const inTurn = [...requirements].map(requirement => cases.filter(each => each.requirement === requirement));
  const longest = Math.max(0, ...inTurn.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) => inTurn.flatMap(own => own[nth] ?? [])).flat();
}
