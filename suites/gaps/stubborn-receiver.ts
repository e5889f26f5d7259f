import { refusal, type Scenario } from '#harness';

/**
 * How often one delivery is refused: once more than an event has to survive, but not often on a remote service, which
 * may stop sending to a receiver that refuses.
 */
const REFUSALS = { embedded: 4, remote: 3 };

export const stubbornReceiver: Scenario = {
  id: 'gaps/stubborn-receiver',
  suite: 'gaps',
  title: 'Observes when and how often a refused delivery is redelivered (Events)',
  orders: { least: 0, most: 1 },
  async drive({ journeys, target }) {
    const timeout = target.kind === 'embedded' ? target.holdMs : target.redeliveryTimeoutMs;
    const refusals = Array.from({ length: REFUSALS[target.kind] }, () => refusal(503));
    await journeys(order => order.stepRefusedAgain('deposit_detected', refusals, timeout));
  },
};
