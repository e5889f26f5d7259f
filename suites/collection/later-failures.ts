import { FAILURES, HAPPY_PATH, type JourneyDriver, refusal, type Scenario, type SimulateEvent } from '#harness';

/**
 * Steps that end an order without a disbursement. The calibrating steps come first: if one sent its webhook before and
 * is silent now, that is evidence.
 */
const ENDINGS: readonly (readonly SimulateEvent[])[] = [
  ...FAILURES.map(event => [event]),
  ['deposit_detected', 'fail'],
  ['wrong_chain'],
  ['expire'],
];

/** Failures that many services do not send after a deposit was seen, so their webhooks are not waited for. */
const UNUSUAL = FAILURES.filter(event => event !== 'fail');

/** The last webhook of the first order of each failure is refused, because not only the happy path has redeliveries. */
const REFUSED = FAILURES.length;

/** How often each ending is driven. Twenty tries show a fault that occurs one time in five in 99 % of runs. */
const TIMES = 10;

export const laterFailures: Scenario = {
  id: 'collection/later-failures',
  suite: 'collection',
  title: 'An order that ends without a disbursement is never credited, however it ends (4.3)',
  orders: {
    least: 1,
    complete: ENDINGS.length + UNUSUAL.length,
    most: TIMES * ENDINGS.length + UNUSUAL.length,
  },
  async drive({ journeys }) {
    await journeys(async (order, index) => {
      // After every ending was driven once.
      const unusual = UNUSUAL[index - ENDINGS.length];
      if (unusual) return failUnusually(order, unusual);
      // Alternates between forwards and backwards: a service that fails every other time then meets all endings.
      const [round, place] = [Math.floor(index / ENDINGS.length), index % ENDINGS.length];
      const steps = ENDINGS.at(round % 2 === 0 ? place : -1 - place) ?? [];
      for (const [nth, event] of steps.entries()) {
        const refused = index < REFUSED && nth === steps.length - 1;
        const sent = await (refused ? order.stepRefused(event, [refusal(503)]) : order.step(event));
        const next = HAPPY_PATH[nth];
        // A silent failure: the next step shows whether the order failed.
        if (nth > 0 && next && sent.answer === 'taken' && !order.hasCome(sent)) await order.send(next);
      }
    });
  },
};

/** Simulates a failure after the deposit was seen. If it is silent, the next step shows whether the order failed. */
async function failUnusually(order: JourneyDriver, event: SimulateEvent): Promise<void> {
  await order.step('deposit_detected');
  const sent = await order.send(event);
  if (sent.answer === 'taken' && !(await order.mayArrive(sent))) await order.send('deposit_confirmed');
}
