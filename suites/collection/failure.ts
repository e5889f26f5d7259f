import type { Scenario } from '#harness';

export const failure: Scenario = {
  id: 'collection/failure',
  suite: 'collection',
  title: 'an order that fails is signalled, and never credited (4.3, fail)',
  orders: { least: 1, most: 1 },
  meets: true,
  async drive({ journey }) {
    await journey(async order => {
      const { outcome } = await order.step('fail');
      if (outcome !== 'refused') return;
      // From which state it can be simulated is not said: after the deposit was seen is the other that makes sense.
      await order.step('deposit_detected');
      await order.step('fail');
    });
  },
};
