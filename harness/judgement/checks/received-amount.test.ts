import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { aRun, type RunBuilder } from '../../testing/evidence.ts';
import type { JourneyBuilder } from '../../testing/journey-builder.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { receivedAmount } from './received-amount.ts';

const AMOUNT = '0.01';

/** A service that writes the events of an order that received another amount with these members. */
function service(ofMismatch: JsonObject, ofAll: (nth: number) => JsonObject = () => ({ amount: '100.00' })) {
  const mismatched = new Map<string, JsonObject>();
  const orders: string[] = [];
  const run = aRun(({ id, type, order }) => {
    if (!orders.includes(order)) orders.push(order);
    const data = { order_id: order, ...ofAll(orders.indexOf(order)), ...mismatched.get(order) };
    return { body: { id, type, created_at: `2026-01-01T00:00:${id}`, data } };
  });
  return {
    run,
    /** An order that received another amount, which shows or is ignored. */
    mismatch: (isShown = true, amount = AMOUNT): JourneyBuilder => {
      const journey = run.journey();
      if (isShown) mismatched.set(journey.order, ofMismatch);
      journey.step('deposit_detected', { amount });
      return journey;
    },
  };
}

function credit(journey: JourneyBuilder): JourneyBuilder {
  journey.step('deposit_confirmed');
  journey.step('disburse');
  return journey;
}

function plain(run: RunBuilder, times = 3): void {
  for (let nth = 0; nth < times; nth++) run.journey().happyPath();
}

function found(run: RunBuilder) {
  return outcome(receivedAmount, run).breaches;
}

test('An order with another amount that is credited as if it had received what is due is a breach', () => {
  const { run, mismatch } = service({});
  plain(run);
  const { id } = credit(mismatch());
  expect(found(run)).toMatchObject([
    {
      requirement: 'simulate.received-amount',
      consequence: 'money',
      cause: 'ignored',
      expected: expect.stringContaining(`received ${AMOUNT}`),
      evidence: [...run.evidence.journeys.flatMap(journey => (journey.id === id ? journey.steps : []))]
        .map(({ exchange }) => exchange)
        .concat(id),
    },
  ]);
});

test('An order with another amount cannot be judged if no order gets the webhook of the step', () => {
  const run = aRun(({ id, type, order }) => ({ body: { id, type, data: { order_id: order, amount: '100.00' } } }));
  const silent = [undefined, undefined, AMOUNT].map(amount => {
    const journey = run.journey();
    const { exchange } = journey.step('deposit_detected', { sends: [], ...(amount && { amount }) });
    credit(journey);
    return exchange.id;
  });
  expect(found(run)).toEqual([]);
  expect(hiddenIn(receivedAmount, run)).toEqual([
    hidden('simulate.received-amount', ['event.every-step'], silent[2] ?? ''),
  ]);
});

test.each<[string, JsonObject]>([
  ['an additional member', { received: true }],
  ['another value of a steady member', { amount: '0.01' }],
  ['an object', { flags: { mismatch: 'less' } }],
])('A credited order with another amount is sound if its events have %s', (_, ofMismatch) => {
  const { run, mismatch } = service(ofMismatch);
  plain(run);
  credit(mismatch());
  expect(found(run)).toEqual([]);
});

test.each<[string, boolean, JsonObject, (nth: number) => JsonObject]>([
  ['a sum below those of other orders', true, { usd_total: 3 }, nth => ({ amount: '100.00', usd_total: 50 + nth })],
  ['the received amount in a smaller unit', true, { due: 10_000 }, nth => ({ amount: '1.00', due: nth + 2 })],
  ['a larger sequence number', false, { seq: 99 }, nth => ({ amount: '100.00', seq: nth })],
  ['an amount between those of others', false, { amount: '2.5' }, nth => ({ amount: `${nth + 1}.00` })],
  ['its digits in any member', true, { ref: '100' }, nth => ({ amount: '100.00', ref: `${nth + 2}` })],
  ['a member that one alone has too', false, { ref: 'b' }, nth => ({ amount: '1.00', ...(nth < 1 && { ref: 'a' }) })],
  ['a sum above those of others', true, { usd_total: 99 }, nth => ({ amount: '100.00', usd_total: 50 + nth })],
  ['a negative sum', true, { usd_total: -3 }, nth => ({ amount: '100.00', usd_total: 50 + nth })],
  ['a decimal below those of others', true, { fee: '4.5' }, nth => ({ amount: '100.00', fee: `${5 + nth}` })],
  ['a decimal among numbers', false, { fee: '5.5' }, nth => ({ amount: '100.00', fee: `${5 + nth}` })],
  ['a text where each order has its own', false, { ref: 'c' }, nth => ({ amount: '100.00', ref: `r${nth}` })],
  ['a text that another has', false, { state: 'a' }, nth => ({ amount: '100.00', state: nth > 0 ? 'a' : 'b' })],
  ['a sum that another has', false, { total: 50 }, nth => ({ amount: '100.00', total: 50 + nth })],
  ['a text where others have sums', false, { total: '?' }, nth => ({ amount: '100.00', total: nth + 9 })],
  [
    'an id in a list of amounts',
    false,
    { amounts: { id: 4 } },
    nth => ({ amount: '100.00', amounts: { id: nth + 5 } }),
  ],
])('An order that received another amount, and is credited, shows it by %s: %s', (_, shows, ofMismatch, ofAll) => {
  const { run, mismatch } = service(ofMismatch, ofAll);
  plain(run);
  credit(mismatch());
  expect(found(run)).toHaveLength(shows ? 0 : 1);
});

