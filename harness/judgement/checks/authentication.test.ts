import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Condition } from '../../evidence/condition.ts';
import { aRun, type RunBuilder } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { authentication } from './authentication.ts';

const EMBEDDED = { target: { kind: 'embedded', url: 'http://127.0.0.1:1' } } as const;
const of = (run: RunBuilder) => outcome(authentication, run);
const BODIES = {
  resolveBankAccount: { status: true, data: { account_name: 'Ada' } },
  getOnrampOrder: { id: 'onr_1', customer_id: 'cus_1', source_amount: '1.00' },
};

/** A call, answered with the account or the order where it succeeds, or where that is asked for. */
function call(
  run: RunBuilder,
  operation: keyof typeof BODIES,
  condition: Condition,
  status: number,
  full = status === 200,
) {
  return run.exchange(operation, { condition, status, ...(full && { answers: BODIES[operation] }) }).id;
}

test('authentication passes a service that accepts only the key', () => {
  const run = aRun();
  const enquiry = call(run, 'resolveBankAccount', 'known', 200);
  const without = call(run, 'resolveBankAccount', 'without-key', 401);
  const wrong = call(run, 'resolveBankAccount', 'wrong-key', 401);
  const read = call(run, 'getOnrampOrder', 'guessed', 200);
  const closed = [401, 403, 404, 500].map(status => call(run, 'getOnrampOrder', 'without-key', status));
  const missing = call(run, 'getOnrampOrder', 'unknown', 404);
  expect(of(run)).toEqual({
    breaches: [],
    passes: { 'auth.header': [enquiry, read], 'auth.enquiry-401': [without, wrong], 'auth.onramp-key': closed },
  });
  expect(missing).toBeDefined();
});

test('authentication gives advice if a call without a key reveals which orders exist', () => {
  const run = aRun();
  call(run, 'getOnrampOrder', 'unknown-without-key', 404);
  expect(of(run).breaches).toEqual([]);
  const known = call(run, 'getOnrampOrder', 'without-key', 401);
  call(run, 'getOnrampOrder', 'unknown-without-key', 401);
  expect(of(run).breaches).toMatchObject([
    {
      severity: 'advice',
      cause: 'existence',
      received: '404 nothing for an unknown order',
      evidence: ['x1', known],
    },
  ]);
});

function heads(keyed: number, open: number, unknown: number, read = 401) {
  const run = aRun();
  call(run, 'getOnrampOrder', 'without-key', read);
  const head = (condition: Condition, status: number) => run.exchange(undefined, { condition, status });
  head('head', keyed);
  head('head-without-key', open);
  head('unknown-head-without-key', unknown);
  return of(run).breaches.map(({ requirement, cause, received }) => ({ requirement, cause, received }));
}

test('authentication of HEAD without a key finds that it is answered as with one', () => {
  const received = '200; 404 for an order that does not exist';
  expect(heads(200, 200, 404)).toEqual([{ requirement: 'auth.onramp-key', cause: 'HEAD', received }]);
});

test.each([
  ['one that is refused', [200, 401, 401]],
  ['a server that answers any HEAD with success', [200, 200, 200]],
  ['a service without HEAD', [405, 405, 405]],
] as const)('authentication of HEAD without a key passes %s', (_, [keyed, open, unknown]) => {
  expect(heads(keyed, open, unknown)).toEqual([]);
});

test('authentication does not judge HEAD without a key if GET needs no key either', () => {
  expect(heads(200, 200, 404, 200).filter(({ cause }) => cause === 'HEAD')).toEqual([]);
});

test.each([
  ['without-key', 202, 'without-key accepted', 'a name enquiry without a key is not answered with 401'],
  ['wrong-key', 201, 'wrong-key accepted', 'a name enquiry with a wrong key is not answered with 401'],
  ['without-key', 400, 'without-key 400', 'a name enquiry without a key is answered with 400, not 401'],
  ['wrong-key', 403, 'wrong-key 403', 'a name enquiry with a wrong key is answered with 403, not 401'],
] as const)('authentication finds a name enquiry %s answered %i', (condition, status, cause, message) => {
  const run = aRun();
  const id = call(run, 'resolveBankAccount', condition, status);
  const { breaches, passes } = of(run);
  expect(passes).toEqual({});
  expect(breaches).toMatchObject([
    {
      requirement: 'auth.enquiry-401',
      cause,
      message,
      expected: '401, without the account',
      received: `${status} nothing`,
      evidence: [id],
    },
  ]);
  expect(breaches[0]).not.toHaveProperty('likely');
  // Nobody learns an account from a refusal.
  expect(breaches[0]?.consequence).toBe(status < 300 ? undefined : 'shape');
});

