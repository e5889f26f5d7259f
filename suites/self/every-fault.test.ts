import { expect, test } from 'vitest';
import {
  CHECKS,
  inOwnSuites,
  inSimulatedTime,
  isProved,
  type ProofCase,
  type ProofRow,
  proofCases,
  prove,
} from '#harness';

/** Checks that no fault of the embedded sandbox can fail, and why. */
const BEYOND_FAULTS: { readonly [check: string]: string } = {
  'credit-after-deposit': 'which states accept disburse is not specified, so that it gives advice and no breach',
  'enquiry-status': 'what status says is not specified, so that it gives advice and calls nothing a breach',
  'gateway-answers': 'answers of a gateway are not the service, so that it gives advice and calls nothing a breach',
  'onramp-rate': 'fees are not specified, so that it gives advice and calls nothing a breach',
  idempotency: 'what a key is for is not specified, so that it gives advice and calls nothing a breach',
  'own-requests': 'it judges what we send, not what the service does',
  secrecy: 'the specification forbids nothing of it, so that it gives advice and calls nothing a breach',
  'server-errors': 'a 500 is documented, and not for what, so that it gives advice and calls nothing a breach',
  'transport-security': 'the embedded sandbox is on loopback, where HTTPS is not required',
};

/** Faults that are the only one to fail some check. */
const SOLE = [
  ...['onramp-mixes-orders', 'received-amount-ignored', 'enquiry-holder-of-each-call'],
  ...['completed-of-another-customer', 'completed-of-customer-before', 'completed-says-failed'],
  'enquiry-ignores-bank',
];

/** Drives cases in simulated time, independent of the load on this machine. */
function proveAll(cases: readonly ProofCase[]): Promise<readonly ProofRow[]> {
  const { signal } = new AbortController();
  return prove(cases.map(inSimulatedTime), { threads: 1, concurrency: 1, onRow: () => undefined, signal });
}

/** Drives a case quickly first, and then in full for faults that need more orders or other suites. */
const WAYS: readonly ((proof: ProofCase) => ProofCase)[] = [
  proof => ({ ...inOwnSuites(proof), orders: 12 }),
  proof => proof,
];

let rows: readonly ProofRow[] = [];

test('The first fault of each requirement is detected by a check of it: prove drives all faults', async () => {
  const all = proofCases(1, 0);
  expect(all.length).toBeGreaterThanOrEqual(300);
  const cases = [...Map.groupBy(all, ({ requirement }) => requirement).values()].flatMap(own =>
    own.filter(({ name }, nth) => nth === 0 || SOLE.includes(name)),
  );
  let others = cases;
  let uncaught: readonly ProofRow[] = [];
  for (const way of WAYS) {
    const driven = await proveAll(others.map(way));
    const caught = driven.filter(isProved);
    const names = new Set(caught.map(({ name }) => name));
    rows = [...rows, ...caught];
    uncaught = driven.filter(row => !isProved(row));
    others = others.filter(({ name }) => !names.has(name));
    expect(others.length).toBeLessThan(cases.length / 4);
  }
  expect(uncaught.map(({ name, outcome, requirement, found }) => ({ name, outcome, requirement, found }))).toEqual([]);
  expect(rows).toHaveLength(cases.length);
});

/** A dialect that hides the effects of steps: it sends events about no order, and ignores undue calls. */
const NOISY: ProofCase['dialect'] = {
  unrelated: { types: ['customer.updated', 'payout.created'], everyMs: 1_000 },
  statuses: { illegalStep: 'ignored', repeatedStep: 'ignored' },
  delivery: { delayMs: [5, 40] },
  errors: { 'simulate.invalid_request.padded_event': { accepted: true } },
};
/** Faults that such a dialect once hid, and how many orders show them. */
const HIDDEN_BY_NOISE: { readonly [fault: string]: number } = {
  ...{ 'no-event-for-fail': 40, 'simulate-without-event': 24, 'event-of-another-order': 24 },
  'simulate-finds-order-by-prefix': 24,
};

test('A fault of a step is detected among events about no order', async () => {
  const cases = proofCases(1, 0).flatMap(proof => {
    const orders = HIDDEN_BY_NOISE[proof.name];
    return orders === undefined ? [] : { ...inOwnSuites(proof), dialect: NOISY, orders };
  });
  expect(cases).toHaveLength(4);
  const driven = await proveAll(cases);
  expect(driven.map(({ name, outcome }) => [name, outcome])).toEqual(cases.map(({ name }) => [name, 'caught']));
});

/** Faults that were once missed if slow webhooks shortened the plan, although a scenario could show them. */
const HIDDEN_BY_CUT = [
  ...['no-redelivery-behind-later-step', 'no-event-for-later-failure', 'received-amount-ignored'],
  ...['no-event-for-deposit-confirmed-after-mismatch', 'completed-after-wrong-chain-on-polygon'],
  ...['simulate-refused-with-effect', 'completed-again-on-replay', 'disburse-taken-in-an-array'],
];

test('A plan that slow webhooks shorten still drives what each scenario can show once', async () => {
  const dialect = { delivery: { delayMs: [1_200, 1_450] } };
  const cases = proofCases(1, 0).flatMap(proof => (HIDDEN_BY_CUT.includes(proof.name) ? { ...proof, dialect } : []));
  const driven = await proveAll(cases);
  expect(Object.fromEntries(driven.map(({ name, outcome }) => [name, outcome]))).toEqual(
    Object.fromEntries(HIDDEN_BY_CUT.map(name => [name, 'caught'])),
  );
});

/** The largest share of faults whose first finding may concern a consequence of the fault. */
const MOST_HEADLINES_OF_EFFECTS = 0.03;

test('The first finding names the requirement that the fault breaks', () => {
  const effects = rows.flatMap(({ name, headline }) => (headline === undefined ? [] : [`${name}: ${headline}`]));
  expect(effects.length, effects.join('\n')).toBeLessThanOrEqual(rows.length * MOST_HEADLINES_OF_EFFECTS);
});

/** The longest run with a fault and time-outs of 4 s. A run waits only once for webhooks that never arrive. */
const LONGEST_RUN_MS = 60_000;

test('A run of the sandbox with one of these faults ends within a minute of simulated time', () => {
  const late = rows.filter(({ milliseconds }) => milliseconds > LONGEST_RUN_MS);
  expect(late.map(({ name, milliseconds }) => [name, milliseconds])).toEqual([]);
  // Some of them once waited for webhooks that never arrived.
  expect(rows.some(({ milliseconds }) => milliseconds > 8_000)).toBe(true);
});

test('Every check fails under a fault, except the checks that no fault can fail', () => {
  const red = new Set(rows.flatMap(({ by }) => by));
  const never = CHECKS.map(({ id }) => id).filter(id => !red.has(id));
  expect(never.toSorted()).toEqual(Object.keys(BEYOND_FAULTS).toSorted());
});
