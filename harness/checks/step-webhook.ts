import type { SimulateEvent } from '../core/dialect.ts';
import type { EventSeen } from '../core/view.ts';
import { breach, type Check, pass } from './check.ts';
import { type StepSeen, stepsAndEvents } from './steps-and-events.ts';

const OF_STEP: { readonly [event in SimulateEvent]: string } = {
  deposit_detected: 'simulate.deposit-detected',
  deposit_confirmed: 'simulate.deposit-confirmed',
  disburse: 'simulate.disburse',
  wrong_chain: 'simulate.wrong-chain',
  expire: 'simulate.expire',
  fail: 'simulate.fail',
};

/** Events: every simulated step emits its webhook, about its own order. */
export const stepWebhook: Check = {
  id: 'step-webhook',
  title: 'every accepted step sends its webhook, about its own order',
  kind: 'liveness',
  requirements: ['event.every-step', 'simulate.own-order', ...Object.values(OF_STEP)],
  *judge(view) {
    const { steps, spare } = stepsAndEvents(view);
    for (const seen of steps) {
      const { step, journey, accepted, event, wait } = seen;
      if (!accepted) continue;
      if (event) {
        for (const requirement of ['event.every-step', 'simulate.own-order', OF_STEP[step.event]])
          yield pass(requirement, event.deliveries[0].id);
        continue;
      }
      if (wait?.outcome !== 'missed' || view.troubled(wait.from, wait.to)) continue;
      const seconds = ((view.until - step.at) / 1000).toFixed(1);
      const elsewhere = misdirected(steps, spare, seen);
      yield breach({
        requirement: 'event.every-step',
        also: [OF_STEP[step.event], ...(elsewhere === undefined ? [] : ['simulate.own-order'])],
        cause: step.event,
        message: `${step.event} was accepted, but its webhook did not come`,
        expected: 'a webhook about the order',
        received: `none about ${journey.order} in ${seconds} s, while ${laterArrivals(steps, step.at)} later steps had theirs`,
        likely:
          elsewhere === undefined
            ? 'the service lost the event, or sent it elsewhere'
            : 'the webhook names another order: one came about an order that had not taken this step',
        next: `where the service needs longer, raise DELIVERY_TIMEOUT_MS (${view.evidence.run.settings.deliveryTimeoutMs} ms)`,
        evidence: [step.exchange, ...(elsewhere === undefined ? [] : [elsewhere]), journey.id],
      });
    }
  },
};

/** The absence is fenced: how many steps taken later have had their webhook. */
function laterArrivals(steps: readonly StepSeen[], since: number): number {
  return steps.filter(({ step, event }) => event !== undefined && step.at > since).length;
}

/** A webhook of the type that the step should have caused, about an order that had not taken it. */
function misdirected(steps: readonly StepSeen[], spare: readonly EventSeen[], missing: StepSeen): string | undefined {
  const types = new Set(steps.filter(({ step }) => step.event === missing.step.event).map(({ event }) => event?.type));
  const event = spare.find(
    ({ type, journey, deliveries }) =>
      type !== undefined && types.has(type) && journey !== missing.journey && deliveries[0].at >= missing.step.at,
  );
  return event?.deliveries[0].id;
}
