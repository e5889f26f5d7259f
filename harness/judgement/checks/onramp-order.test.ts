import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Condition } from '../../evidence/condition.ts';
import { differenceAt } from '../../evidence/difference.ts';
import { aRun, type RunBuilder } from '../../testing/evidence.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { OF_ANSWER } from './answers.ts';
import { hidden } from './check.ts';
import { onrampOrder } from './onramp-order.ts';

const ORDER = { id: 'onr/1', source_currency: 'NGN', destination_currency: 'USDC', destination_address: '0x1' };

function read(run: RunBuilder, condition: Condition | undefined, status: number, answers?: Json, id = 'onr%2F1') {
  return run.exchange('getOnrampOrder', {
    url: `https://sandbox.test/v1/onramp/orders/${id}`,
    status,
    ...(condition !== undefined && { condition }),
    ...(answers !== undefined && { answers }),
  });
}

function one(...rest: [Condition | undefined, number, Json?, string?]) {
  const run = aRun();
  read(run, ...rest);
  return outcome(onrampOrder, run);
}

const ROUTE = { 'onramp.route': ['x1'] };

test('onramp-order passes the requested order, with its id encoded for a path', () => {
  for (const condition of ['known', 'guessed', undefined] as const)
    expect(one(condition, 200, ORDER)).toEqual({
      breaches: [],
      passes: { ...ROUTE, 'onramp.readable-by-id': ['x1'] },
    });
});

test('onramp-order finds an order other than the requested one', () => {
  expect(one('known', 200, ORDER, 'onr_2')).toMatchObject({
    breaches: [
      {
        requirement: 'onramp.readable-by-id',
        cause: 'other id',
        message: 'the returned order is not the requested one',
        differences: [differenceAt('/id', 'onr_2', 'onr/1')],
        expected: 'string "onr_2"',
        received: 'string "onr/1"',
        evidence: ['x1'],
      },
    ],
    passes: ROUTE,
  });
});

test.each<[Condition, number, Json | undefined, string[]]>([
  ['without-key', 302, undefined, ['redirect']],
  ['unknown', 303, '<html></html>', ['redirect']],
  ['without-key', 302, { code: 'unauthorized', message: 'No key.' }, []],
  ['without-key', 401, undefined, []],
  ['padded-key', 302, undefined, []],
  ['malformed-id', 301, undefined, []],
])('onramp-order finds a redirect in place of an error: %s, %i, %j', (condition, status, answers, causes) => {
  expect(one(condition, status, answers).breaches.map(({ cause }) => cause)).toEqual(causes);
});

test.each([400, 404, 410, 500])('onramp-order finds a known order answered %i', status => {
  const run = aRun();
  read(run, 'guessed', 200, ORDER);
  const { id } = read(run, 'known', status);
  const { breaches } = outcome(onrampOrder, run);
  expect(breaches).toMatchObject([
    {
      requirement: 'onramp.readable-by-id',
      also: [],
      cause: `known ${status}`,
      message: 'a configured onramp order is not returned',
      expected: '200 with the order',
      next: 'if the order no longer exists, change ONRAMP_ORDER_IDS',
      evidence: [id],
    },
  ]);
  expect(one('guessed', status).breaches).toEqual([]);
  expect(one('guessed', status, ORDER, 'onr_2').breaches).toEqual([]);
});

test('onramp-order cannot judge which order is returned if none is, or if a known one is refused', () => {
  const notShown = (...call: [Condition | undefined, number, Json?]) => {
    const run = aRun();
    read(run, ...call);
    return hiddenIn(onrampOrder, run);
  };
  const unjudged = [hidden('onramp.readable-by-id', OF_ANSWER, 'x1')];
  expect(notShown('known', 401)).toEqual(unjudged);
  expect(notShown('guessed', 200, {})).toEqual(unjudged);
  expect(notShown('guessed', 404)).toEqual([]);
});

