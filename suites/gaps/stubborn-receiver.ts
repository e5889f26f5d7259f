import { refusal, type Scenario } from '#harness';

/** How often one delivery is refused: on a stranger's service seldom, for it may stop sending to whom refuses much. */
const REFUSALS = { embedded: 4, remote: 2 };

export const stubbornReceiver: Scenario = {
  id: 'gaps/stubborn-receiver',
  suite: 'gaps',
  title: 'when and how often a delivery that is refused again and again comes is written down (Events)',
  orders: { least: 0, most: 1 },
  async drive({ journey, orders, target }) {
    if (orders === 0) return;
    const timeout = target.kind === 'embedded' ? target.holdMs : target.redeliveryTimeoutMs;
    const refusals = Array.from({ length: REFUSALS[target.kind] }, () => refusal(503));
    await journey(order => order.stepRefusedAgain('deposit_detected', refusals, timeout));
  },
};
