import { expect, test } from 'vitest';
import { type Dialect, measureParity, observe, proofCases, simulateRun, twinDialect } from '#harness';
import { SCENARIOS } from '../index.ts';

/** The number of random dialects; the environment variable TWINS sets another. */
const TWINS = Number(process.env.TWINS ?? 1);
const SEED = 7;
const ORDERS = 60;

/** The differences of a dialect's twin that consumers would notice, and its breaches of the contract. */
async function feltOf(dialect: Dialect, name: string, seed: number, scenarios = SCENARIOS): Promise<readonly string[]> {
  const request = { run: name, seed, scenarios, suites: [], orders: ORDERS };
  const observed = observe(await simulateRun({ ...request, dialect }));
  const { gaps, compared, breaches } = await measureParity(observed, await twinDialect(observed, scenarios), scenarios);
  expect(compared).toBeGreaterThan(scenarios === SCENARIOS ? 300 : 100);
  const felt = gaps.flatMap(({ gap, differences }) =>
    differences.flatMap(({ condition = '', what, breaking }) =>
      breaking ? [`${name}: ${gap}, ${condition}: ${what}`] : [],
    ),
  );
  return [...felt, ...breaches.map(message => `${name}: ${message}`)];
}

/** Common behaviour that no random dialect has: specific codes for refused calls. */
const COMMON: Dialect = {
  identifiers: { order: '12 digits', event: 'evt_ and 32 lowercase hex digits', account: 'acc_ and digits' },
  mismatch: { eventTypes: ['collection.amount_mismatch'] },
  collection: { receivedLess: 'noted', receivedMore: 'noted' },
  webhook: {
    contentType: 'application/cloudevents+json',
    bodies: { 'collection.expired': { data: { order_id: '{order:number}', state: '{state}' } } },
  },
  errors: {
    'enquiry.invalid_request.json': { code: 'invalid_json' },
    'enquiry.invalid_request.object': { code: 'invalid_body' },
    'enquiry.invalid_request.account_number': { code: 'invalid_account_number' },
    'enquiry.invalid_request.bank_code': { code: 'invalid_bank_code' },
    'enquiry.invalid_request.unknown_field': { accepted: false, code: 'unknown_field' },
    'enquiry.account_not_found.account_letters': { code: 'invalid_account_number' },
    'enquiry.account_not_found.account_length': { code: 'invalid_account_number' },
    'enquiry.account_not_found.bank_letters': { code: 'invalid_bank_code' },
    'simulate.invalid_request.json': { status: 422, code: 1001 },
    'simulate.invalid_request.event': { code: 'invalid_event' },
    'simulate.invalid_request.misplaced_amount': { code: 'amount_not_allowed' },
    'simulate.invalid_request.misplaced_network': { code: 'network_not_allowed' },
    'simulate.invalid_request.received_amount': { status: 422, code: 'invalid_amount' },
    'simulate.invalid_request.zero_amount': { accepted: true },
    'simulate.invalid_request.negative_amount': { accepted: true },
    'onramp.not_found': { status: 403 },
  },
};

/** Events of another service: its own forms of amounts and networks, and a flag for an amount mismatch. */
const order = { order_id: '{order}', reference: 'inv-1', status: '{state}', currency: 'USDT', network: '{network}' };
const OTHERS: Dialect = {
  simulateBody: { order_id: '{order}', status: '{state}' },
  webhook: {
    bodies: {
      'collection.deposit_detected': { at: '{time:iso-ms}', data: { ...order, amount: '{amount:decimal}' } },
      'collection.deposit_detected of another amount': {
        at: '{time:iso-ms}',
        data: { ...order, amount: '{amount:decimal}', received_amount: '{received_amount:decimal}', mismatch: true },
      },
      'collection.wrong_chain': { data: { ...order, received_network: '{received_network}' } },
      'disbursement.completed': {
        data: { ...order, amount: '{amount:number}', paid: '{received_amount:minor-number}' },
      },
    },
  },
};
/** The events without the flag, in which only one word shows an amount mismatch. */
const IN_WORDS: Dialect = {
  simulateBody: 'acknowledgement',
  collection: { receivedLess: 'proceeds', receivedMore: 'proceeds' },
  webhook: {
    bodies: {
      'collection.deposit_detected': { data: { ...order, deposit: 'as due' } },
      'collection.deposit_detected of another amount': { data: { ...order, deposit: 'other' } },
      'collection.deposit_confirmed': { data: order },
      'disbursement.completed': { data: { ...order, amount: '{amount:decimal}' } },
    },
  },
};

const PAID = SCENARIOS.filter(({ id, suite }) => suite === 'collection' || id === 'gaps/amount-outcomes');

test.each([
  ['amounts', OTHERS],
  ['words', IN_WORDS],
])('The twin of a service that shows a deposit of another amount in %s shows it too', async (name, dialect) => {
  expect(await feltOf(dialect, name, 1, PAID)).toEqual([]);
});

test('The twin of a common service has no difference that a consumer would notice', async () => {
  expect(await feltOf(COMMON, 'common', 1)).toEqual([]);
});

test('The twin of any dialect has no difference that a consumer would notice', {
  timeout: TWINS * 300_000,
}, async () => {
  const felt: string[] = [];
  for (const [index, { name, dialect = {} }] of proofCases(SEED, TWINS)
    .filter(({ kind }) => kind === 'dialect')
    .entries())
    felt.push(...(await feltOf(dialect, name, index + 1)));
  expect(felt).toEqual([]);
});
