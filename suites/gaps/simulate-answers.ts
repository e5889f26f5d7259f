import type { Scenario } from '#harness';
import { probeCalls } from './probe-calls.ts';

/** How long a webhook that may come is waited for, in multiples of what counts as quiet. */
const PATIENCE = 3;

/** Nothing here is judged: what is seen answers gaps of 4.3, and is what a dialect file holds a target to. */
export const simulateAnswers: Scenario = {
  id: 'gaps/simulate-answers',
  suite: 'gaps',
  title: 'what unknown orders, repeated and illegal steps, and a missing key are answered with is written down (4.3)',
  orders: { least: 1, most: 2 },
  async drive(context) {
    const { journey, target, orders, uuid } = context;
    const { simulate } = probeCalls(context);
    const detected = { event: 'deposit_detected' };
    for (const event of ['deposit_detected', 'disburse']) await simulate({ order: uuid() }, 'unknown-order', { event });
    const repeated = journey(async order => {
      const wrong = await simulate(order, 'wrong-key', detected, {
        headers: { 'X-API-Key': `sk_test_${uuid().replaceAll('-', '')}` },
      });
      const open = await simulate(order, 'without-key', detected, { headers: { 'X-API-Key': undefined } });
      // Where no key is needed, that was the step already.
      if (!wrong.taken && !open.taken) await order.step('deposit_detected');
      await order.quiet(PATIENCE * target.quietMs);
      await simulate(order, 'repeated-step', detected);
      await order.quiet(PATIENCE * target.quietMs);
    });
    if (orders < 2) return repeated;
    const illegal = journey(async order => {
      const { outcome } = await order.step('expire');
      if (outcome !== 'accepted') return;
      await simulate(order, 'illegal-step', detected);
      await order.quiet(PATIENCE * target.quietMs);
    });
    await Promise.all([repeated, illegal]);
  },
};
