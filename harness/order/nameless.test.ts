import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { View } from '../evidence/view.ts';
import { aRun, INTERPRETATION, writeDefault } from '../testing/evidence.ts';
import { explainRun } from './run.ts';
import { addOrders, defectsOf, drive } from './testing/orders.ts';

// testing/conclusions.txt shows what the model concludes of other webhooks without an order.

test('An event that its order is not due may belong to another order that took a step at the same time', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type.endsWith('detected') ? {} : { order_id: order } },
  }));
  const [repeats, lacks] = [run.journey({ alone: true }), run.journey()];
  drive(run, repeats, 'deposit_detected deposit_confirmed deposit_detected=?none');
  const step = drive(run, lacks, 'deposit_detected=?none');
  drive(run, repeats, '+deposit_detected');
  repeats.end();
  if (step) run.wait(lacks.id, 'event', step.id, step.sentAt, 'missed');
  expect(defectsOf(addOrders(run, '3 * alone: path'))).toBe('');
});

test('An event that two steps may have sent belongs to the earlier one that lacks an event', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type === 'customer.updated' ? {} : { order_id: order } },
  }));
  const journey = run.journey({ alone: true });
  drive(run, journey, '+customer.updated +customer.updated +customer.updated deposit_detected');
  drive(run, journey, 'deposit_confirmed=customer.updated disburse=deposit_confirmed,credit ~600000');
  journey.end();
  expect(defectsOf(addOrders(run, '3 * deposit_detected@1'))).toBe('');
});

test('A5: A webhook without an order accounts for one missing webhook, and not for a second one', () => {
  const run = aRun(({ id, type, order }) =>
    order === 'nobody' ? { body: { id, type, data: {} } } : writeDefault({ id, type, order, attempt: 1, at: 0 }),
  );
  addOrders(run, '3 * path', 'deposit_detected=').deliver('collection.deposit_detected');
  expect(defectsOf(run)).toBe('');
  expect(defectsOf(addOrders(run, 'deposit_detected='))).toBe('lost deposit_detected');
});

test.each([
  ['the same', ''],
  ['an unknown', 'misdirected disburse, misdirected disburse, misdirected disburse'],
])('A credit that names %s order is recognized even if order ids contain no words', (which, defects) => {
  const run = aRun(({ id, type, order }) => {
    const isOther = which === 'an unknown' && type === COMPLETED;
    return { body: { id, type, data: { order_id: isOther ? [...order].reverse().join('') : order } } };
  });
  for (const order of ['7d1f02ac', '90be44d1', '1c6a7e35']) {
    const journey = run.journey({ order });
    drive(run, journey, `deposit_detected deposit_confirmed disburse?${defects === '' ? 'came' : 'missed'}`);
    journey.end();
  }
  expect(defectsOf(run)).toBe(defects);
});

test('Many nameless webhooks that may each belong to any repeated step hide no other defect', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type === COMPLETED ? { order_id: order } : {} },
  }));
  const steps = ['wrong_chain', 'fail', 'expire', 'deposit_detected', 'deposit_confirmed'];
  const many = Array.from({ length: 12 }, (_, nth) => steps[(nth * 3) % 5]).join(' ');
  addOrders(
    run,
    '3 * alone: path',
    ...steps.map(step => `3 * alone: ${step}`),
    `alone: disburse!409=credit?none ${many}`,
  );
  const { explanations, defects } = explainRun(new View(run.evidence, INTERPRETATION));
  expect(defects.map(({ move: { defect } }) => defect)).toEqual(['creditThoughRefused']);
  expect(explanations.at(-1)?.isCut).toBe(false);
});
