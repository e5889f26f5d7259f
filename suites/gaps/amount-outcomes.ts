import type { Scenario } from '#harness';

/** Less and more than is due, from the extreme to the likely. */
const AMOUNTS = [
  ['0.01', '1.00', '10.00'],
  ['999999999.99', '1000000.00', '10000.00'],
] as const;

export const amountOutcomes: Scenario = {
  id: 'gaps/amount-outcomes',
  suite: 'gaps',
  title: 'what becomes of an order that received less or more than was due is written down (4.3, received_amount)',
  orders: { least: 0, most: AMOUNTS.length },
  async drive({ journey, orders, target }) {
    const drive = (amounts: readonly string[]) =>
      journey(async order => {
        for (const received_amount of amounts) {
          const { outcome } = await order.step('deposit_detected', { received_amount });
          if (outcome !== 'accepted') continue;
          await order.send('deposit_confirmed');
          return order.quiet(target.quietMs);
        }
      });
    await Promise.all(AMOUNTS.slice(0, orders).map(drive));
  },
};
