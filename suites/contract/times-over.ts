/** Calls over all items: with few items, enough to show a fault that appears one time in five on one of them. */
const CALLS = 48;
/** How often each call is made at the least. */
const TIMES = 8;

/** How often all items are asked for, and how often each further call is made. */
export function timesOver(items: readonly unknown[]): { readonly all: number; readonly each: number } {
  return { all: Math.max(TIMES, Math.ceil(CALLS / Math.max(1, items.length))), each: TIMES };
}
