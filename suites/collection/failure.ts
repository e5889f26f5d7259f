import type { Scenario } from '#harness';

export const failure: Scenario = {
  id: 'collection/failure',
  suite: 'collection',
  title: 'an order that fails, fresh or after its deposit was seen, is signalled and never credited (4.3, fail)',
  orders: { least: 1, most: 2 },
  async drive({ journey, orders }) {
    const fresh = journey(async order => {
      const { outcome } = await order.step('fail');
      if (outcome !== 'refused') return;
      await order.step('deposit_detected');
      await order.step('fail');
    });
    if (orders < 2) return fresh;
    await Promise.all([
      fresh,
      journey(async order => {
        await order.step('deposit_detected');
        await order.step('fail');
      }),
    ]);
  },
};
