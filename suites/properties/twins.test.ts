import { expect, test } from 'vitest';
import { type Dialect, measureParity, Observed, proofCases, simulateRun, twinDialect } from '#harness';
import { SCENARIOS } from '../index.ts';

/** How many random dialects; TWINS=100 tries a hundred. */
const TWINS = Number(process.env.TWINS ?? 3);
const SEED = 7;
/** Enough that every scenario has some. */
const ORDERS = 60;

/** What a consumer would feel of the twin of a dialect. */
async function feltOf(dialect: Dialect, name: string, seed: number): Promise<readonly string[]> {
  const request = { run: name, seed, scenarios: SCENARIOS, suites: [], orders: ORDERS };
  const observed = new Observed(await simulateRun({ ...request, dialect }));
  const { gaps, compared } = await measureParity(observed, twinDialect(observed), SCENARIOS);
  expect(compared).toBeGreaterThan(300);
  return gaps.flatMap(({ gap, differences }) =>
    differences.flatMap(({ condition = '', what, breaking }) =>
      breaking ? [`${name}: ${gap}, ${condition}: ${what}`] : [],
    ),
  );
}

/** What services commonly do and no random dialect does: what is refused has codes of its own. */
const COMMON: Dialect = {
  identifiers: { order: '12 digits', event: 'evt_ and 32 lowercase hex digits', account: 'acc_ and digits' },
  numericIds: ['order'],
  requests: { accountNumbers: 'ten-digits', bankCodes: 'digits', oddAmounts: ['zero', 'negative'] },
  mismatch: { eventTypes: ['collection.amount_mismatch'] },
  collection: { receivedLess: 'noted', receivedMore: 'noted' },
  webhook: { contentType: 'application/cloudevents+json' },
  errors: {
    'enquiry.invalid_request.json': { code: 'invalid_json' },
    'enquiry.invalid_request.object': { code: 'invalid_body' },
    'enquiry.invalid_request.account_number': { code: 'invalid_account_number' },
    'enquiry.invalid_request.bank_code': { code: 'invalid_bank_code' },
    'simulate.invalid_request.json': { status: 422, code: 1001 },
    'simulate.invalid_request.event': { code: 'invalid_event' },
    'simulate.invalid_request.misplaced_amount': { code: 'amount_not_allowed' },
    'simulate.invalid_request.misplaced_network': { code: 'network_not_allowed' },
    'simulate.invalid_request.received_amount': { status: 422, code: 'invalid_amount' },
    'onramp.not_found': { status: 403 },
  },
};

test('The twin of what services commonly do differs in nothing that a consumer would feel', async () => {
  expect(await feltOf(COMMON, 'common', 1)).toEqual([]);
});

test('The twin of any dialect differs in nothing that a consumer would feel', {
  timeout: TWINS * 300_000,
}, async () => {
  const felt: string[] = [];
  for (const [index, { name, dialect = {} }] of proofCases(SEED, TWINS)
    .filter(({ kind }) => kind === 'dialect')
    .entries())
    felt.push(...(await feltOf(dialect, name, index + 1)));
  expect(felt).toEqual([]);
});
