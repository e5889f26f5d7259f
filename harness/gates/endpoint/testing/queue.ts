import type { Parts, Running, Said } from '../bugs/handler.ts';

/** How the entries of a queue begin among what is stored. The order and what is remembered of the event follow. */
const QUEUED = 'queued:';

/** The entries of a durable queue. */
export function queued({ stored }: Running): readonly string[] {
  return [...stored.seen].filter(entry => entry.startsWith(QUEUED));
}

/** The order of an entry. */
export function orderOf(entry: string): string {
  return entry.split(':')[1] ?? '';
}

/** Stores an event and its entry at once, unless the event is known. It is acknowledged before it is credited. */
export function enqueue({ order }: Said, key: string, { stored }: Running): boolean {
  if (!stored.seen.has(key)) stored.seen.add(key).add(`${QUEUED}${order}:${key}`);
  return true;
}

/** Credits an entry and removes it, in one transaction. */
export function creditEntry(entry: string, { stored }: Running): void {
  if (stored.seen.delete(entry)) stored.credits.push(orderOf(entry));
}

/** Credits what a durable queue holds, all at once, every so many milliseconds. */
export function batches(everyMs: number): Parts {
  return {
    process: enqueue,
    *begin(running) {
      for (;;) {
        yield everyMs;
        for (const entry of queued(running)) creditEntry(entry, running);
      }
    },
  };
}
