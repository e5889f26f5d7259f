import type { Scenario } from '#harness';

/** Names of networks are not specified: these are the most widely used. */
const NETWORKS = ['tron', 'ethereum', 'polygon'];

export const wrongChain: Scenario = {
  id: 'collection/wrong-chain',
  suite: 'collection',
  title: 'A deposit on the wrong network sends a webhook and is never credited (4.3, wrong_chain)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  async drive({ journeys }) {
    await journeys(async order => {
      for (const received_network of NETWORKS) {
        const { outcome } = await order.step('wrong_chain', { received_network });
        if (outcome !== 'refused') return;
      }
      await order.stepFromAnyState('wrong_chain');
    });
  },
};
