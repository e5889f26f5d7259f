/** The total number of calls over all items: enough to show a fault that occurs one time in five on one item. */
const CALLS = 48;
const TIMES = 8;

/** How often to call about each item, and how often to make each further call. */
export function timesOver(items: readonly unknown[]): { readonly all: number; readonly each: number } {
  return { all: Math.max(TIMES, Math.ceil(CALLS / Math.max(1, items.length))), each: TIMES };
}

/** The number of calls at once. Some shared state shows only then. */
const AT_ONCE = 12;

/** Calls about each item this many times, several at once. */
export async function timesAll<T>(items: readonly T[], times: number, call: (item: T) => Promise<unknown>) {
  const all = Array.from({ length: times }, () => items).flat();
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(call));
}
