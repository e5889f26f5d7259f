import type { SoundWebhook } from '../../sandbox/index.ts';
import { kindOf } from './case-id.ts';
import type { Trial } from './trial.ts';

/** One history of deliveries and disturbances, with an id that repeats it (`--case`). */
export interface EndpointCase {
  /** `credit.duplicate/same-bytes`; its first part names what is judged. Stable within an edition. */
  readonly id: string;
  /** The requirement that it shows. */
  readonly requirement: string;
  /** What a right backend does, as the beginning of its title: `Credits once`. */
  readonly must: string;
  /** What happens, as a clause after "where": `the same bytes come again`. */
  readonly where: string;
  /** Runs by itself, after all others: it may bring the backend down. Default: no. */
  readonly alone?: true;
  /** What the backend must offer. Default: nothing. */
  readonly needs?: 'credits' | 'restart';
  /** Needs clocks that agree, or that agree to a few seconds. Default: neither. */
  readonly timed?: true | 'closely';
  run(trial: Trial): Promise<void>;
}

/** A case that credits once, of the requirement that its id begins with. @param more what else is unusual */
export function creditsOnce(
  id: string,
  where: string,
  run: EndpointCase['run'],
  more: Partial<EndpointCase> = {},
): EndpointCase {
  return { id, requirement: kindOf(id), must: 'Credits once', where, needs: 'credits', run, ...more };
}

/** How many requests are sent at the same moment: a plain server queues five connections, and drops more. */
export const AT_ONCE = 4;

/** A webhook under another event id. */
export function withEventId(webhook: SoundWebhook, eventId: string): SoundWebhook {
  const replaced = (text: string) => text.replaceAll(webhook.eventId, eventId);
  const headers = Object.entries(webhook.headers).map(([name, value]) => [name, replaced(value)]);
  const body = Buffer.from(replaced(webhook.body.toString()));
  return { ...webhook, eventId, headers: Object.fromEntries(headers), body };
}
