import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, aSoundRun } from '../testing/evidence.ts';
import { insteadInWords, movesInWords } from './moves-in-words.ts';
import { addOrders, defectsOf, drive, explained } from './testing/orders.ts';

/** A run with these orders and with sound orders. */
const beside = (...orders: readonly string[]) =>
  addOrders(aSoundRun(), ...orders, '2 * fail', '2 * expire', '2 * path');

test.each([
  ['the happy path', 'path', ''],
  ['a lost webhook', 'deposit_detected=', 'lost deposit_detected'],
  ['a webhook of another step', 'fail=expired?missed', 'wrongType fail collection.expired'],
  [
    'a second webhook of a step in place of that of the next one',
    'deposit_detected deposit_confirmed=deposit_detected?missed',
    'wrongType deposit_confirmed collection.deposit_detected',
  ],
  ['a webhook of another step, without a wait', 'fail=expired?none', ''],
  ['a credit before disburse', 'deposit_detected=deposit_detected,credit', `credit ${COMPLETED}`],
  ['a second credit', 'path +credit', `credit ${COMPLETED}`],
  ['a credit by a refused disburse', 'disburse!409=credit?none', `creditThoughRefused disburse ${COMPLETED}`],
  ['a credit after a failure', 'disburse!409?none fail=failed,credit', `credit ${COMPLETED}`],
  ['a webhook of a refused step', 'fail!409=failed?none', 'thoughRefused fail collection.failed'],
  ['a call without a key that is refused but acts', 'keyless!401 +failed', 'keyless fail collection.failed'],
  ['a call without an event that acts', 'mistake!400 +failed', 'mistake without-event collection.failed'],
  ['a call without an event or an answer, which proves nothing', 'mistake!timeout +failed', ''],
  [
    'a call without an event that sends a type of no step',
    'mistake!400 +refused',
    'mistake without-event collection.refused',
  ],
  [
    'a call without an event that moves the order, so that the happy path is refused',
    'mistake!202 deposit_detected!409',
    'mistake without-event',
  ],
  ['a refused happy path', 'deposit_detected deposit_confirmed!409', 'refusedOnPath deposit_confirmed'],
  [
    'a failure that sends nothing, after which the happy path does nothing',
    'deposit_detected fail=?none deposit_confirmed=?missed',
    'lost fail',
  ],
  [
    'a failure that does nothing, after which the happy path continues',
    'deposit_detected fail=?none deposit_confirmed',
    '',
  ],
  ['a redelivery under another id', 'deposit_detected deposit_confirmed disburse/503 +credit', `renamed ${COMPLETED}`],
  ['a failure that no call asked for, beside a disbursement', 'path +failed', 'contradicted collection.failed'],
  ['a webhook that names another order', 'a:fail=?none b:+failed a:missed', 'misdirected fail collection.failed'],
  [
    'a credit that names an order whose disburse was refused',
    'a:deposit_detected a:deposit_confirmed b:disburse!409?none a:disburse=?none b:+credit a:missed',
    `misdirected disburse ${COMPLETED}`,
  ],
  [
    'a credit that names an order without any steps',
    'a:deposit_detected a:deposit_confirmed b:mistake!400 a:disburse=?none b:+credit a:missed',
    `misdirected disburse ${COMPLETED}`,
  ],
  [
    'a lost credit, beside a replay that credits another order again',
    'b:path a:deposit_detected a:deposit_confirmed a:disburse=?none b:replay_disburse b:+credit a:missed',
    `lost disburse, credit ${COMPLETED}`,
  ],
  ['an order that expires by itself', 'deposit_detected ~60000 +expired', 'stray collection.expired'],
  ['A3: a repeated step that owes nothing', 'deposit_detected deposit_detected=', ''],
  ['A4: an order that ended by itself and refuses its steps', '+expired deposit_detected!409', ''],
  ['A4: an order that ended by itself and accepts its steps in silence', '+expired deposit_detected=', ''],
])('The least explanation of %s', (_, order, defects) => {
  expect(defectsOf(beside(order))).toBe(defects);
});

test('The least explanation of an order lists its moves in order of time', () => {
  const [defect] = explained(addOrders(aSoundRun(), 'deposit_detected deposit_confirmed=', 'path')).defects;
  expect(defect && movesInWords(defect.explanation)).toBe(
    'deposit_detected (202) → collection.deposit_detected (for deposit_detected) → ' +
      'deposit_confirmed (202): its webhook does not arrive',
  );
});

