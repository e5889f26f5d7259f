import type { Scenario } from '#harness';

/** Calls that are to succeed, over all of what there is: where it is little, what one of two shows one time in five is met. */
const CALLS = 48;
/** How often each call is made at the least. */
const TIMES = 8;

export const onrampOrders: Scenario = {
  id: 'contract/onramp-orders',
  suite: 'contract',
  title: 'an onramp order is read by its id, and what does not exist is an error (4.2)',
  async drive({ client, target, call, uuid }) {
    const { onrampOrderIds, onrampOrdersKnown, errorFixtures } = target;
    const condition = onrampOrdersKnown ? 'known' : 'guessed';
    const times = Math.max(TIMES, Math.ceil(CALLS / Math.max(1, onrampOrderIds.length)));
    for (let time = 0; time < times; time++) {
      await Promise.all(onrampOrderIds.map(id => client.getOnrampOrder(id, { ...call, condition })));
    }
    for (let time = 0; time < TIMES; time++) {
      await client.getOnrampOrder(uuid(), { ...call, condition: 'unknown' });
      for (const id of errorFixtures.onrampErrors) await client.getOnrampOrder(id, { ...call, condition: 'magic' });
    }
  },
};
