import { leadsToCredit } from '../contract/lifecycle.ts';
import type { Walk } from '../facts/lifecycle/plan-walks.ts';
import type { JourneyDriver } from './journey-driver.ts';

/** How many accepted steps a walk has at most: a service that accepts every step must not hold the run up. */
const MOST_ACCEPTED = 8;

/**
 * Drives an order through a walk. No webhook is due, since what is known of the order's states may be wrong: each is
 * given a while to come. The first step without one ends the walk, since all walks together would take too long.
 *
 * @returns the aims that were tried
 */
export async function takeWalk(
  order: Pick<JourneyDriver, 'send' | 'mayArrive' | 'awhile'>,
  { steps, aims }: Walk,
): Promise<readonly string[]> {
  const tried: string[] = [];
  let accepted = 0;
  for (const [nth, { event, receivedAmount, receivedNetwork, webhooks }] of steps.entries()) {
    // A credit that an earlier step sent needs time to arrive before this one.
    if (leadsToCredit(event)) await order.awhile();
    const sent = await order.send(event, {
      ...(receivedAmount !== undefined && { received_amount: receivedAmount }),
      ...(receivedNetwork !== undefined && { received_network: receivedNetwork }),
    });
    if (sent.outcome === 'unknown') break;
    tried.push(...[aims.get(nth)].filter(aim => aim !== undefined));
    if (sent.outcome === 'accepted') {
      // Where it is known that nothing comes, nothing is waited for.
      if (webhooks !== 0 && !(await order.mayArrive(sent))) break;
      if (webhooks === undefined || webhooks > 1) await order.awhile();
      if (++accepted === MOST_ACCEPTED) break;
    } else if (leadsToCredit(event)) await order.awhile();
  }
  return tried;
}