test.each([
  ['sends collection.deposit_detected', 'deposit_detected='],
  ['sends collection.failed', 'fail=expired?missed'],
  [`sends ${COMPLETED}`, 'deposit_detected deposit_confirmed disburse='],
  ['sends nothing here', 'path +credit'],
  ['sends collection.deposit_detected, or nothing yet', 'deposit_detected=credit,deposit_detected'],
  ['accepts deposit_detected', 'deposit_detected!409'],
  ['sends nothing for a call that it refuses', 'disburse!409=credit?none'],
])('The advised behavior instead of a defect: a sound service %s', (expected, order) => {
  const { defects, model } = explained(beside(order));
  expect(defects.map(({ move, explanation }) => insteadInWords(move, explanation, model))).toEqual([expected]);
});

const CONTRADICTED = 'path +failed';
const EITHER = 'mistake!400 path +failed';

test.each([
  [
    'the webhook of an accepted odd call does not replace one that another order lost',
    ['3 * deposit_detected@0.01=order.held', 'deposit_detected@0.01=?missed', 'odd!202 +order.held'],
    'lost deposit_detected',
  ],
  [
    'an accepted odd call may send the webhook of any step',
    ['2 * deposit_detected', 'mistake!422 odd!202 +deposit_detected +deposit_confirmed'],
    '',
  ],
  [
    'a credit before its step replaces the credit of no other order',
    ['2 * deposit_detected deposit_confirmed=deposit_confirmed,credit disburse='],
    `lost disburse, lost disburse, credit ${COMPLETED}, credit ${COMPLETED}`,
  ],
  ['A1: what orders show after some steps is not expected after other steps', ['deposit_detected fail='], ''],
  [
    'A1: what two orders show is expected of a third',
    ['deposit_detected fail=', '2 * deposit_detected fail'],
    'lost fail',
  ],
  [
    'an event at the creation of some orders ends them if they are refused every step',
    ['2 * +closed deposit_detected!409 fail!409', '2 * path'],
    '',
  ],
  [
    'a rule that one order breaks does not explain another order',
    ['fail', EITHER],
    'mistake without-event collection.failed',
  ],
  [
    'a rule that several orders break explains an order that another rule would explain as well',
    ['fail', `2 * ${CONTRADICTED}`, EITHER],
    'contradicted collection.failed, contradicted collection.failed, contradicted collection.failed',
  ],
  [
    'A4: an order with a mistaken call may have expired by itself, as several orders without one did',
    ['2 * keyless!401 ~60000 +expired', 'mistake!400 +expired'],
    Array(3).fill('stray collection.expired').join(', '),
  ],
  [
    'a rule that most orders break explains others, even if several would show a rule of their own',
    ['3 * fail +credit', '2 * fail disburse!409=credit?none'],
    Array(5).fill(`credit ${COMPLETED}`).join(', '),
  ],
])('In a run with sound orders, %s', (_, orders, defects) => {
  expect(defectsOf(addOrders(aSoundRun(), ...orders))).toBe(defects);
});

