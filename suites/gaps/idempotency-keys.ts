import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

/** How long a possible webhook is waited for, as a multiple of the quiet time. */
const QUIETS = 3;

/** After how many seconds a key is used again. The time is longer only if limits may be probed. */
const LATER = { embedded: 1, remote: 30 };

export const idempotencyKeys: Scenario = {
  id: 'gaps/idempotency-keys',
  suite: 'gaps',
  title: 'Observes the answers to a reused idempotency key, with the same call and with another step (Limits)',
  orders: { least: 0, most: 1 },
  async drive(context) {
    const { journeys, target, newKey, pause, intrusiveAllowed } = context;
    const { enquire, simulate } = rawCalls(context);
    for (const { accountNumber, bankCode } of target.bankAccounts.slice(0, 1)) {
      // A known account, and one that probably does not exist.
      for (const account_number of [accountNumber, accountNumber.replaceAll(/\d/g, '0')]) {
        const body = { account_number, bank_code: bankCode };
        const again = { headers: { 'Idempotency-Key': newKey() } };
        for (const condition of ['replay: first', 'replay: again'] as const) await enquire(condition, body, again);
      }
    }
    await journeys(async order => {
      const again = { headers: { 'Idempotency-Key': newKey() } };
      const detected = { event: 'deposit_detected' };
      if (!(await simulate(order, 'replay: first', detected, again))) return;
      await order.quiet(target.quietMs);
      await simulate(order, 'replay: again', detected, again);
      await order.quiet(QUIETS * target.quietMs);
      if (intrusiveAllowed) {
        const seconds = LATER[target.kind];
        await pause(seconds * 1000 - (1 + QUIETS) * target.quietMs);
        await simulate(order, `replay: after ${seconds} s`, detected, again);
        await order.quiet(target.quietMs);
      }
      await simulate(order, 'conflict: fail', { event: 'fail' }, again);
      await order.quiet(QUIETS * target.quietMs);
    });
  },
};
