import { HAPPY_PATH, type JourneyDriver, leadsToCredit, type Scenario, type SentStep } from '#harness';
import { rawCalls } from '../raw-calls.ts';
import { BEHIND_ANOTHER, repliesOf } from './receiver-answers.ts';

/** How long to wait for nothing after a silent step: a multiple of the quiet time, and a minimum in milliseconds. */
const SILENCES = 3;
const LEAST_SILENCE_MS = 1_200;

/** What is sent together with `disburse`, or after it under its key, by order in turn; `undefined`: no `disburse`. */
const RIVALS = ['disburse', 'fail', undefined, 'replay'] as const;

export const quickSteps: Scenario = {
  id: 'collection/quick-steps',
  suite: 'collection',
  title: 'Steps in quick succession each send a webhook, and concurrent or repeated steps credit once (4.3, Events)',
  orders: { least: 0, most: 8 },
  async drive(context) {
    const { journeys, target } = context;
    const { simulate } = rawCalls(context);
    /** Steps at once: two credits, or a credit and a failure. It is unspecified which is accepted. */
    const race = async (order: JourneyDriver, rival: (typeof RIVALS)[number]) => {
      if (rival === undefined) return;
      if (rival !== 'replay') await Promise.all([order.send('disburse'), order.send(rival)]);
      if (rival === 'disburse') {
        // A later disburse distinguishes a race from a service that credits every time.
        await order.quiet(target.quietMs);
        await order.send('disburse');
        await order.quiet(Math.max(LEAST_SILENCE_MS, SILENCES * target.quietMs));
      }
      if (rival === 'replay') {
        const { key, answer } = await order.step('disburse');
        const headers = { 'Idempotency-Key': key };
        if (answer === 'taken') await simulate(order, 'replay: disburse', { event: 'disburse' }, { headers });
      }
    };
    await journeys(async (order, nth) => {
      // The webhook of every other first step is refused, before or after the later steps, whose webhooks are
      // acknowledged while it waits for redelivery.
      const answers = nth % 2 === 0 ? BEHIND_ANOTHER[(nth / 2) % BEHIND_ANOTHER.length] : undefined;
      const replies = answers === undefined ? undefined : repliesOf(answers, target);
      const refused = replies && order.refuse(replies).deliveries;
      const sent: SentStep[] = [];
      for (const event of HAPPY_PATH.filter(step => !leadsToCredit(step))) {
        const step = await order.send(event);
        if (step.answer !== 'taken') break;
        if (refused && sent.length === 0) await order.mayArrive(step);
        sent.push(step);
      }
      for (const delivery of refused ?? []) await order.redelivery(delivery);
      await order.arrivals(sent);
      await race(order, RIVALS[nth % RIVALS.length]);
      await order.quiet(target.quietMs);
    });
  },
};
