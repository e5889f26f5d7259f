import type { Scenario } from '#harness';

export const amountMismatch: Scenario = {
  id: 'collection/amount-mismatch',
  suite: 'collection',
  title: 'a deposit of another amount, less or more, is simulated and signalled (4.3, received_amount)',
  orders: { least: 1, most: 2 },
  async drive({ journey, orders }) {
    const amounts = ['0.01', '999999999.99'].slice(0, orders);
    await Promise.all(
      amounts.map(received_amount =>
        journey(async order => {
          await order.step('deposit_detected', { received_amount });
        }),
      ),
    );
  },
};
