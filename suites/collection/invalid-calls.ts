import type { Scenario } from '#harness';

export const invalidCalls: Scenario = {
  id: 'collection/invalid-calls',
  suite: 'collection',
  title: 'a simulate call without a known event simulates nothing (4.3, event)',
  orders: { least: 1, most: 1 },
  async drive({ journey, client, call, target }) {
    await journey(async order => {
      const path = `/sandbox/collection-orders/${encodeURIComponent(order.order)}/simulate`;
      const mistake = { method: 'POST', server: 'sandbox', path } as const;
      const context = { ...call, journey: order.id, operation: 'simulateCollectionOrder' };
      await client.mistake({ ...mistake, body: {} }, { ...context, condition: 'without-event' });
      await client.mistake(
        { ...mistake, body: { event: 'no_such_event' } },
        { ...context, condition: 'unknown-event' },
      );
      await order.quiet(target.quietMs);
      // The order is still good: the calls before it changed nothing.
      await order.step('deposit_detected');
    });
  },
};
