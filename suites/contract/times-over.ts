/** Calls over all items: with few items, enough to show a fault that appears one time in five on one of them. */
const CALLS = 48;
/** How often each call is made at the least. */
const TIMES = 8;

/** How often all items are asked for, and how often each further call is made. */
export function timesOver(items: readonly unknown[]): { readonly all: number; readonly each: number } {
  return { all: Math.max(TIMES, Math.ceil(CALLS / Math.max(1, items.length))), each: TIMES };
}

/** How many calls are made at once: some states that calls share show only then. */
const AT_ONCE = 12;

/** Makes a call about each item, as often as asked, several at once. */
export async function timesAll<T>(items: readonly T[], times: number, call: (item: T) => Promise<unknown>) {
  const all = Array.from({ length: times }, () => items).flat();
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(call));
}
