import type { Scenario } from '#harness';

export const refusedDeliveries: Scenario = {
  id: 'collection/refused-deliveries',
  suite: 'collection',
  title: 'a delivery that is refused, left without an answer, or cut off comes again under the same event id (Events)',
  orders: { least: 1, most: 3 },
  async drive({ journey, orders, target }) {
    const replies = [
      { kind: 'status', status: 500, refused: true },
      { kind: 'drop' },
      { kind: 'slow', holdMs: target.holdMs },
    ] as const;
    await Promise.all(
      replies.slice(0, orders).map(reply =>
        journey(async order => {
          await order.stepRefused('deposit_detected', reply);
          await order.step('deposit_confirmed');
          await order.step('disburse');
        }),
      ),
    );
  },
};
