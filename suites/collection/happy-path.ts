import { refusal, type Scenario } from '#harness';

export const happyPath: Scenario = {
  id: 'collection/happy-path',
  suite: 'collection',
  title: 'an order goes from deposit to disbursement.completed, and a refused delivery on the way comes again (4.3)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  async drive({ journey, target }) {
    await journey(async order => {
      await order.stepRefused('deposit_detected', [refusal(503)]);
      await order.quiet(target.quietMs);
      await order.step('deposit_confirmed');
      await order.quiet(target.quietMs);
      await order.step('disburse');
      await order.quiet(target.quietMs);
    });
  },
};
