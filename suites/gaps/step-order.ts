import { HAPPY_PATH, type Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

/** How long a webhook that may come is waited for, in multiples of the quiet time. */
const QUIETS = 3;

/** Accepted steps, then one that is out of order. Never `disburse`: a credit is simulated only where it is due. */
const PROBES = [
  { steps: [], event: 'deposit_confirmed', condition: 'illegal-step: deposit_confirmed on a fresh order' },
  {
    steps: ['deposit_detected', 'deposit_confirmed'],
    event: 'deposit_confirmed',
    condition: 'repeated-step: deposit_confirmed again',
  },
  { steps: ['fail'], event: 'deposit_detected', condition: 'illegal-step: deposit_detected after fail' },
  { steps: HAPPY_PATH, event: 'expire', condition: 'illegal-step: expire after disburse' },
] as const;

export const stepOrder: Scenario = {
  id: 'gaps/step-order',
  suite: 'gaps',
  title: 'Observes the answers to steps out of order and to repeated steps (States and transitions)',
  orders: { least: 0, most: PROBES.length },
  async drive(context) {
    const { simulate } = rawCalls(context);
    await context.journeys(async (order, nth) => {
      const { steps, event, condition } = PROBES[nth] ?? PROBES[0];
      for (const step of steps) {
        const { outcome } = await order.step(step);
        if (outcome !== 'accepted') return;
      }
      await simulate(order, condition, { event });
      await order.quiet(QUIETS * context.target.quietMs);
    });
  },
};
