import { HAPPY_PATH, leadsToCredit, mayAct, type Scenario } from '#harness';
import { AT_ONCE, repliesOf } from './receiver-answers.ts';

/** Only this many of the answers given at once are repeated, so that a load is not held up. */
const QUICK = 5;

export const manyAtOnce: Scenario = {
  id: 'collection/many-at-once',
  suite: 'collection',
  title: 'Concurrent orders do not mix, and each is credited once (Events)',
  orders: { least: 2, complete: QUICK, most: 40 },
  takesLoad: true,
  async drive({ journeys, orders, pick, target }) {
    const refusedSteps = Array.from({ length: orders }, () => pick(HAPPY_PATH.length));
    await journeys(async (order, nth) => {
      const replies = repliesOf(AT_ONCE[nth < AT_ONCE.length ? nth : nth % QUICK] ?? '', target);
      for (const [index, event] of HAPPY_PATH.entries()) {
        // An early credit needs time to arrive.
        if (leadsToCredit(event)) await order.quiet(target.quietMs);
        const { answer } = await (index === refusedSteps[nth] ? order.stepRefused(event, replies) : order.step(event));
        if (!mayAct(answer)) return;
      }
      // Asks for a second disbursement, because a service may credit only some orders twice.
      if (replies.length === 0) for (const event of HAPPY_PATH.filter(leadsToCredit)) await order.send(event);
    });
  },
};