test.each([
  [
    'if two steps may cause a type, either may also send it with a field',
    [
      'deposit_detected=?came deposit_confirmed=order.moved',
      '3 * deposit_detected@1=order.held',
      'deposit_detected@1=order.moved',
    ],
    '',
  ],
  [
    'a step may send what the same step with a field sends',
    ['3 * deposit_detected@1=order.held', 'deposit_detected=order.held deposit_confirmed disburse'],
    '',
  ],
  [
    'what a step sends late, with or without a field, does not belong to a later failure',
    [
      '2 * deposit_detected= fail= +deposit_detected +failed',
      'fail',
      'deposit_detected@9= fail= +deposit_detected +failed',
      'deposit_detected@1= deposit_confirmed= +deposit_detected +deposit_confirmed',
    ],
    '',
  ],
  [
    'an event at the creation of every order does not end an order that is refused its first step but takes another',
    ['2 * +created deposit_detected!409 fail', '2 * +created fail', '+created deposit_detected!409'],
    'refusedOnPath deposit_detected, refusedOnPath deposit_detected, refusedOnPath deposit_detected',
  ],
  [
    'events that come late for every order, even for one that may have taken no step, belong to the creation of orders',
    [
      'deposit_detected!timeout ~1000 +created ~1000 +quoted',
      'deposit_detected@1=created,quoted,updated,deposit_detected',
      'mistake!422 deposit_detected=created,quoted,updated,deposit_detected deposit_confirmed disburse',
    ],
    '',
  ],
  [
    'A6: a credit is missing after other steps if everything else that accompanies a credit arrives',
    [
      '2 * deposit_detected deposit_confirmed disburse=settled,credit',
      'deposit_detected@1 deposit_confirmed disburse=settled?missed',
      'deposit_detected@1 deposit_confirmed disburse=?missed',
    ],
    'lost disburse',
  ],
  [
    'A4: an event after the same step of several orders does not end them, even if a failure seems to send it too',
    [
      ...['8 * path', '2 * fail', 'deposit_detected deposit_confirmed disburse=?none fail=sent?came'],
      '3 * deposit_detected deposit_confirmed disburse=sent?missed',
    ],
    `lost disburse, lost disburse, lost disburse, ${Array(3).fill('stray collection.sent').join(', ')}`,
  ],
  [
    'A6: the happy path sends its webhooks, even if no order shows one',
    ['2 * deposit_detected=', 'expire'],
    'lost deposit_detected, lost deposit_detected',
  ],
  [
    'A6: a credit follows disburse beside its other webhooks, even if only an order with a mistaken call shows one',
    [
      'deposit_detected!timeout deposit_confirmed disburse=payout.created,payout.sent?missed',
      'mistake!422 deposit_detected deposit_confirmed mistake!422 disburse=payout.created,payout.sent,credit',
      'mistake!422 deposit_detected deposit_confirmed',
    ],
    '',
  ],
])('In a run without other orders, %s', (_, orders, defects) => {
  expect(defectsOf(addOrders(aRun(), ...orders))).toBe(defects);
});

test.each([
  ['advice if no order shows a credit after the same steps', 'deposit_detected@1', true],
  ['a breach on the happy path', 'deposit_detected', false],
])('A6: A missing credit beside all other webhooks is %s', (_, first, isAdvice) => {
  const lines = [
    '2 * deposit_detected deposit_confirmed disburse=settled,credit',
    `${first} deposit_confirmed disburse=settled?missed`,
  ];
  expect(explained(addOrders(aRun(), ...lines)).defects.map(defect => defect.isAdvice)).toEqual([isAdvice]);
});

test.each([5, 8])('An undue credit is found after %i rounds of steps whose events may all be unasked', rounds => {
  const unasked = '3 * +deposit_detected +deposit_confirmed +failed ~5000 wrong_chain';
  const walk = `${'deposit_detected deposit_confirmed '.repeat(rounds)}fail=credit,failed`;
  const { defects } = explained(addOrders(aRun(), unasked, '2 * path', walk));
  expect(defects.map(({ move, explanation }) => [move.defect, explanation.isCut])).toEqual([['credit', false]]);
});

test('A4: A late event of the creation of a failed order does not end an order that goes on after it', () => {
  const orders = ['fail=created,failed', '2 * +created deposit_detected'];
  const { explanations, endedAt } = explained(addOrders(aRun(), ...orders));
  expect(explanations.map(({ trace }) => endedAt(trace))).toEqual(Array(3).fill(Number.POSITIVE_INFINITY));
});

test.each([
  ['advice', 'fail!409=failed?none', 'event.every-step', true],
  ['a breach if the order was credited', 'path fail!409=failed?none', 'event.completed-never-on-failure', false],
])('A webhook of a refused failure is %s', (_, line, broken, isAdvice) => {
  const { defects } = explained(beside(line));
  expect(defects.map(defect => [defect.requirements[0], defect.isAdvice])).toEqual([[broken, isAdvice]]);
});

test('A4: An order that ended by itself teaches nothing about its later steps', () => {
  const { model } = explained(addOrders(aRun(), '2 * path', 'expire', '6 * +expired ~5000 deposit_detected=?none'));
  expect([...model.owes('deposit_detected')]).toEqual(['collection.deposit_detected']);
});

test('Steps at the end of a run whose webhooks would arrive later do not prove that they send nothing', () => {
  const late = 'deposit_detected=?none deposit_confirmed=?none disburse=?none ~20000 +deposit_detected +credit';
  const { model } = explained(addOrders(aRun(), `2 * ${late}`, '3 * deposit_detected=?none'));
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
