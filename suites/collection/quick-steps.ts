import { HAPPY_PATH, type JourneyDriver, leadsToCredit, refusal, type Scenario, type SentStep } from '#harness';

/** How long the webhook that is refused is waited for, in multiples of the quiet time. */
const QUIETS = 10;

/** What is simulated together with `disburse`, by order in turn; undefined for none. */
const RIVALS = ['disburse', 'fail', undefined, 'disburse'] as const;

export const quickSteps: Scenario = {
  id: 'collection/quick-steps',
  suite: 'collection',
  title: 'Steps in quick succession each send their webhook, and steps at once credit once (4.3, Events)',
  orders: { least: 0, most: 8 },
  async drive({ journeys, target }) {
    await journeys(async (order, nth) => {
      // Every other order takes its later steps while the webhook of its first one waits for redelivery.
      const refused = nth % 2 === 1 ? undefined : order.refuse([refusal(503)]).deliveries;
      const sent: SentStep[] = [];
      for (const event of HAPPY_PATH.filter(step => !leadsToCredit(step))) {
        const step = await order.send(event);
        if (step.outcome !== 'accepted') break;
        if (refused && sent.length === 0) await order.quiet(QUIETS * target.quietMs, () => refused.length > 0);
        sent.push(step);
      }
      for (const delivery of refused ?? []) await order.redelivery(delivery);
      await order.arrivals(sent);
      await race(order, nth);
      await order.quiet(target.quietMs);
    });
  },
};

/** Steps at the same moment: two credits, or a credit and a failure. Which of them is accepted is not specified. */
async function race(order: JourneyDriver, nth: number): Promise<void> {
  const rival = RIVALS[nth % RIVALS.length];
  if (rival !== undefined) await Promise.all([order.send('disburse'), order.send(rival)]);
}
