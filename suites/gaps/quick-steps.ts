import { HAPPY_PATH, type Scenario } from '#harness';

/** How long webhooks are waited for, in multiples of the quiet time. */
const QUIETS = 5;

export const quickSteps: Scenario = {
  id: 'gaps/quick-steps',
  suite: 'gaps',
  title: 'Observes whether webhooks of steps in quick succession arrive in order (Events)',
  orders: { least: 0, most: 4 },
  async drive({ journeys, target }) {
    await journeys(async order => {
      for (const event of HAPPY_PATH.slice(0, -1)) {
        const { outcome } = await order.send(event);
        if (outcome !== 'accepted') return;
      }
      await order.quiet(QUIETS * target.quietMs);
    });
  },
};
