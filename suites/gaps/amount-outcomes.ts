import { HAPPY_PATH, leadsToCredit, type Scenario, type SentStep } from '#harness';
import { MISMATCHES } from '../collection/amount-mismatch.ts';

export const amountOutcomes: Scenario = {
  id: 'gaps/amount-outcomes',
  suite: 'gaps',
  title: 'Observes the outcome of an order that received too little or too much (4.3, received_amount)',
  // One order receives the due amount, for comparison, even if this scenario is driven alone.
  orders: { least: 0, most: MISMATCHES.length + 1 },
  async drive({ journeys, target }) {
    await journeys(async (order, nth) => {
      for (const received_amount of MISMATCHES[nth] ?? [undefined]) {
        const more = received_amount === undefined ? undefined : { received_amount };
        const { answer } = await order.step('deposit_detected', more);
        if (answer !== 'taken') continue;
        // An order that accepts every step may be credited. Something then has to show what it received.
        const before: SentStep[] = [];
        for (const event of HAPPY_PATH.slice(1)) {
          const taken = await order.send(event);
          if (taken.answer === 'taken') await order.mayArrive(taken);
          await order.quiet(target.quietMs);
          if (taken.answer !== 'taken') return;
          // If the previous step was accepted but silent, the order may be held, and no credit is due.
          if (leadsToCredit(event) && before.every(step => order.hasCome(step))) await order.arrival(taken);
          before.push(taken);
        }
        return;
      }
    });
  },
};
