import { HAPPY_PATH, refusal, type Scenario } from '#harness';

export const happyPath: Scenario = {
  id: 'collection/happy-path',
  suite: 'collection',
  title: 'An order goes from deposit to disbursement.completed, and a refused delivery is redelivered (4.3)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  async drive({ journeys }) {
    await journeys(async order => {
      // Webhooks before the first step belong to no step.
      await order.enter(HAPPY_PATH[0] ?? '');
      await order.silence();
      for (const [nth, event] of HAPPY_PATH.entries()) {
        await (nth === 0 ? order.stepRefused(event, [refusal(503)]) : order.step(event));
      }
    });
  },
};
