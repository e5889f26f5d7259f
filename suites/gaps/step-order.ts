import { HAPPY_PATH, type Scenario } from '#harness';
import { probeCalls } from './probe-calls.ts';

const PATIENCE = 3;

/** Never `disburse`: what credits a customer is simulated where it is due only. */
const ODD = [
  { way: [], event: 'deposit_confirmed', condition: 'illegal-step: deposit_confirmed on a fresh order' },
  {
    way: ['deposit_detected', 'deposit_confirmed'],
    event: 'deposit_confirmed',
    condition: 'repeated-step: deposit_confirmed again',
  },
  { way: ['fail'], event: 'deposit_detected', condition: 'illegal-step: deposit_detected after fail' },
  {
    way: HAPPY_PATH,
    event: 'expire',
    condition: 'illegal-step: expire after disburse',
  },
] as const;

export const stepOrder: Scenario = {
  id: 'gaps/step-order',
  suite: 'gaps',
  title: 'what steps out of order and steps taken twice are answered with is written down (States and transitions)',
  orders: { least: 0, most: ODD.length },
  async drive(context) {
    const { journey, target, orders } = context;
    const { simulate } = probeCalls(context);
    const drive = ({ way, event, condition }: (typeof ODD)[number]) =>
      journey(async order => {
        for (const step of way) {
          const { outcome } = await order.step(step);
          if (outcome !== 'accepted') return;
        }
        await simulate(order, condition, { event });
        await order.quiet(PATIENCE * target.quietMs);
      });
    await Promise.all(ODD.slice(0, orders).map(drive));
  },
};