test('onramp-order finds the route missing if every read is answered 404 or 405', () => {
  const run = aRun();
  read(run, 'unknown', 405);
  read(run, 'known', 404);
  expect(outcome(onrampOrder, run).breaches).toMatchObject([{ also: ['onramp.route'] }]);
});

test('onramp-order finds that only orders with an account are returned', () => {
  const run = aRun();
  read(run, 'known', 200, { ...ORDER, account: {} });
  read(run, 'known', 404);
  expect(outcome(onrampOrder, run).breaches).toMatchObject([{ also: ['onramp.account-optional'] }]);
  read(run, 'known', 200, { ...ORDER, account: null });
  expect(outcome(onrampOrder, run).breaches).toMatchObject([{ also: [] }]);
});

test.each([401, 403, 429, 502, 503, 504])('onramp-order does not judge an order that is answered %i', status => {
  expect(one('known', status).breaches).toEqual([]);
});

test('onramp-order finds an order that does not exist answered with success', () => {
  expect(one('unknown', 200, ORDER, 'none')).toMatchObject({
    breaches: [
      {
        requirement: 'onramp.error-responses',
        cause: 'unknown id',
        message: 'a read of an order that does not exist succeeds',
        expected: 'one of the error responses',
        evidence: ['x1'],
      },
    ],
    passes: ROUTE,
  });
  expect(one('unknown', 204).breaches).toHaveLength(1);
});

test.each([400, 401, 404, 422, 500])('onramp-order passes a %i for an order that does not exist', status => {
  expect(one('unknown', status)).toEqual({ breaches: [], passes: { ...ROUTE, 'onramp.error-responses': ['x1'] } });
});

test('onramp-order leaves an order returned without a key to the authentication check', () => {
  for (const condition of ['without-key', 'wrong-key'] as const)
    expect(one(condition, 200, ORDER, 'other')).toEqual({ breaches: [], passes: ROUTE });
});

test.each(['source_currency', 'destination_currency', 'destination_address'])(
  'onramp-order finds a blank %s',
  field => {
    const { breaches, passes } = one('known', 200, { ...ORDER, [field]: '' });
    expect(breaches).toMatchObject([
      {
        requirement: 'onramp.converts',
        cause: 'blank',
        message: `an onramp order has an empty ${field}`,
        expected: 'the currencies and the customer',
        received: '""',
        evidence: ['x1'],
      },
    ]);
    expect(breaches[0]?.differences).toEqual([{ at: `/${field}`, expected: 'a value', received: '""' }]);
    expect(passes['onramp.readable-by-id']).toEqual(['x1']);
  },
);

test.each(['reference', 'customer_id', 'status'])('onramp-order passes a blank %s, which is not specified', field => {
  expect(one('known', 200, { ...ORDER, [field]: '' }).breaches).toEqual([]);
});

test('onramp-order finds several blank fields at once', () => {
  const [breach] = one('known', 200, { ...ORDER, source_currency: '', destination_address: '' }).breaches;
  expect(breach?.message).toBe('an onramp order has an empty source_currency and destination_address');
});

test('onramp-order leaves an answer without an id to the schema check', () => {
  for (const body of [{}, { id: 7 }, [ORDER], 'x'])
    expect(one('known', 200, body)).toEqual({ breaches: [], passes: ROUTE });
});

test.each([
  ['odd-value: an id in another letter case', 'ONR_1', 0],
  ['odd-value: an id with blanks around it', '%20onr_1%20', 0],
  ['odd-value: an id with blanks around it', '%20onr_2%20', 1],
  ['almost-id: without its last character', 'onr_', 1],
  ['almost-id: with a % for its last character', 'onr_%25', 1],
  [undefined, 'ONR_1', 1],
] as const)('onramp-order, %s: %s', (condition, asked, breaches) => {
  const run = aRun();
  const url = `https://sandbox.test/v1/onramp/orders/${asked}`;
  run.exchange('getOnrampOrder', { url, answers: { id: 'onr_1' }, ...(condition && { condition }) });
  expect(outcome(onrampOrder, run).breaches.filter(({ cause }) => cause === 'other id')).toHaveLength(breaches);
});
