import { HAPPY_PATH, leadsToCredit, refusal, type Scenario, type SentStep } from '#harness';
import { MISMATCHES } from '../collection/endings.ts';

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

/** How long a possible delivery is waited for, as a multiple of the quiet time. */
const QUIETS = 5;

/** 307 keeps the method; most clients change it to GET for 302. */
const STATUSES = [307, 302] as const;

export const redirects: Scenario = {
  id: 'gaps/redirects',
  suite: 'gaps',
  title: 'Observes whether the service follows a redirected delivery (Events)',
  orders: { least: 0, most: STATUSES.length },
  async drive({ journeys, target }) {
    await journeys(async (order, nth) => {
      // This is no refusal: it is unspecified whether a redirect acknowledges a delivery, and whether it is followed.
      const location = `/redirected-${order.id}`;
      const status = STATUSES[nth] ?? STATUSES[0];
      order.refuse([{ kind: 'status', status, refused: false, location }]);
      await order.step('deposit_detected');
      await order.quiet(QUIETS * target.quietMs);
    });
  },
};

/**
 * How often one delivery is refused: once more than an event has to survive, but not often on a remote service, which
 * may stop sending to a receiver that refuses.
 */
const REFUSALS = { embedded: 4, remote: 3 };

export const stubbornReceiver: Scenario = {
  id: 'gaps/stubborn-receiver',
  suite: 'gaps',
  title: 'Observes when and how often a refused delivery is redelivered (Events)',
  orders: { least: 0, most: 1 },
  async drive({ journeys, target }) {
    const timeout = target.kind === 'embedded' ? target.holdMs : target.redeliveryTimeoutMs;
    const refusals = Array.from({ length: REFUSALS[target.kind] }, () => refusal(503));
    await journeys(order => order.stepRefusedAgain('deposit_detected', refusals, timeout));
  },
};
