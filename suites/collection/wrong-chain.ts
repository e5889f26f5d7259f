import type { Scenario } from '#harness';

export const wrongChain: Scenario = {
  id: 'collection/wrong-chain',
  suite: 'collection',
  title: 'a deposit on the wrong network is signalled, and never credited (4.3, wrong_chain)',
  orders: { least: 1, most: 2 },
  async drive({ journey, orders }) {
    const networks = [{ received_network: 'tron' }, {}].slice(0, orders);
    await Promise.all(
      networks.map(extra =>
        journey(async order => {
          const { outcome } = await order.step('wrong_chain', extra);
          if (outcome !== 'refused') return;
          // From which state it can be simulated is not said: after the deposit was seen is the other that makes sense.
          await order.step('deposit_detected');
          await order.step('wrong_chain', extra);
        }),
      ),
    );
  },
};
