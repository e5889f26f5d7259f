import type { Scenario } from '#harness';

export const laterFailures: Scenario = {
  id: 'collection/later-failures',
  suite: 'collection',
  title: 'an order that fails after its deposit was seen, or whose network is not named, is never credited (4.3)',
  orders: { least: 1, most: 2 },
  async drive({ journey, orders }) {
    const failing = journey(async order => {
      await order.step('deposit_detected');
      await order.step('fail');
    });
    if (orders < 2) return failing;
    const nameless = journey(async order => {
      await order.step('wrong_chain');
    });
    await Promise.all([failing, nameless]);
  },
};
