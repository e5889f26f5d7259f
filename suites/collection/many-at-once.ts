import { HAPPY_PATH, leadsToCredit, refusal, type Scenario } from '#harness';

/** What the next journeys do to one of their deliveries, in turn; undefined leaves them all alone. */
const REFUSALS = [{ kind: 'drop' }, refusal(503), { kind: 'drop' }, refusal(500), undefined] as const;

export const manyAtOnce: Scenario = {
  id: 'collection/many-at-once',
  suite: 'collection',
  title: 'forty orders at once never mix, each is credited once, and refused deliveries come again (Events)',
  orders: { least: 2, most: 40 },
  async drive({ journey, orders, pick, target }) {
    const drive = (nth: number) => {
      const refusal = REFUSALS[nth % REFUSALS.length];
      const refusedStep = pick(HAPPY_PATH.length);
      return journey(async order => {
        for (const [index, event] of HAPPY_PATH.entries()) {
          // A credit that is sent too early must have the time to come too early.
          if (leadsToCredit(event)) await order.quiet(target.quietMs);
          const { outcome } = await (refusal && index === refusedStep
            ? order.stepRefused(event, [refusal])
            : order.step(event));
          if (outcome === 'refused') return;
        }
      });
    };
    await Promise.all(Array.from({ length: orders }, (_, nth) => drive(nth)));
  },
};
