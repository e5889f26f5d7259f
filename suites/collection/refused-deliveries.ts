import type { Scenario } from '#harness';

const answered = (status: number) => ({ kind: 'status', status, refused: true }) as const;

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
      [answered(500), slow],
      [slow, answered(503)],
      [drop, drop],
      [answered(503), answered(500)],
      [answered(429)],
      [answered(400)],
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
