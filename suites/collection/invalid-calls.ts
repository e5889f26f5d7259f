import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

export const invalidCalls: Scenario = {
  id: 'collection/invalid-calls',
  suite: 'collection',
  title: 'A simulate call without a known event changes nothing (4.3, event)',
  orders: { least: 1, most: 2 },
  async drive(context) {
    const { journeys, orders, target } = context;
    const { simulate } = rawCalls(context);
    await journeys(async (order, nth) => {
      await simulate(order, 'without-event', {});
      await simulate(order, 'unknown-event', { event: 'no_such_event' });
      // A second order is left alone after that: whatever arrives about it until the end of the run is evidence.
      if (nth > 0) return;
      if (orders === 1) await order.quiet(target.quietMs);
      // The order can still be driven: the calls before changed nothing.
      await order.step('deposit_detected');
    });
  },
};
