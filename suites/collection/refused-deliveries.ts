import { HAPPY_PATH, leadsToCredit, refusal, type Scenario } from '#harness';

const MOST = 7;

/** How late a delivery is answered: well within the time that any service allows, and later than usual. */
export const LATE_MS = { embedded: 600, remote: 1_500 };

export const refusedDeliveries: Scenario = {
  id: 'collection/refused-deliveries',
  suite: 'collection',
  title: 'A delivery that is refused, not answered or cut off is redelivered until it is accepted (Events)',
  orders: { least: 1, most: MOST },
  async drive({ journeys, target }) {
    const drop = { kind: 'drop' } as const;
    const slow = { kind: 'slow', holdMs: target.holdMs } as const;
    // At least once does not end with the second attempt. The longest wait comes first, so that the others share it.
    // It comes again as the fifth: of a service that sends each third event twice, a duplicate gets the second answer.
    const refusals = [
      [refusal(500), slow],
      [slow, refusal(503)],
      [drop, drop],
      [refusal(429), refusal(408)],
      [refusal(503), slow],
      [slow, drop],
      // No 410: a service may take it for the end of the subscription, and then send nothing any more.
      [refusal(425), refusal(404)],
    ];
    const late = { kind: 'status', status: 200, refused: false, afterMs: LATE_MS[target.kind] } as const;
    // A slow answer comes where none was slow before, so that no order waits for two.
    const ofCredit = [[drop], [refusal(500)], [slow], [late]];
    await journeys(async (order, nth) => {
      for (const [index, event] of HAPPY_PATH.entries()) {
        if (index === 0) await order.stepRefused(event, refusals[nth % MOST] ?? []);
        else if (leadsToCredit(event)) await order.stepRefused(event, ofCredit[nth % ofCredit.length] ?? []);
        else await order.step(event);
      }
      // A credit that comes again, as another event, once its first delivery was acknowledged late.
      if (ofCredit[nth % ofCredit.length]?.includes(late)) await order.quiet(late.afterMs + target.quietMs);
    });
  },
};
