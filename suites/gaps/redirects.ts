import type { Scenario } from '#harness';

const PATIENCE = 5;

/** A temporary redirect keeps the method; a found one mostly does not. */
const STATUSES = [307, 302];

export const redirects: Scenario = {
  id: 'gaps/redirects',
  suite: 'gaps',
  title: 'whether a delivery that is redirected follows is written down (Events)',
  orders: { least: 0, most: STATUSES.length },
  async drive({ journey, orders, target }) {
    const drive = (status: number) =>
      journey(async order => {
        // Not refused: whether a redirect is an acknowledgement is as open as whether it is followed.
        const location = `/redirected-${order.id}`;
        await order.stepAnswered('deposit_detected', { kind: 'status', status, refused: false, location });
        await order.quiet(PATIENCE * target.quietMs);
      });
    await Promise.all(STATUSES.slice(0, orders).map(drive));
  },
};
