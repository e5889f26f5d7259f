import type { Scenario } from '#harness';

const STEPS = ['deposit_detected', 'deposit_confirmed'] as const;
const PATIENCE = 5;

export const quickSteps: Scenario = {
  id: 'gaps/quick-steps',
  suite: 'gaps',
  title: 'whether webhooks of steps in quick succession arrive in the order of the steps is written down (Events)',
  orders: { least: 0, most: 4 },
  async drive({ journey, orders, target }) {
    const drive = () =>
      journey(async order => {
        for (const event of STEPS) {
          const { outcome } = await order.send(event);
          if (outcome !== 'accepted') return;
        }
        await order.quiet(PATIENCE * target.quietMs);
      });
    await Promise.all(Array.from({ length: orders }, drive));
  },
};
