/** How often each of several items occurs, in the order in which they first do. */
export function countsOf<T>(items: Iterable<T>): ReadonlyMap<T, number> {
  return new Map([...Map.groupBy(items, item => item)].map(([item, all]) => [item, all.length]));
}
