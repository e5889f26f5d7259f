import { HAPPY_PATH, type Scenario } from '#harness';
import { ALONE, repliesOf } from './receiver-answers.ts';

export const refusedDeliveries: Scenario = {
  id: 'collection/refused-deliveries',
  suite: 'collection',
  title: 'A delivery that is refused, not answered or cut off is redelivered until it is accepted (Events)',
  orders: { least: 1, most: ALONE.length },
  async drive({ journeys, target }) {
    await journeys(async (order, nth) => {
      const answers = ALONE[nth % ALONE.length]?.map(ofStep => repliesOf(ofStep, target)) ?? [];
      for (const [index, event] of HAPPY_PATH.entries()) await order.stepRefused(event, answers[index] ?? []);
      // A late acknowledgement may cause another credit as a new event.
      const last = answers.at(-1)?.at(-1);
      if (last?.kind === 'status' && !last.refused) await order.quiet((last.afterMs ?? 0) + target.quietMs);
    });
  },
};
