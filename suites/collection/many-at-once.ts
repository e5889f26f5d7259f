import type { Scenario } from '#harness';

/** The steps of the happy path (States and transitions). */
const STEPS = ['deposit_detected', 'deposit_confirmed', 'disburse'] as const;

export const manyAtOnce: Scenario = {
  id: 'collection/many-at-once',
  suite: 'collection',
  title: 'forty orders at once never mix, each is credited once, and refused deliveries come again (Events)',
  orders: { least: 2, most: 40 },
  async drive({ journey, orders, pick, target }) {
    const drive = (refusedStep: number) =>
      journey(async order => {
        for (const [index, event] of STEPS.entries()) {
          // A credit that is sent too early must have the time to come too early.
          if (event === 'disburse') await order.quiet(target.quietMs);
          const { outcome } = await (index === refusedStep
            ? order.stepRefused(event, { kind: 'status', status: 503, refused: true })
            : order.step(event));
          if (outcome === 'refused') return;
        }
      });
    await Promise.all(Array.from({ length: orders }, () => drive(pick(STEPS.length + 1))));
  },
};
