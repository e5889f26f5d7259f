import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, aSoundRun } from '../testing/evidence.ts';
import { addOrders, defectsOf, drive, explained } from './testing/orders.ts';

// testing/conclusions.txt shows what the model concludes of other runs.

test.each([5, 8])('An undue credit is found after %i rounds of steps whose events may all be unasked', rounds => {
  const unasked = '3 * +deposit_detected +deposit_confirmed +failed ~5000 wrong_chain';
  const walk = `${'deposit_detected deposit_confirmed '.repeat(rounds)}fail=credit,failed`;
  const { defects } = explained(addOrders(aRun(), unasked, '2 * path', walk));
  expect(defects.map(({ move, explanation }) => [move.defect, explanation.isCut])).toEqual([['credit', false]]);
});

test.each([
  ['keeps all', 10, false],
  ['drops some', 12, true],
])('The search %s of the sound explanations of %i events that may each belong to any step', (_, many, isCut) => {
  const steps = 'deposit_detected= '.repeat(many);
  const events = Array.from({ length: many }, (_, nth) => `+other${nth}`).join(' ');
  const { explanations } = explained(addOrders(aRun(), '30 * deposit_detected', `${steps}${events} fail=credit`));
  expect(explanations.at(-1)?.isCut).toBe(isCut);
});

test('A4: A late event of the creation of a failed order does not end an order that goes on after it', () => {
  const orders = ['fail=created,failed', '2 * +created deposit_detected'];
  const { explanations, endedAt } = explained(addOrders(aRun(), ...orders));
  expect(explanations.map(({ trace }) => endedAt(trace))).toEqual(Array(3).fill(Number.POSITIVE_INFINITY));
});

test('A4: An order that ended by itself teaches nothing about its later steps', () => {
  const { model } = explained(addOrders(aRun(), '2 * path', 'expire', '6 * +expired ~5000 deposit_detected=?none'));
  expect([...model.owes('deposit_detected')]).toEqual(['collection.deposit_detected']);
});

test.each([
  ['with the same text is the same event under another id', 'paid', `renamed ${COMPLETED}`],
  ['with another text is another event', 'sent back', `credit ${COMPLETED}, dropped ${COMPLETED}`],
])('An event after a refused one of its type %s', (_, note, defects) => {
  let says = 'paid';
  const run = aSoundRun(({ id, type, order }) => ({ body: { id, type, data: { order_id: order, note: says } } }));
  const journey = run.journey();
  drive(run, journey, 'deposit_detected deposit_confirmed disburse/503');
  says = note;
  journey.deliver(COMPLETED);
  expect(defectsOf(run)).toBe(defects);
});

const ORDERS = ['path', 'deposit_detected fail', 'fail', 'expire', 'wrong_chain'];
const walks = array(constantFrom(...ORDERS), { maxLength: 6 });

test('A run of a sound service has no defect', () => {
  assert(property(walks, all => void expect(defectsOf(addOrders(aSoundRun(), ...all))).toBe('')));
});

test('A run with one lost webhook has that defect, whatever sound orders are added', () => {
  assert(
    property(walks, integer({ min: 0, max: 6 }), (all, at) => {
      const orders = all.toSpliced(at, 0, 'deposit_detected=');
      expect(defectsOf(addOrders(aSoundRun(), ...orders, 'path'))).toBe('lost deposit_detected');
    }),
  );
});