test.each([
  ['without-key', 'an onramp order is returned to a call without a key'],
  ['wrong-key', 'an onramp order is returned to a call with a wrong key'],
] as const)('authentication finds an onramp order returned %s', (condition, message) => {
  const run = aRun();
  const id = call(run, 'getOnrampOrder', condition, 200);
  expect(of(run)).toMatchObject({
    breaches: [
      {
        requirement: 'auth.onramp-key',
        cause: condition,
        message,
        expected: 'an error response, without the order',
        evidence: [id],
      },
    ],
    passes: {},
  });
});

test.each([
  ['empty-key', 'with an empty key', 'an empty key is not checked at all'],
  ['recased-key', 'with the key in another letter case', 'keys are compared case-insensitively'],
  ['truncated-key', 'with the key cut short', 'a prefix of the correct key is accepted'],
] as const)(
  'authentication finds that a call with an %s is accepted, and passes any refusal of it',
  (condition, words, likely) => {
    const run = aRun();
    const enquiry = call(run, 'resolveBankAccount', condition, 200);
    const read = call(run, 'getOnrampOrder', condition, 200);
    for (const status of [400, 401, 403]) {
      call(run, 'resolveBankAccount', condition, status);
      call(run, 'getOnrampOrder', condition, status);
    }
    const { breaches, passes } = of(run);
    expect(breaches).toMatchObject([
      {
        requirement: 'auth.enquiry-401',
        message: `a name enquiry ${words} is not answered with 401`,
        likely,
        evidence: [enquiry],
      },
      {
        requirement: 'auth.onramp-key',
        message: `an onramp order is returned to a call ${words}`,
        likely,
        evidence: [read],
      },
    ]);
    expect([passes['auth.enquiry-401']?.length, passes['auth.onramp-key']?.length]).toEqual([1, 3]);
    call(run, 'resolveBankAccount', 'wrong-key', 200);
    const ofAnyKey = of(run).breaches.filter(({ likely: cause }) =>
      cause?.startsWith('the key is not compared in full'),
    );
    expect(ofAnyKey.map(({ requirement }) => requirement)).toEqual(['auth.enquiry-401', 'auth.enquiry-401']);
  },
);

test('authentication finds a refusal that holds the account or the order, and no success without them', () => {
  const run = aRun();
  const enquiry = call(run, 'resolveBankAccount', 'wrong-key', 401, true);
  const read = call(run, 'getOnrampOrder', 'without-key', 403, true);
  const open = call(run, 'getOnrampOrder', 'wrong-key', 200, false);
  const { breaches, passes } = of(run);
  expect(breaches).toMatchObject([
    {
      requirement: 'auth.enquiry-401',
      cause: 'wrong-key resolved',
      message: 'a name enquiry with a wrong key is answered with 401, but the body holds the account',
      evidence: [enquiry],
    },
    {
      requirement: 'auth.onramp-key',
      cause: 'without-key refused',
      message: 'an onramp order is returned to a call without a key, in the body of a 403',
      evidence: [read],
    },
  ]);
  expect(passes['auth.onramp-key']).toEqual([open]);
});

test('authentication advises against a key that is accepted between spaces, which only its owner can send', () => {
  const run = aRun();
  run.exchange('resolveBankAccount', { condition: 'padded-key' });
  run.exchange('getOnrampOrder', { condition: 'padded-key', answers: BODIES.getOnrampOrder });
  expect(of(run).breaches).toMatchObject([{ severity: 'advice' }, { severity: 'advice' }]);
});

test.each(['', 7, null])('authentication does not regard an account with the holder %j as resolved', account_name => {
  const run = aRun();
  run.exchange('resolveBankAccount', { condition: 'wrong-key', status: 401, answers: { data: { account_name } } });
  expect(of(run)).toEqual({ breaches: [], passes: { 'auth.enquiry-401': ['x1'] } });
});

