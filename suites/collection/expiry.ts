import type { Scenario } from '#harness';

export const expiry: Scenario = {
  id: 'collection/expiry',
  suite: 'collection',
  title: 'a quote that expires unpaid is signalled, and never credited (4.3, expire)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  async drive({ journey }) {
    await journey(order => order.stepFromAnyState('expire'));
  },
};
