import type { Scenario } from '#harness';
import { timesAll, timesOver } from './times-over.ts';

export const onrampOrders: Scenario = {
  id: 'contract/onramp-orders',
  suite: 'contract',
  title: 'An onramp order can be read by its id, and an unknown id is an error (4.2)',
  async drive({ client, target, call, uuid }) {
    const { onrampOrderIds, onrampOrdersKnown, errorFixtures } = target;
    const condition = onrampOrdersKnown ? 'known' : 'guessed';
    const { all, each } = timesOver(onrampOrderIds);
    await timesAll(onrampOrderIds, all, id => client.getOnrampOrder(id, { ...call, condition }));
    for (let time = 0; time < each; time++) {
      await client.getOnrampOrder(uuid(), { ...call, condition: 'unknown' });
      for (const id of errorFixtures.onrampErrors) await client.getOnrampOrder(id, { ...call, condition: 'magic' });
    }
  },
};
