import { refusal, type Scenario } from '#harness';

export const refusedDeliveries: Scenario = {
  id: 'collection/refused-deliveries',
  suite: 'collection',
  title: 'a delivery that is refused, left without an answer, or cut off comes again, and again (Events)',
  orders: { least: 1, most: 7 },
  async drive({ journey, orders, target }) {
    const drop = { kind: 'drop' } as const;
    const slow = { kind: 'slow', holdMs: target.holdMs } as const;
    // At least once does not end with the second attempt. The longest wait comes first, so that the others share it.
    const refusals = [
      [refusal(500), slow],
      [slow, refusal(503)],
      [drop, drop],
      [refusal(503), refusal(500)],
      [refusal(429)],
      [refusal(400)],
      [slow, drop],
    ];
    await Promise.all(
      refusals.slice(0, orders).map(replies =>
        journey(async order => {
          await order.stepRefused('deposit_detected', replies);
          await order.step('deposit_confirmed');
          await order.step('disburse');
        }),
      ),
    );
  },
};
