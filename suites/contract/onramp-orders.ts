import type { Scenario } from '#harness';

/** How often each order is read: a fault that shows one time in five is met. */
const TIMES = 8;

export const onrampOrders: Scenario = {
  id: 'contract/onramp-orders',
  suite: 'contract',
  title: 'an onramp order is read by its id, and what does not exist is an error (4.2)',
  async drive({ client, target, call, uuid }) {
    const { onrampOrderIds, onrampOrdersKnown, magic } = target;
    const condition = onrampOrdersKnown ? 'known' : 'guessed';
    for (let time = 0; time < TIMES; time++) {
      await Promise.all(onrampOrderIds.map(id => client.getOnrampOrder(id, { ...call, condition })));
    }
    for (let time = 0; time < TIMES; time++) {
      await client.getOnrampOrder(uuid(), { ...call, condition: 'unknown' });
      for (const id of magic.onrampErrors) await client.getOnrampOrder(id, { ...call, condition: 'magic' });
    }
  },
};
