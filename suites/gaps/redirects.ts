import type { Scenario } from '#harness';

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
