/** How often each item occurs, in order of first occurrence. */
export function countsOf<T>(items: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The median of numbers, the upper one of two; `undefined` if there are none. */
export function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
