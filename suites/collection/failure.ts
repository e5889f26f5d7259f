import type { Scenario } from '#harness';

export const failure: Scenario = {
  id: 'collection/failure',
  suite: 'collection',
  title: 'an order that fails is signalled, and never credited (4.3, fail)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  async drive({ journey }) {
    await journey(order => order.stepFromAnyState('fail'));
  },
};
