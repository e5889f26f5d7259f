import type { JourneyDriver, Scenario } from '#harness';

export const invalidCalls: Scenario = {
  id: 'collection/invalid-calls',
  suite: 'collection',
  title: 'a simulate call without a known event simulates nothing (4.3, event)',
  orders: { least: 1, most: 2 },
  async drive({ journey, orders, client, call, target }) {
    const mistaken = async (order: JourneyDriver) => {
      const path = `/sandbox/collection-orders/${encodeURIComponent(order.order)}/simulate`;
      const sendRaw = { method: 'POST', server: 'sandbox', path } as const;
      const context = { ...call, journey: order.id, operation: 'simulateCollectionOrder' };
      await client.sendRaw({ ...sendRaw, body: {} }, { ...context, condition: 'without-event' });
      await client.sendRaw(
        { ...sendRaw, body: { event: 'no_such_event' } },
        { ...context, condition: 'unknown-event' },
      );
    };
    const good = async (order: JourneyDriver) => {
      await mistaken(order);
      if (orders === 1) await order.quiet(target.quietMs);
      // The order is still good: the calls before it changed nothing.
      await order.step('deposit_detected');
    };
    // Where nothing else is asked of an order, whatever comes about it until the end of the run tells.
    await Promise.all([journey(good), ...(orders > 1 ? [journey(mistaken)] : [])]);
  },
};