test('authentication does not take one member of an onramp order for an order', () => {
  const run = aRun();
  run.exchange('getOnrampOrder', { condition: 'wrong-key', status: 401, answers: { customer_id: 'cus_1' } });
  expect(of(run)).toEqual({ breaches: [], passes: { 'auth.onramp-key': ['x1'] } });
});

test('authentication finds data that another path returns without a key, whatever the status', () => {
  const run = aRun();
  const under = (condition: Condition, status: number, answers?: Json) =>
    run.exchange(undefined, { condition, status, ...(answers !== undefined && { answers }) }).id;
  const enquiry = under('aliased-path: a name enquiry under /V1', 200, BODIES.resolveBankAccount);
  const order = { ...BODIES.getOnrampOrder, account: { account_name: 'Ada' } };
  const read = under('aliased-path: an onramp order with a trailing slash', 301, order);
  under('aliased-path: a name enquiry under /V1', 200, { status: 'ok' });
  under('aliased-path: a name enquiry under /V1', 404);
  under('unknown-route: GET /v1/banks/resolve', 200, BODIES.getOnrampOrder);
  expect(of(run)).toMatchObject({
    breaches: [
      {
        requirement: 'auth.enquiry-401',
        cause: 'aliased-path: a name enquiry under /V1',
        message: 'a call for a name enquiry under /V1 is answered without the right key',
        expected: 'an error: the route requires the key for every spelling of its path',
        evidence: [enquiry],
      },
      {
        requirement: 'auth.onramp-key',
        message: 'a call for an onramp order with a trailing slash is answered without the right key',
        evidence: [read],
      },
    ],
    passes: {},
  });
});

const opened = () => {
  const run = aRun();
  call(run, 'resolveBankAccount', 'known', 200);
  return run;
};

test.each([
  ['known', 401],
  ['known', 403],
  ['guessed', 401],
] as const)('authentication finds that one route refuses a key that another accepts: %s, %i', (condition, status) => {
  const run = opened();
  const id = call(run, 'getOnrampOrder', condition, status);
  expect(of(run).breaches).toMatchObject([
    {
      requirement: 'auth.header',
      cause: 'getOnrampOrder',
      message: 'getOnrampOrder refuses a key that another route accepts',
      expected: 'the key to be accepted',
      received: `${status} nothing`,
      evidence: [id],
    },
  ]);
});

test('authentication allows a 403 for a guessed order, and other errors', () => {
  const run = opened();
  call(run, 'getOnrampOrder', 'guessed', 403);
  call(run, 'getOnrampOrder', 'known', 404);
  call(run, 'resolveBankAccount', 'without-bank-code', 401);
  run.exchange('resolveBankAccount', { status: 401 });
  expect(of(run).breaches).toEqual([]);
});

test('authentication allows a constant 401 for an order that does not exist, and finds an inconsistent one', () => {
  const run = opened();
  for (const _ of [1, 2]) call(run, 'getOnrampOrder', 'unknown', 401);
  expect(of(run).breaches).toEqual([]);
  call(run, 'getOnrampOrder', 'unknown', 404);
  expect(of(run).breaches).toHaveLength(2);
});

test('authentication treats a key that a remote target refuses everywhere as the wrong key', () => {
  const run = aRun();
  call(run, 'resolveBankAccount', 'known', 401);
  call(run, 'getOnrampOrder', 'known', 401);
  expect(of(run)).toEqual({ breaches: [], passes: {} });
});

test('authentication finds that the embedded target refuses its configured key', () => {
  const run = aRun(undefined, EMBEDDED);
  call(run, 'resolveBankAccount', 'known', 401);
  call(run, 'getOnrampOrder', 'known', 403);
  expect(of(run).breaches.map(({ cause }) => cause)).toEqual(['resolveBankAccount', 'getOnrampOrder']);
});

test.each([
  [true, { breaches: [], passes: { 'auth.test-key-form': ['x1'] } }],
  [false, { breaches: [{ requirement: 'auth.test-key-form', severity: 'advice', evidence: ['x1'] }] }],
  [undefined, { breaches: [] }],
] as const)(
  'authentication judges an accepted key by whether it begins as sandbox keys do: %j',
  (isTestKey, expected) => {
    const run = aRun(undefined, { settings: { ...(isTestKey !== undefined && { isTestKey }) } });
    run.exchange('resolveBankAccount', { condition: 'known', status: 200 });
    expect(outcome(authentication, run)).toMatchObject(expected);
  },
);
