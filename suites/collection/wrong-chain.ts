import type { Scenario } from '#harness';

const NETWORK = { received_network: 'tron' };

export const wrongChain: Scenario = {
  id: 'collection/wrong-chain',
  suite: 'collection',
  title: 'a deposit on the wrong network is signalled, and never credited (4.3, wrong_chain)',
  orders: { least: 1, most: 1 },
  meets: true,
  async drive({ journey }) {
    await journey(async order => {
      const { outcome } = await order.step('wrong_chain', NETWORK);
      if (outcome !== 'refused') return;
      // From which state it can be simulated is not said: after the deposit was seen is the other that makes sense.
      await order.step('deposit_detected');
      await order.step('wrong_chain', NETWORK);
    });
  },
};
