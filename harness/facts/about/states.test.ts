import { expect, test } from 'vitest';
import { addOrders } from '../../order/testing/orders.ts';
import { aRun, type RunBuilder } from '../../testing/evidence.ts';
import { facts } from '../facts.ts';
import { learn } from '../learn.ts';

/** What a run's facts say about a gap, as `condition: value`. */
function saidOf(wanted: string, run: RunBuilder): readonly string[] {
  return facts(run.evidence, learn(run.evidence)).facts.flatMap(({ gap, condition, value, status }) =>
    gap === wanted && status !== 'unanswered' ? [`${condition}: ${value}`] : [],
  );
}

test('The fact about a step names the previous steps of its order', () => {
  const order = 'disburse!409 deposit_detected deposit_detected=?none fail disburse!422';
  expect(saidOf('states.transitions', addOrders(aRun(), order))).toEqual([
    'deposit_detected after deposit_detected: accepted, without a webhook',
    'deposit_detected after no other step: accepted, with a webhook',
    'disburse after deposit_detected, fail: 422',
    'disburse after no other step: 409',
    'fail after deposit_detected: accepted, with a webhook',
  ]);
});

test('A step without an answer shows nothing, nor do the steps after it', () => {
  expect(saidOf('states.transitions', addOrders(aRun(), 'deposit_detected!dropped fail'))).toEqual([]);
});

test('States in events and states in answers to steps are separate facts', () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('deposit_detected', { answers: { id: journey.order, state: 'detected' }, sends: [] });
  const data = { order_id: journey.order, state: 'on_hold' };
  journey.deliver('order.updated', { json: { id: 'evt_1', type: 'order.updated', data } });
  expect(saidOf('states.names', run)).toEqual(['in answers to steps: detected', 'in events: on_hold']);
});
