import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { aRun, type RunBuilder } from '../../testing/evidence.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { outcome } from '../../testing/outcome.ts';
import { secrecy } from './secrecy.ts';

const told = (run: RunBuilder) =>
  outcome(secrecy, run).breaches.map(({ severity, requirement, message }) => `${severity} ${requirement}: ${message}`);

test('secrecy advises on a key or a secret in an answer or a webhook', () => {
  const run = aRun();
  run.journey().deliver('a', { leaked: ['SIGNING_SECRET'] });
  run.exchange('resolveBankAccount', { status: 400, leaked: ['API_KEY'] });
  expect(told(run)).toEqual([
    'advice auth.header: an answer contains API_KEY',
    'advice signature.hmac: a webhook contains SIGNING_SECRET',
  ]);
});

test('A key in an answer to a caller without it is a breach, and one that echoes a longer key is not', () => {
  const run = aRun();
  for (const condition of ['without-key', 'lengthened-key'] as const)
    run.exchange('getOnrampOrder', { condition, status: 401, leaked: ['API_KEY'] });
  expect(told(run)).toEqual([
    'breach auth.enquiry-401: an answer to a caller without the key contains API_KEY',
    'advice auth.header: an answer contains API_KEY',
  ]);
});

test('secrecy distinguishes the places of a secret, and keeps the secret out of the finding', () => {
  const run = aRun();
  const { id } = run.exchange('getOnrampOrder', { leaked: ['SIGNING_SECRET_2', 'API_KEY'] });
  const where = { next: 'replace the secret; logs may contain it', evidence: [id] };
  expect(outcome(secrecy, run).breaches).toMatchObject([
    { requirement: 'signature.hmac', cause: 'SIGNING_SECRET_2 in an answer', ...where },
    { requirement: 'auth.header', cause: 'API_KEY in an answer', received: 'API_KEY, redacted here', ...where },
  ]);
});

/** Judges a refusal that names the first of two orders. */
function naming(more: ExchangeOptions) {
  const run = aRun();
  const [first, second] = [run.journey({ order: 'co_1' }), run.journey()];
  const answers = { message: 'not allowed', last_order: first.order };
  const { id } = run.exchange('simulateCollectionOrder', { status: 409, answers, ...more });
  return { id, other: first.order, second, run };
}

test('secrecy gives advice if an answer to simulate names another order', () => {
  const { id, other, second, run } = naming({ journey: 'j2' });
  expect(told(run)).toEqual(['advice simulate.own-order: the answer to a simulate call names another order']);
  expect(outcome(secrecy, run).breaches[0]).toMatchObject({
    cause: 'answer',
    expected: 'no data of another order',
    received: other,
    evidence: [id, second.id],
  });
});

test.each<[string, ExchangeOptions]>([
  ['the order of the call', { journey: 'j1' }],
  ['the requested order', { journey: 'j2', url: 'https://sandbox.test/co_1' }],
  ['a call about no order', {}],
])('secrecy permits that an answer to simulate names %s', (_, call) => {
  expect(told(naming(call).run)).toEqual([]);
});

const ORDER = { error: { order: { customer_id: 'c', source_amount: '1.00' } } };
const answering = (status: number, answers: Json = ORDER, operation = 'getOnrampOrder') => {
  const run = aRun();
  run.exchange(operation, { status, answers });
  return run;
};

test.each([400, 403, 404, 500])('secrecy gives advice on an onramp order in a %i', status => {
  expect(outcome(secrecy, answering(status)).breaches).toMatchObject([
    {
      requirement: 'onramp.error-body',
      severity: 'advice',
      cause: 'order in an error',
      message: 'an error response to getOnrampOrder holds an onramp order',
      received: `${status} object ${JSON.stringify(ORDER)}`,
      evidence: ['x1'],
    },
  ]);
});

test('secrecy advises against the holder of an account in an error of an enquiry', () => {
  expect(told(answering(404, { data: { account_name: 'A' } }, 'resolveBankAccount'))).toEqual([
    'advice enquiry.error-body: an error response to resolveBankAccount names the holder of an account',
  ]);
});

test.each<[string, number, Json?, string?]>([
  ['a success', 200],
  ['a redirect', 302],
  ['a refusal of the key, which another check judges', 401],
  ['an error of another operation', 404, ORDER, 'simulateCollectionOrder'],
  ['an error with one member of an order', 404, { error: { customer_id: 'c' } }],
])('secrecy permits an onramp order in %s', (_, ...answer) => {
  expect(told(answering(...answer))).toEqual([]);
});
