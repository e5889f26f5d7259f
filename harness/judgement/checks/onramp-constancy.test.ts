import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { differenceAt } from '../../evidence/difference.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { onrampConstancy } from './onramp-constancy.ts';

const ORDER = { id: 'onr_1', reference: 'r1', customer_id: 'c1', quoted_rate: '2', account: { id: 'acc_1' } };

const judged = (...reads: readonly ExchangeOptions[]) =>
  outcomeOfCalls(onrampConstancy, 'getOnrampOrder', ...reads).breaches;
const interpretation = (...orders: readonly JsonObject[]) =>
  judged(...orders.map(answers => ({ url: 'https://sandbox.test/onr_1', answers })));

test('onramp-constancy passes an unchanged order, and an order whose state advances', () => {
  expect(interpretation(ORDER, ORDER, { ...ORDER, status: 'completed', updated_at: 'now' })).toEqual([]);
});

test.each(['reference', 'customer_id', 'source_currency', 'destination_currency', 'destination_address'])(
  'onramp-constancy finds that %s differs, and reports the rarer value as wrong',
  field => {
    const order = { ...ORDER, [field]: 'this' };
    expect(interpretation(order, { ...order, [field]: 'that' }, order)).toMatchObject([
      {
        requirement: 'onramp.readable-by-id',
        message: `a repeated read of an onramp order returns a different ${field}`,
        expected: 'string "this", as in 2 other reads',
        received: 'string "that"',
        differences: [differenceAt(`/${field}`, 'this', 'that')],
        likely: 'the service mixes up orders: a part of the response belongs to another order',
        evidence: ['x2', 'x1'],
      },
    ]);
  },
);

test('onramp-constancy reports the rarer value as wrong also if it is read first', () => {
  expect(interpretation({ ...ORDER, reference: 'r2' }, ORDER, ORDER)).toMatchObject([
    { cause: 'reference differs', received: 'string "r2"', evidence: ['x1', 'x2'] },
  ]);
});

test('onramp-constancy finds a changed account, and allows one that is added later', () => {
  expect(interpretation(ORDER, { ...ORDER, account: { id: 'acc_2' } })).toMatchObject([
    { cause: 'account id differs', differences: [differenceAt('/account/id', 'acc_1', 'acc_2')] },
  ]);
  expect(interpretation({ ...ORDER, account: null }, ORDER, { id: 'onr_1' })).toEqual([]);
});

test('onramp-constancy gives advice on a quote that returns to an earlier value, and not on a new quote', () => {
  const requoted = { ...ORDER, quoted_rate: '3' };
  expect(interpretation(ORDER, requoted, requoted)).toEqual([]);
  expect(interpretation(ORDER, requoted, ORDER)).toMatchObject([
    {
      requirement: 'onramp.readable-by-id',
      severity: 'advice',
      cause: 'quoted_rate goes back',
      message: 'the quoted_rate of an onramp order changes between reads and changes back',
      expected: 'a quote that stays the same or is replaced permanently',
      likely: 'several instances answer, each with its own quote',
      received: 'string "2" again, after string "3"',
      evidence: ['x3', 'x2'],
    },
  ]);
});

test('onramp-constancy gives advice on a time of creation that differs', () => {
  const made = (created_at: string) => ({ ...ORDER, created_at });
  expect(interpretation(made('1'), made('1'), made('2'))).toMatchObject([
    {
      severity: 'advice',
      cause: 'created_at differs',
      likely: 'the time is the time of the response',
      evidence: ['x3', 'x1'],
    },
  ]);
});

test('onramp-constancy gives advice on a quote that is another at each read', () => {
  const reads = (...rates: readonly string[]) =>
    interpretation(...rates.map(rate => ({ ...ORDER, quoted_rate: rate })));
  expect(reads('1', '2', '3', '4')).toMatchObject([
    {
      requirement: 'onramp.readable-by-id',
      severity: 'advice',
      cause: 'quoted_rate never stands',
      message: 'each read of an onramp order returns a different quoted_rate',
      received: '4 values in 4 reads',
      evidence: ['x2', 'x1'],
    },
  ]);
  expect(reads('1', '2', '3')).toEqual([]);
  expect(reads('1', '2', '2', '3')).toEqual([]);
});

const OTHER = { ...ORDER, reference: 'r2' };
test.each<[string, ExchangeOptions[]]>([
  ['another id', [{ url: 'u', answers: { ...OTHER, id: 'onr_2' } }]],
  ['no id', [{ url: 'u', answers: { code: 'not_found', reference: 'r3' } }]],
  ['an id that is a number', [OTHER, ORDER].map(order => ({ url: 'u', answers: { ...order, id: 7 } }))],
  ['an error', [{ url: 'u', answers: OTHER, status: 500 }]],
  ['another path', [{ url: 'v', answers: OTHER }]],
])('onramp-constancy leaves to other checks an answer with %s', (_, others) => {
  expect(judged({ url: 'u', answers: ORDER }, ...others)).toEqual([]);
});
