import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { aRun } from '../../testing/evidence.ts';
import { outcome, outcomeOfCalls } from '../../testing/outcome.ts';
import { decimalStrings } from './decimal-strings.ts';

const answering = (...bodies: readonly Json[]) =>
  outcomeOfCalls(decimalStrings, 'getOnrampOrder', ...bodies.map(answers => ({ answers })));

test.each(['0', '1500', '1500.00', '-1.5', '007'])('decimal-strings passes "%s"', amount => {
  expect(answering({ amount })).toEqual({
    breaches: [],
    passes: { 'wire.decimal-strings': ['x1'], 'version.stable-shapes': ['x1'] },
  });
});

test.each([
  ['1,500.00', 'string'],
  ['', 'string'],
  [1500, 'number'],
  [0, 'number'],
])('decimal-strings finds %j', (amount, type) => {
  const { breaches, passes } = answering({ data: [{ source_amount: amount }] });
  expect(passes).toEqual({});
  expect(breaches).toMatchObject([
    {
      requirement: 'wire.decimal-strings',
      cause: `getOnrampOrder source_amount ${type}`,
      message: 'source_amount in a response to getOnrampOrder is not a decimal string',
      expected: 'a decimal string such as "1500.00"',
      evidence: ['x1'],
    },
  ]);
  const received = `${type} ${JSON.stringify(amount)}`;
  expect(breaches[0]?.differences).toEqual([{ at: '/data/0/source_amount', expected: 'a decimal string', received }]);
  expect(breaches[0]?.received).toBe(`${received} at /data/0/source_amount`);
  expect(breaches[0]).not.toHaveProperty('also');
  const likely = 'most parsers read a JSON number as floating point';
  expect(breaches[0]?.likely).toBe(type === 'number' ? likely : undefined);
});

test.each([
  ...['amount', 'rate', 'quoted_rate', 'sourceAmount', 'quotedRate'].map(name => [{ [name]: 1 }, `/${name}`]),
  [{ amount: { value: 12.5, currency: 'USDT' } }, '/amount/value'],
  [{ fee: { paid_amount: { value: 1 } } }, '/fee/paid_amount/value'],
  [{ amount: { rate: 1 } }, '/amount/rate'],
  [{ metadata_x: { amount: 1 } }, '/metadata_x/amount'],
  [{ amount_received: 100.5 }, '/amount_received'],
  [{ amounts: [100] }, '/amounts/0'],
  [{ amount_usd: 100 }, '/amount_usd'],
  [{ amount: '100.00', fee: '1.51', total: 101.51 }, '/total'],
  [{ quoted_rate: '1535.25', price: 1535.25 }, '/price'],
] as [Json, string][])('decimal-strings finds an amount in %j', (answers, pointer) => {
  const found = answering(answers).breaches.map(({ received }) => received);
  expect(found).toEqual([expect.stringContaining(`at ${pointer}`)]);
});

test.each<Json>([
  ...['amounts', 'rated', 'corporate', 'amount_id', 'count', 'migrate', 'tantamount'].map(name => ({ [name]: 1 })),
  ...[null, true, { cents: 1 }, ['1']].map(amount => ({ amount })),
  ...[{ amount_decimals: 6 }, { amount: { value: '12.5', scale: 2 } }, { value: 3 }, { rate_limit: 5 }],
  { amount: '100.00', confirmations: 12, progress: 100, fee_percent: 1 },
  { metadata: { amount: 1 }, data: { metadata: { deep: { rate: 1 } } } },
  ...[{ amount: '100.00', block: 10_000_001 }, { amounts: 2, elapsed: 1.25 }, { amounts: ['small'] }],
])('decimal-strings finds no amount in %j', answers => {
  expect(answering(answers).breaches).toEqual([]);
});

test.each([
  [[{ amount: '1' }, { amount: 1 }], 'x2'],
  [[{ amount: 1 }, { amount: '1' }], 'x1'],
])('decimal-strings finds an unstable shape in either order', (bodies, id) => {
  const { breaches } = answering(...bodies);
  expect(breaches).toMatchObject([{ also: ['version.stable-shapes'], evidence: [id] }]);
  expect(breaches[0]?.received).toBe('number 1 at /amount; other responses have one there');
});

test('decimal-strings finds no unstable shape if every response has a wrong one', () => {
  const { breaches } = answering({ amount: 1 }, { amount: 2 });
  expect(breaches).toHaveLength(2);
  for (const breach of breaches) expect(breach).not.toHaveProperty('also');
});

test('decimal-strings finds a number that other values of the service show to be an amount', () => {
  const fee = { amount: '100.00', fee: 1.5 };
  const { breaches } = answering(fee, { data: { amount: '100.00', fee: '1.50' } });
  expect(breaches).toMatchObject([
    { cause: 'getOnrampOrder fee number', likely: expect.stringContaining('elsewhere') },
  ]);
  expect(breaches[0]).not.toHaveProperty('severity');
  expect(answering(fee, { api: { fee: '1.50' } }).breaches).toMatchObject([{ severity: 'advice' }]);
});

test.each([
  { strings: 3, type: 'a', causes: ['webhook value number'] },
  { strings: 2, type: 'a', causes: [] },
  { strings: 3, type: 'b', causes: [] },
])('decimal-strings compares a number with $strings decimal strings at its place in events of type $type', one => {
  const run = aRun();
  const journey = run.journey();
  const says = (type: string, value: Json) => ({ json: { type, data: { order_id: journey.order, value } } });
  for (let nth = 0; nth < one.strings; nth++) journey.deliver('a', says('a', '1.50'));
  journey.deliver(one.type, says(one.type, 15));
  expect(outcome(decimalStrings, run).breaches.map(({ cause }) => cause)).toEqual(one.causes);
});

test('decimal-strings gives advice on previews', () => {
  const answers = { amount: 1, rate: '1' };
  const { breaches, passes } = outcomeOfCalls(decimalStrings, 'getClientSession', { answers });
  expect([breaches, passes]).toMatchObject([[{ severity: 'advice' }], {}]);
});

test('decimal-strings judges complete webhooks about orders of the run, and answers to any call', () => {
  const run = aRun(({ order }) => ({ body: { data: { order_id: order, amount: 5 } } }));
  const journey = run.journey();
  const { id } = journey.deliver('a');
  journey.deliver('a', { complete: false });
  run.deliver('a');
  const other = run.exchange(undefined, { answers: { rate: 2 } });
  expect(outcome(decimalStrings, run).breaches).toMatchObject([
    { cause: 'response rate number', evidence: [other.id] },
    { cause: 'webhook amount number', message: 'amount in a webhook is not a decimal string', evidence: [id] },
  ]);
});

test('decimal-strings finds an amount that only some parsers read as a string', () => {
  const run = aRun();
  run.exchange('getOnrampOrder', { text: '{"source_amount":1,"source_amount":"1"}' });
  run.journey({ alone: true }).deliver('a', { text: '{"fee":{"amount":"2","amount":2}}' });
  expect(outcome(decimalStrings, run).breaches).toMatchObject([
    { cause: 'getOnrampOrder source_amount number', evidence: ['x1'] },
    { cause: 'webhook amount number', evidence: ['d2'] },
  ]);
  expect(outcome(decimalStrings, run).breaches[0]).not.toHaveProperty('also');
});
