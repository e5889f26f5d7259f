import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { list } from '../wording.ts';

/** Places that were not explored, of which the text names so many. */
const MOST_NAMED = 12;

/** What a diagram of a lifecycle shows, and what was not tried. */
export function lifecycleInWords({ unexplored }: Lifecycle): string {
  const named = unexplored.map(({ from, event }) => `${event} in ${from}`);
  const rest = named.length === 0 ? 'Every event was tried in every state.' : `Not tried: ${list(named, MOST_NAMED)}.`;
  return `The states of a collection order that differ in answers or webhooks. ${rest}`;
}
