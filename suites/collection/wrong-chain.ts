import { type JourneyDriver, mayAct, type Scenario } from '#harness';

/** Names of networks are unspecified. These are the most widely used. */
const WIDELY_USED = ['tron', 'ethereum', 'polygon'];
/** The most tried names. */
const MOST = 8;

export const wrongChain: Scenario = {
  id: 'collection/wrong-chain',
  suite: 'collection',
  title: 'A deposit on the wrong network sends a webhook and is never credited (4.3, wrong_chain)',
  orders: { least: 1, most: WIDELY_USED.length },
  calibrates: true,
  async drive({ journeys, target, networksSeen }) {
    const names = target.networks.length > 0 ? target.networks : [...networksSeen(), ...WIDELY_USED];
    const known = [...new Set(names)].slice(0, MOST);
    // Each order starts with another network, because a service may fail for only one of them.
    let isAccepted = false;
    const arriveFrom = async (order: JourneyDriver, first: number) => {
      const begin = first % known.length;
      for (const received_network of [...known.slice(begin), ...known.slice(0, begin)]) {
        const { answer } = await order.step('wrong_chain', { received_network });
        isAccepted ||= answer === 'taken';
        if (mayAct(answer)) return;
      }
      await order.stepFromAnyState('wrong_chain');
    };
    await journeys(order => arriveFrom(order, 0), { most: 1 });
    if (isAccepted) await journeys((order, nth) => arriveFrom(order, nth + 1));
  },
};