test.each([
  ['accepted step shows it', 202, 0],
  ['refused step alone shows it', 409, 1],
])('An order that received another amount is compared by its answers: an %s', (_, status, breaches) => {
  const { run, mismatch } = service({});
  plain(run);
  const journey = mismatch();
  journey.step('deposit_confirmed', { status, answers: { received: AMOUNT } });
  if (status === 202) journey.step('disburse');
  else credit(journey);
  expect(found(run)).toHaveLength(breaches);
});

test('An order with an excess is only advice if no order shows a missing amount', () => {
  const { run, mismatch } = service({});
  plain(run);
  credit(mismatch(false, '1000'));
  expect(found(run)).toMatchObject([{ severity: 'advice', cause: 'ignored' }]);
});

test('An order with an excess is a breach if other orders show a missing amount', () => {
  const { run, mismatch } = service({ received: '0.01' });
  plain(run);
  mismatch();
  credit(mismatch(false, '1000'));
  const [breach, ...others] = found(run);
  expect(breach).toMatchObject({ cause: 'ignored', expected: expect.stringContaining('received 1000') });
  expect(breach?.severity).toBeUndefined();
  expect(others).toEqual([]);
});

test('An order with another amount is sound if its events lack what those of all other orders have', () => {
  const lacking = (nth: number) => ({ amount: '100.00', ...(nth < 3 && { receipt: 'r' }) });
  const { run, mismatch } = service({}, lacking);
  plain(run);
  credit(mismatch());
  expect(found(run)).toEqual([]);
});

test.each<[string, JsonObject, number]>([
  ['none, if no event shows an amount: what it received may show elsewhere', {}, 0],
  ['a breach, if the value of an amount shows', { received: { asset: 'USDT', value: '100.00' } }, 1],
  ['a breach, if a sum shows', { order: { total: '100.00' } }, 1],
  ['none, if the value of something else alone shows', { rate: { value: '1.50' }, risk: { value: '0.10' } }, 0],
  ['none, if a time or a count alone shows', { received: 2, received_at: '1767225600.25' }, 0],
])('An order that received another amount, and is credited, is %s', (_, shown, breaches) => {
  const { run, mismatch } = service({}, () => shown);
  plain(run);
  credit(mismatch());
  expect(found(run)).toHaveLength(breaches);
});

test('An order that received another amount needs its credit, no other step, and two plain orders to be judged', () => {
  const { run, mismatch } = service({});
  plain(run, 1);
  credit(mismatch());
  expect(found(run)).toEqual([]);
  plain(run);
  const more = service({});
  plain(more.run);
  more.mismatch().step('deposit_confirmed');
  const repeated = more.mismatch();
  repeated.step('deposit_detected');
  credit(repeated);
  expect(found(more.run)).toEqual([]);
});

const shown = (times: number, ignored: number, ofMismatch: JsonObject = { received: '0.01' }) => {
  const { run, mismatch } = service(ofMismatch);
  plain(run);
  for (let nth = 0; nth < times; nth++) mismatch();
  const others = Array.from({ length: ignored }, () => mismatch(false).id);
  return { run, others };
};

test('Orders that received the same amount show it each time, or those that do not are a breach', () => {
  expect(found(shown(4, 0).run)).toEqual([]);
  const { run, others } = shown(4, 2);
  const breaches = found(run);
  expect(breaches.map(({ evidence }) => evidence.at(-1))).toEqual(others);
  expect(breaches[0]).toMatchObject({
    requirement: 'simulate.received-amount',
    cause: 'ignored at times',
    received: 'the mismatch shows for 4 of 6 orders',
  });
});

test.each([
  [2, 1],
  [3, 4],
])(
  'Orders that received the same amount show nothing about others if it shows for %i and not for %i',
  (times, ignored) => {
    expect(found(shown(times, ignored).run)).toEqual([]);
  },
);

test('Orders that received the same amount are compared with the same step of other orders only', () => {
  const { run } = shown(4, 0);
  const failed = run.journey();
  failed.step('fail');
  expect(found(run)).toEqual([]);
});
