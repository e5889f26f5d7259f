import type { Scenario } from '#harness';
import { probeCalls } from './probe-calls.ts';

const PATIENCE = 3;

/** How long after its first use a key is used once more: shortly at home, longer where it was asked for. */
const LATER = { embedded: 1, remote: 30 };

export const idempotencyKeys: Scenario = {
  id: 'gaps/idempotency-keys',
  suite: 'gaps',
  title: 'what a key used again, with the same step and with another, is answered with is written down (Limits)',
  orders: { least: 0, most: 1 },
  async drive(context) {
    const { journey, target, orders, newKey, pause, intrusiveAllowed } = context;
    if (orders === 0) return;
    const { simulate } = probeCalls(context);
    await journey(async order => {
      const again = { headers: { 'Idempotency-Key': newKey() } };
      const detected = { event: 'deposit_detected' };
      const { taken } = await simulate(order, 'replay: first', detected, again);
      if (!taken) return;
      await order.quiet(target.quietMs);
      await simulate(order, 'replay: again', detected, again);
      await order.quiet(PATIENCE * target.quietMs);
      if (intrusiveAllowed) {
        const seconds = LATER[target.kind];
        await pause(seconds * 1000 - (1 + PATIENCE) * target.quietMs);
        await simulate(order, `replay: after ${seconds} s`, detected, again);
        await order.quiet(target.quietMs);
      }
      await simulate(order, 'conflict: fail', { event: 'fail' }, again);
      await order.quiet(PATIENCE * target.quietMs);
    });
  },
};
