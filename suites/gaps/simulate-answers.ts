import type { JourneyDriver, Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

/** How long a possible webhook is waited for, as a multiple of the quiet time. */
const QUIETS = 3;

/** Nothing here is judged. The answers fill gaps of 4.3, and a dialect file may pin them. */
export const simulateAnswers: Scenario = {
  id: 'gaps/simulate-answers',
  suite: 'gaps',
  title: 'Observes the answers to unknown orders, repeated and illegal steps, and a missing key (4.3)',
  orders: { least: 1, most: 3 },
  async drive(context) {
    const { journeys, target, uuid } = context;
    const { simulate } = rawCalls(context);
    const detected = { event: 'deposit_detected' };
    const quiet = (order: JourneyDriver) => order.quiet(QUIETS * target.quietMs);
    for (const event of ['deposit_detected', 'disburse']) await simulate({ order: uuid() }, 'unknown-order', { event });
    const keyless = async (order: JourneyDriver) => {
      const wrongKey = { 'X-API-Key': `sk_test_${uuid().replaceAll('-', '')}` };
      const wrong = await simulate(order, 'wrong-key', detected, { headers: wrongKey });
      const open = await simulate(order, 'without-key', detected, { headers: { 'X-API-Key': undefined } });
      // The webhook of a refused call shows that the call acted.
      await quiet(order);
      return wrong || open;
    };
    const repeated = async (order: JourneyDriver) => {
      // Without a required key, the keyless call was already the step.
      if (!(await keyless(order))) await order.step('deposit_detected');
      await quiet(order);
      await simulate(order, 'repeated-step', detected);
      await quiet(order);
    };
    const illegal = async (order: JourneyDriver) => {
      const { answer } = await order.step('expire');
      if (answer !== 'taken') return;
      await simulate(order, 'illegal-step', detected);
      await quiet(order);
    };
    await journeys(async (order, nth) => {
      if (nth === 0) await repeated(order);
      else if (nth === 1) await illegal(order);
      // No step follows, so a late webhook also shows that the call acted.
      else await keyless(order);
    });
  },
};
