import type { Scenario } from '#harness';

/** How long a webhook that may come is waited for, in multiples of what counts as quiet. */
const PATIENCE = 3;

/** Nothing here is judged: what is seen answers gaps of 4.3, and is what a dialect file holds a target to. */
export const simulateAnswers: Scenario = {
  id: 'gaps/simulate-answers',
  suite: 'gaps',
  title: 'what unknown orders, repeated and illegal steps, and a missing key are answered with is written down (4.3)',
  orders: { least: 1, most: 2 },
  async drive({ journey, client, call, target, orders, uuid }) {
    const context = { ...call, operation: 'simulateCollectionOrder' };
    const simulate = (order: string, event: string) => ({
      method: 'POST' as const,
      server: 'sandbox' as const,
      path: `/sandbox/collection-orders/${encodeURIComponent(order)}/simulate`,
      body: { event },
    });
    for (const event of ['deposit_detected', 'disburse'])
      await client.mistake(simulate(uuid(), event), { ...context, condition: 'unknown-order' });
    const repeated = journey(async order => {
      const keyless = { ...simulate(order.order, 'deposit_detected'), headers: { 'X-API-Key': undefined } };
      const open = await client.mistake(keyless, { ...context, journey: order.id, condition: 'without-key' });
      // Where no key is needed, that was the step already.
      if ((open.response?.status ?? 500) >= 300) await order.send('deposit_detected');
      await order.quiet(PATIENCE * target.quietMs);
      await client.mistake(simulate(order.order, 'deposit_detected'), {
        ...context,
        journey: order.id,
        condition: 'repeated-step',
      });
      await order.quiet(PATIENCE * target.quietMs);
    });
    if (orders < 2) return repeated;
    const illegal = journey(async order => {
      const { outcome } = await order.step('expire');
      if (outcome !== 'accepted') return;
      await client.mistake(simulate(order.order, 'deposit_detected'), {
        ...context,
        journey: order.id,
        condition: 'illegal-step',
      });
      await order.quiet(PATIENCE * target.quietMs);
    });
    await Promise.all([repeated, illegal]);
  },
};
