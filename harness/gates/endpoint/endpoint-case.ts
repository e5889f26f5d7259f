import type { SoundWebhook } from '../../sandbox/index.ts';
import type { Bench } from './bench.ts';
import { kindOf } from './case-id.ts';
import type { Manner, Outgoing } from './sender.ts';
import type { Trial } from './trial.ts';

/** One history of deliveries and disturbances. `--case` repeats it by its id. */
export interface EndpointCase {
  /** `credit.duplicate/same-bytes`; its first part names the judged behaviour. Stable within an edition. */
  readonly id: string;
  /** The requirement that it tests. */
  readonly requirement: string;
  /** What a right backend does, as the start of a title: `Credits once`. */
  readonly must: string;
  /** What happens, as a clause after "where": `the same bytes come again`. */
  readonly where: string;
  /** Whether it runs by itself, after all others, because it may stop the backend. Default: no. */
  readonly alone?: true;
  /** What the backend must offer. Default: nothing. */
  readonly needs?: 'credits' | 'restart';
  /** Whether it needs clocks that agree, or that agree to a few seconds. Default: neither. */
  readonly timed?: true | 'closely';
  run(trial: Trial): Promise<void>;
}

/** A case that expects one credit. The start of its id is its requirement. @param more other members of the case */
export function creditsOnce(
  id: string,
  where: string,
  run: EndpointCase['run'],
  more: Partial<EndpointCase> = {},
): EndpointCase {
  return { id, requirement: kindOf(id), must: 'Credits once', where, needs: 'credits', run, ...more };
}

/** A case with one genuine webhook in an unusual request, which must be processed. Each attempt makes the request. */
export function unusual(
  id: string,
  where: string,
  request: (bench: Bench, webhook: SoundWebhook) => Outgoing,
  { manner, ...more }: Partial<EndpointCase> & { readonly manner?: Manner } = {},
): EndpointCase {
  const run = async (trial: Trial) => {
    const webhook = await trial.completed(trial.order(1));
    await trial.untilAcknowledged(webhook, () => request(trial.bench, webhook), where, manner);
  };
  return creditsOnce(id, where, run, more);
}

/** How many requests are sent at once. A plain server queues five connections and drops more. */
export const AT_ONCE = 4;

/** The items in groups, in order. The requests of one group are sent at once. */
export function groupsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / AT_ONCE);
  return Array.from({ length: count }, (_, nth) => items.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE));
}

/** A webhook with another event id. */
export function withEventId(webhook: SoundWebhook, eventId: string): SoundWebhook {
  return { ...withText(webhook, webhook.eventId, eventId), eventId };
}

/** A webhook about another order. */
export function aboutOrder(webhook: SoundWebhook, orderId: string): SoundWebhook {
  return { ...withText(webhook, webhook.orderId, orderId), orderId };
}

function withText(webhook: SoundWebhook, own: string, other: string): SoundWebhook {
  const replaced = (text: string, as: string) => text.replaceAll(own, () => as);
  const headers = Object.entries(webhook.headers).map(([name, value]) => [name, replaced(value, other)]);
  const body = Buffer.from(replaced(webhook.body.toString(), JSON.stringify(other).slice(1, -1)));
  return { ...webhook, headers: Object.fromEntries(headers), body };
}
