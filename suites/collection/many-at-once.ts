import { HAPPY_PATH, leadsToCredit, refusal, type Scenario } from '#harness';

/** How the journeys, in turn, refuse one of their deliveries; undefined refuses none. */
const REFUSALS = [{ kind: 'drop' }, refusal(503), { kind: 'drop' }, refusal(500), undefined] as const;

export const manyAtOnce: Scenario = {
  id: 'collection/many-at-once',
  suite: 'collection',
  title: 'Concurrent orders do not mix, and each is credited once (Events)',
  orders: { least: 2, most: 40 },
  takesLoad: true,
  async drive({ journeys, orders, pick, target }) {
    const refusedSteps = Array.from({ length: orders }, () => pick(HAPPY_PATH.length));
    await journeys(async (order, nth) => {
      const refusal = REFUSALS[nth % REFUSALS.length];
      for (const [index, event] of HAPPY_PATH.entries()) {
        // A credit that is sent too early needs time to arrive too early.
        if (leadsToCredit(event)) await order.quiet(target.quietMs);
        const { outcome } = await (refusal && index === refusedSteps[nth]
          ? order.stepRefused(event, [refusal])
          : order.step(event));
        if (outcome === 'refused') return;
      }
      // Asks for a second disbursement: a service may credit only some orders twice.
      if (refusal === undefined) for (const event of HAPPY_PATH.filter(leadsToCredit)) await order.send(event);
    });
  },
};
