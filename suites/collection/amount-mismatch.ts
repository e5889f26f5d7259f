import { mayAct, refusal, type Scenario } from '#harness';

/** Amounts below and above the due one, from extreme to likely. The bounds of amounts are unspecified. */
export const AMOUNTS = {
  less: ['0.01', '1.00', '10.00'],
  more: ['999999999.99', '1000000.00', '10000.00'],
} as const;

/** The amounts below and above, in turn. */
export const MISMATCHES = Object.values(AMOUNTS);

/** Enough orders to show a fault that occurs one time in five. */
const TIMES = 20;

export const amountMismatch: Scenario = {
  id: 'collection/amount-mismatch',
  suite: 'collection',
  title: 'A deposit of a different amount is simulated and sends a webhook (4.3, received_amount)',
  orders: { least: 1, complete: MISMATCHES.length, most: TIMES },
  async drive({ journeys }) {
    await journeys(async (order, nth) => {
      for (const received_amount of MISMATCHES[nth % MISMATCHES.length] ?? []) {
        // The first webhook is refused, because not only the happy path has redeliveries.
        const { answer } = await (nth === 0
          ? order.stepRefused('deposit_detected', [refusal(503)], { received_amount })
          : order.step('deposit_detected', { received_amount }));
        if (mayAct(answer)) return;
      }
    });
  },
};
