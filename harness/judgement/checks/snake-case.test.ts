import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { aSoundRun } from '../../testing/evidence.ts';
import { outcome, outcomeOfCalls } from '../../testing/outcome.ts';
import { snakeCase } from './snake-case.ts';

const answering = (...bodies: readonly Json[]) =>
  outcomeOfCalls(snakeCase, 'getOnrampOrder', ...bodies.map(answers => ({ answers })));

test.each([
  ['orderId', 'order_id'],
  ['accountID', 'account_i_d'],
  ['sha256Digest', 'sha256_digest'],
  ['CreatedAt', 'created_at'],
  ['order-id', 'order_id'],
  ['created-at-time', 'created_at_time'],
])('snake-case finds %s', (key, expected) => {
  const { breaches, passes } = answering({ data: [{ [key]: 1 }] });
  expect(passes).toEqual({});
  expect(breaches).toMatchObject([
    {
      requirement: 'wire.snake-case',
      cause: 'getOnrampOrder',
      message: `getOnrampOrder has 1 field not in snake_case: ${key}`,
      received: `${key}, the first at /data/0/${key}`,
      likely: 'a serializer without the naming rule',
      evidence: ['x1'],
    },
  ]);
  expect(breaches[0]?.differences).toEqual([{ at: `/data/0/${key}`, expected: breaches[0]?.expected, received: key }]);
  if (key !== 'accountID') expect(breaches[0]?.expected).toBe(expected);
});

test.each(['Status', 'ACCOUNT_NAME', 'account.name', 'Account Name', 'amount-2'])(
  'snake-case finds %s beside a field',
  key => {
    const { breaches } = answering({ data: { id: 1, [key]: 1 } });
    expect(breaches).toMatchObject([{ requirement: 'wire.snake-case', message: expect.stringContaining(key) }]);
    expect(breaches[0]).not.toHaveProperty('severity');
  },
);

test('snake-case finds a name that the service has in snake_case beside the same name', () => {
  const [one, other, alone] = [{ network: 'tron' }, { Network: 'tron' }, { Network: 'tron' }];
  const { breaches } = answering({ chain_id: 1, ...one }, { chain_id: 1, ...other }, { gas_fee: 1, ...alone });
  expect(breaches.map(({ evidence }) => evidence)).toEqual([['x2']]);
});

test.each([{ ID: 1, NG: 2 }, { STATUS: 1 }])('snake-case takes %j for a table', table => {
  expect(answering({ data: table }).breaches).toEqual([]);
});

test.each([
  ...['id', 'order_id', 'sha256', 'USD', 'USDT-TRC20', 'Tron', 'First Bank', 'en-GB', '0xAbCd12', '2023-11-14'],
  ...['', '_links', '$schema', '@type', 'collection.expired'],
])('snake-case allows %j, which may be a key of a table', key => {
  expect(answering({ data: { [key]: 1 } })).toEqual({ breaches: [], passes: { 'wire.snake-case': ['x1'] } });
});

test("snake-case ignores the customer's metadata, at any depth", () => {
  const own = { orderId: { anyThing: 1 }, 'a-b': 1 };
  expect(answering({ metadata: own, data: { metadata: own } }).breaches).toEqual([]);
  expect(answering({ metaData: {} }).breaches).toHaveLength(1);
});

test('snake-case does not judge values and lists', () => {
  expect(answering(['orderId', { status: 'orderId' }]).breaches).toEqual([]);
});

test('snake-case reports one cause for all misspelt names of one source, and lists a readable number of them', () => {
  const body = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, 1]));
  const some = Array.from({ length: 8 }, (_, nth) => `someName${nth}`);
  const { breaches } = answering(body('orderId', 'createdAt'), body('orderId', ...some));
  const message =
    'getOnrampOrder has 10 fields not in snake_case: ' +
    'orderId, createdAt, someName0, someName1, someName2, someName3, someName4, someName5 and 2 more';
  expect(breaches).toMatchObject(Array(2).fill({ cause: 'getOnrampOrder', message }));
  expect(breaches[0]?.expected).toBe('order_id, created_at');
  expect(breaches.map(({ differences }) => differences?.length)).toEqual([2, 8]);
});

test('snake-case finds each name, and passes no body that has one', () => {
  const run = aSoundRun();
  const journey = run.journey();
  const { id } = journey.deliver('a', {
    json: { id: 1, data: { orderId: 1, order_id: journey.order, createdAt: 1 } },
  });
  const { breaches, passes } = outcome(snakeCase, run);
  expect(breaches.map(({ cause, evidence }) => [cause, ...evidence])).toEqual([['a webhook', id]]);
  expect(breaches[0]?.message).toBe('a webhook has 2 fields not in snake_case: orderId, createdAt');
  expect(passes['wire.snake-case']).not.toContain(id);
  expect(passes['wire.snake-case']).toHaveLength(14);
});

test.each(['getClientSession', 'refreshClientSessionQuote', 'selectClientSession', 'recordClientTelemetry'])(
  'snake-case gives only advice on the preview operation %s',
  operation => {
    const { breaches, passes } = outcomeOfCalls(snakeCase, operation, { answers: { orderId: 1 } });
    expect([breaches, passes]).toMatchObject([[{ severity: 'advice' }], {}]);
  },
);
