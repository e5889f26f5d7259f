import type { Scenario } from '#harness';

export const expiry: Scenario = {
  id: 'collection/expiry',
  suite: 'collection',
  title: 'a quote that expires unpaid is signalled, and never credited (4.3, expire)',
  orders: { least: 1, most: 2 },
  async drive({ journey, orders }) {
    await Promise.all(
      Array.from({ length: orders }, () => journey(order => order.step('expire').then(() => undefined))),
    );
  },
};
