import type { SimulateEvent } from '../core/dialect.ts';
import { briefly, jsonOf } from '../core/json.ts';
import { breach, type Check, type Judgement, pass } from './check.ts';
import { type StepSeen, stepsAndEvents } from './steps-and-events.ts';

const HAPPY_PATH: readonly SimulateEvent[] = ['deposit_detected', 'deposit_confirmed', 'disburse'];
const OTHERS: readonly SimulateEvent[] = ['wrong_chain', 'expire', 'fail'];

/** Statuses that speak of the key or the order rather than of the step. */
const NOT_OF_THE_STEP = new Set([401, 403, 404, 410, 429, 502, 503, 504]);

/**
 * 4.3 and States: a ready order takes the happy path; the other steps can be simulated too. From which states they can
 * is not specified, so that one is refused counts only where it is refused from every state that was tried.
 */
export const simulateSteps: Check = {
  id: 'simulate-steps',
  title: 'the sandbox takes the steps of the happy path, and the other steps from some state',
  kind: 'safety',
  requirements: [
    'simulate.route',
    'simulate.optional-fields',
    'simulate.received-amount',
    'simulate.received-network',
    'lifecycle.happy-path',
    'lifecycle.other-steps',
    'collection.lifecycle',
    'version.prefix',
  ],
  *judge(view) {
    const { steps } = stepsAndEvents(view);
    const anyTaken = steps.some(({ accepted }) => accepted);
    for (const seen of steps) {
      const { step, journey, accepted } = seen;
      if (accepted) yield* taken(seen);
      const status = view.exchange(step.exchange)?.response?.status;
      if (accepted || status === undefined || !HAPPY_PATH.includes(step.event)) continue;
      const first = journey.steps[0] === step;
      // An order that takes not even its first step may just not be ready; that is for the supply of orders to mend.
      const excused =
        NOT_OF_THE_STEP.has(status) ||
        (first && !anyTaken && status < 500 && view.evidence.run.target.kind === 'remote');
      const inOrder = HAPPY_PATH.slice(0, HAPPY_PATH.indexOf(step.event)).every(
        (event, index) => journey.steps[index]?.event === event,
      );
      if (excused || !inOrder) continue;
      yield breach({
        requirement: 'lifecycle.happy-path',
        also: ['collection.lifecycle', 'simulate.route'],
        cause: `${step.event} ${status}`,
        message: `${step.event} is refused on the happy path`,
        expected: 'a 2xx',
        received: `${status} ${briefly(jsonOf(view.exchange(step.exchange)?.response?.body ?? { size: 0, sha256: '' })?.value)}`,
        evidence: [step.exchange],
      });
    }
    for (const event of OTHERS) {
      const tried = steps.filter(({ step }) => step.event === event);
      const statuses = tried.map(({ step }) => view.exchange(step.exchange)?.response?.status ?? 0);
      if (!anyTaken || tried.length === 0 || tried.some(({ accepted }) => accepted)) continue;
      if (statuses.some(status => status === 0 || NOT_OF_THE_STEP.has(status))) continue;
      yield breach({
        requirement: 'lifecycle.other-steps',
        cause: event,
        message: `${event} is refused from every state that was tried`,
        expected: 'a 2xx from some state',
        received: statuses.join(', '),
        evidence: tried.map(({ step }) => step.exchange),
      });
    }
  },
};

function* taken({ step, journey }: StepSeen): Generator<Judgement> {
  yield pass('simulate.route', step.exchange);
  yield pass('version.prefix', step.exchange);
  if (HAPPY_PATH.includes(step.event)) yield pass('lifecycle.happy-path', journey.id);
  if (OTHERS.includes(step.event)) yield pass('lifecycle.other-steps', step.exchange);
  if (step.event === 'disburse') yield pass('collection.lifecycle', journey.id);
  if (step.receivedAmount !== undefined) yield pass('simulate.received-amount', step.exchange);
  if (step.receivedNetwork !== undefined) yield pass('simulate.received-network', step.exchange);
  if (step.receivedAmount === undefined && step.receivedNetwork === undefined)
    yield pass('simulate.optional-fields', step.exchange);
}
