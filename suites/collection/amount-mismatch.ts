import { mayAct, refusal, type Scenario } from '#harness';

/** Less and more than is due, from the extreme to the likely: the bounds of amounts are not specified. */
export const AMOUNTS = {
  less: ['0.01', '1.00', '10.00'],
  more: ['999999999.99', '1000000.00', '10000.00'],
} as const;

/** The same, in turn. */
export const MISMATCHES = Object.values(AMOUNTS);

/** How many orders: enough to show a fault that appears one time in five. */
const TIMES = 20;

export const amountMismatch: Scenario = {
  id: 'collection/amount-mismatch',
  suite: 'collection',
  title: 'A deposit of a different amount is simulated and sends a webhook (4.3, received_amount)',
  orders: { least: 1, complete: MISMATCHES.length, most: TIMES },
  async drive({ journeys }) {
    await journeys(async (order, nth) => {
      for (const received_amount of MISMATCHES[nth % MISMATCHES.length] ?? []) {
        // The first webhook is refused: redelivery is not for the happy path alone.
        const { answer } = await (nth === 0
          ? order.stepRefused('deposit_detected', [refusal(503)], { received_amount })
          : order.step('deposit_detected', { received_amount }));
        if (mayAct(answer)) return;
      }
    });
  },
};
