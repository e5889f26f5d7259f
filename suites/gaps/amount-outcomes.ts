import { HAPPY_PATH, type Scenario } from '#harness';
import { MISMATCHES } from '../collection/amount-mismatch.ts';

export const amountOutcomes: Scenario = {
  id: 'gaps/amount-outcomes',
  suite: 'gaps',
  title: 'Observes what becomes of an order that received too little or too much (4.3, received_amount)',
  orders: { least: 0, most: MISMATCHES.length },
  async drive({ journeys, target }) {
    await journeys(async (order, nth) => {
      for (const received_amount of MISMATCHES[nth] ?? []) {
        const { outcome } = await order.step('deposit_detected', { received_amount });
        if (outcome !== 'accepted') continue;
        // An order that takes every step may be credited: then something has to show what it received.
        for (const event of HAPPY_PATH.slice(1)) {
          const taken = await order.send(event);
          await order.quiet(target.quietMs);
          if (taken.outcome !== 'accepted') return;
        }
        return;
      }
    });
  },
};
