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

const THREADS = 2;

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

/** How many faults of one requirement are driven here. `prove` drives all of them, every night. */
const MOST_OF_ONE = 2;

/** Each is the only fault that one of the checks detects. */
const SOLE = ['onramp-mixes-orders', 'received-amount-ignored'];

/** Some of the cases, evenly from among them. */
function someOf(cases: readonly ProofCase[]): readonly ProofCase[] {
  const step = Math.max(1, cases.length / MOST_OF_ONE);
  return cases.filter(
    ({ name }, index) => SOLE.includes(name) || Math.floor(index / step) !== Math.floor((index - 1) / step),
  );
}

/** Drives cases in simulated time, where nothing depends on how busy this machine is. */
function proveAll(cases: readonly ProofCase[]): Promise<readonly ProofRow[]> {
  const { signal } = new AbortController();
  return prove(cases.map(inSimulatedTime), { threads: THREADS, concurrency: 1, onRow: () => undefined, signal });
}

/** Enough orders to show most faults, and few enough to be quick. */
const FEW_ORDERS = 12;

/** Ways to drive a case: quickly, and in full, for faults that take more orders or only another suite shows. */
const WAYS: readonly ((proof: ProofCase) => ProofCase)[] = [
  proof => ({ ...inOwnSuites(proof), orders: FEW_ORDERS }),
  proof => proof,
];

let rows: readonly ProofRow[] = [];

test('A check of the broken requirement detects its faults', async () => {
  const all = proofCases(1, 0);
  expect(all.length).toBeGreaterThanOrEqual(300);
  const cases = [...Map.groupBy(all, ({ requirement }) => requirement).values()].flatMap(someOf);
  expect(new Set(cases.map(({ requirement }) => requirement))).toEqual(new Set(all.map(each => each.requirement)));
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

/** A dialect in which little tells what a step did: it sends events about no order, and ignores what is not due. */
const NOISY: ProofCase['dialect'] = {
  unrelated: { types: ['customer.updated', 'payout.created'], everyMs: 1_000 },
  statuses: { illegalStep: 'ignored', repeatedStep: 'ignored' },
  delivery: { delayMs: [5, 40] },
  lenience: { eventNames: ['padded'] },
};
/** Faults that such a dialect hid once. */
const HIDDEN_BY_NOISE = [
  ...['no-event-for-wrong-chain', 'no-event-for-fail'],
  ...['simulate-without-event', 'event-of-another-order', 'simulate-finds-order-by-prefix'],
];

test('A fault of a step is detected among events about no order', async () => {
  const cases = proofCases(1, 0).filter(({ name }) => HIDDEN_BY_NOISE.includes(name));
  const driven = await proveAll(cases.map(proof => ({ ...inOwnSuites(proof), dialect: NOISY })));
  expect(driven.map(({ name, outcome }) => [name, outcome])).toEqual(cases.map(({ name }) => [name, 'caught']));
});

/** The largest share of faults whose first finding may be about something that follows from the fault. */
const MOST_HEADLINES_OF_EFFECTS = 0.03;

test('The first finding is of the requirement that the fault breaks', () => {
  const effects = rows.flatMap(({ name, headline }) => (headline === undefined ? [] : [`${name}: ${headline}`]));
  expect(effects.length, effects.join('\n')).toBeLessThanOrEqual(rows.length * MOST_HEADLINES_OF_EFFECTS);
});

test('Every check fails under a fault, except the checks that no fault can fail', () => {
  const red = new Set(rows.flatMap(({ by }) => by));
  const never = CHECKS.map(({ id }) => id).filter(id => !red.has(id));
  expect(never.toSorted()).toEqual(Object.keys(BEYOND_FAULTS).toSorted());
});
