import { describe, expect, test } from 'vitest';
import { View } from '../../evidence/view.ts';
import { aRun, INTERPRETATION } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { enquiry } from './enquiry.ts';
import { order } from './order.ts';
import { replayedFrom } from './replayed-answer.ts';
import { secrecy } from './secrecy.ts';

const SILENT = { sends: [], wait: 'missed' } as const;
const LIKELY = /^the answer is that of x1, which had another Idempotency-Key: a stored answer is given to a new call/;

describe('Where a call gets the stored answer of another order', () => {
  const run = aRun();
  const [one, other, sound] = [run.journey(), run.journey(), run.journey()];
  const answers = { id: one.order, status: 'done' };
  const first = one.step('disburse', { answers }).exchange;
  const late = other.step('disburse', { ...SILENT, answers }).exchange;
  sound.happyPath();

  test.each([
    ['order', order, 'event.completed-delivered'],
    ['secrecy', secrecy, 'simulate.own-order'],
  ])('%s says so, and shows both calls', (_, check, requirement) => {
    const { breaches } = outcome(check, run);
    expect(breaches).toMatchObject([{ requirement, likely: expect.stringMatching(LIKELY) }]);
    expect(breaches[0]?.evidence.slice(0, 2)).toEqual([late.id, first.id]);
  });
});

test.each<[string, 'known' | 'without-bank-code', string]>([
  ['of another account', 'known', '2'],
  ['without a bank_code', 'without-bank-code', '2'],
  ['but not for the same account as before', 'without-bank-code', '1'],
])('An enquiry that gets the stored answer of another one says so: %s', (_, condition, account_number) => {
  const run = aRun();
  const method = 'POST';
  const data = { account_number: '1', account_name: 'Ada', bank_code: '044' };
  const answers = { status: true, data };
  run.exchange('resolveBankAccount', { ...{ method, condition: 'known', asks: data, answers } });
  const { id } = run.exchange('resolveBankAccount', { ...{ method, condition, answers }, asks: { account_number } });
  const isReplay = account_number !== '1';
  const { breaches } = outcome(enquiry, run);
  expect(breaches[0]?.evidence).toEqual(isReplay ? [id, 'x1'] : [id]);
  expect(breaches[0]?.likely ?? '').toEqual(isReplay ? expect.stringMatching(LIKELY) : '');
});

test('The answers of two simultaneous enquiries may be mixed up without being stored', () => {
  const run = aRun();
  const enquire = (account_number: string, sentAt: number) =>
    run.exchange('resolveBankAccount', {
      ...{ method: 'POST', condition: 'known', sentAt, asks: { account_number } },
      answers: { status: true, data: { account_number: '1', account_name: 'Ada' } },
    });
  enquire('1', run.now);
  run.tick(1_000);
  const at = run.now;
  const [, other] = [enquire('1', at), enquire('2', at)];
  expect(replayedFrom(new View(run.evidence, INTERPRETATION), other.id)).toBe(undefined);
});

test('A step that gets the stored refusal of another order is refused for that', () => {
  const run = aRun();
  const [one, other] = [run.journey(), run.journey()];
  for (const journey of [one, other]) journey.step('deposit_detected', { status: 409, answers: { order: one.order } });
  run.journey().happyPath();
  expect(outcome(order, run).breaches.map(({ likely }) => likely)).toEqual([undefined, expect.stringMatching(LIKELY)]);
});

test('Findings on a step that lost its webhook and on one that was not taken have different causes', () => {
  const run = aRun();
  const [one, other, lost] = [run.journey(), run.journey(), run.journey()];
  one.step('fail', { answers: { id: one.order } });
  other.step('fail', { ...SILENT, answers: { id: one.order } });
  lost.step('fail', { ...SILENT, answers: { id: lost.order } });
  run.journey().happyPath();
  expect(outcome(order, run).breaches.map(({ cause }) => cause)).toEqual(['fail', 'fail replayed']);
});

/** Two calls about one order; the first has the Idempotency-Key A. @returns whether the second got a stored answer */
function isReplayed({ key = 'B', ids = ['req_1', 'req_1'], events = ['fail', 'fail'], answers = {} }) {
  const run = aRun();
  const { order } = run.journey();
  const call = (own: string, id: string | undefined, event: string | undefined) =>
    run.exchange('simulateCollectionOrder', {
      method: 'POST',
      url: `https://sandbox.test/sandbox/collection-orders/${order}/simulate`,
      requestHeaders: [['Idempotency-Key', own]],
      headers: [['request-id', id ?? '']],
      asks: { event: event ?? '' },
      answers,
    });
  call('A', ids[0], events[0]);
  const { id } = call(key, ids[1], events[1]);
  call('C', ids[2] ?? 'req_3', 'expire');
  return replayedFrom(new View(run.evidence, INTERPRETATION), id) !== undefined;
}

test.each([
  ['the same request-id', {}, true],
  ['the same Idempotency-Key', { key: 'A' }, false],
  ['a request-id of its own', { ids: ['req_1', 'req_2'] }, false],
  ['the request-id that all calls have', { ids: ['req_1', 'req_1', 'req_1'] }, false],
  ['an equal answer that names its event', { ids: ['1', '2'], answers: { event: 'fail' } }, false],
  ['an answer that names the earlier event', { ids: ['1', '2'], events: ['a', 'b'], answers: { event: 'a' } }, true],
  ['an answer of the same state', { ids: ['1', '2'], events: ['a', 'b'], answers: { status: 'a' } }, false],
])('Whether a call got a stored answer shows: %s', (_, given, expected) => {
  expect(isReplayed(given)).toBe(expected);
});
