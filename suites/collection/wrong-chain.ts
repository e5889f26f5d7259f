import type { Scenario } from '#harness';

/** Names of networks are not specified: these are the most widely used. */
const WIDELY_USED = ['tron', 'ethereum', 'polygon'];
/** How many names are tried at most. */
const MOST = 8;

export const wrongChain: Scenario = {
  id: 'collection/wrong-chain',
  suite: 'collection',
  title: 'A deposit on the wrong network sends a webhook and is never credited (4.3, wrong_chain)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  async drive({ journeys, target, networksSeen }) {
    const known = target.networks.length > 0 ? target.networks : [...networksSeen(), ...WIDELY_USED];
    await journeys(async order => {
      for (const received_network of new Set(known.slice(0, MOST))) {
        const { outcome } = await order.step('wrong_chain', { received_network });
        if (outcome !== 'refused') return;
      }
      await order.stepFromAnyState('wrong_chain');
    });
  },
};
