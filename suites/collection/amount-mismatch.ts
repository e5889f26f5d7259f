import { refusal, type Scenario } from '#harness';

/** Less and more than is due, from the extreme to the likely: which amounts there may be is not said. */
const AMOUNTS = [
  ['0.01', '1.00', '10.00'],
  ['999999999.99', '1000000.00', '10000.00'],
] as const;

/** How many orders: a fault that shows one time in five is met. */
const TIMES = 20;

export const amountMismatch: Scenario = {
  id: 'collection/amount-mismatch',
  suite: 'collection',
  title: 'a deposit of another amount, less or more, is simulated and signalled (4.3, received_amount)',
  orders: { least: 1, most: TIMES },
  async drive({ journey, orders }) {
    const drive = (nth: number) =>
      journey(async order => {
        for (const received_amount of AMOUNTS[nth % AMOUNTS.length] ?? []) {
          // The first webhook of them is refused: it comes again as any other does.
          const { outcome } = await (nth === 0
            ? order.stepRefused('deposit_detected', [refusal(503)], { received_amount })
            : order.step('deposit_detected', { received_amount }));
          if (outcome !== 'refused') return;
        }
      });
    await Promise.all(Array.from({ length: orders }, (_, nth) => drive(nth)));
  },
};
