import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { aRun } from '../../testing/evidence.ts';
import type { JourneyBuilder } from '../../testing/journey-builder.ts';
import { outcome } from '../../testing/outcome.ts';
import { receivedValues } from './received-values.ts';

/** What is said of an order that shows the network of another. */
const MIXED = 'breach: of another order';
const ADVICE = 'advice: another name';

/** A webhook that shows this of the order of a journey. */
function show(journey: JourneyBuilder, shown: JsonObject): void {
  const data = { order_id: journey.order, ...shown };
  journey.deliver('order.updated', { json: { id: `evt_${journey.id}`, type: 'order.updated', data } });
}

/** What is found where an order received 0.01, or came over a network, and a webhook shows this of it. */
function found(shown: JsonObject, step: 'deposit_detected' | 'wrong_chain' = 'deposit_detected', times = 1) {
  const run = aRun();
  const journey = run.journey();
  for (let time = 0; time < times; time++)
    journey.step(step, step === 'wrong_chain' ? { network: 'tron' } : { amount: '0.01' });
  show(journey, shown);
  return outcome(receivedValues, run).breaches.filter(({ severity }) => severity !== 'advice');
}

test.each<[JsonObject]>([
  [{ amount: '100.00' }],
  [{ received_amount: '0.01', amount: '100.00' }],
  [{ received_amount: '0.010000' }],
  [{ receivedAmount: 1 }],
  [{ received_amount: { value: '100.00' } }],
  [{ received_amount: null }],
])('A received amount may be shown as it was named, in any unit, or not at all: %o', shown => {
  expect(found(shown)).toEqual([]);
});

test.each<[JsonObject, string]>([
  [{ received_amount: '100.00', amount: '100.00' }, '100.00'],
  [{ order: { 'received-amount': 250 } }, '250'],
  [{ received_amount: '0.0' }, '0.0'],
])('A received amount that is shown otherwise is found: %o', (shown, value) => {
  expect(found(shown)).toMatchObject([
    {
      requirement: 'simulate.received-amount',
      cause: 'shown otherwise',
      expected: 'received_amount 0.01, or none',
      received: `received_amount ${value}`,
    },
  ]);
});

test.each<[string | number, JsonObject, string[]]>([
  ['9007199254740993.1212', { received_amount: '9007199254740994' }, ['shown otherwise']],
  ['9007199254740993.1212', { received_amount: 9007199254740994 }, []],
  ['9007199254740993.1212', { received_amount: 9007199254740000 }, ['shown otherwise']],
  ['9007199254740993.1212', { received_amount: '9007199254740993.12' }, []],
  ['9007199254740993.1212', { received_amount: '900719925474099312' }, []],
  ['0.0000001', { received_amount: '0.00' }, []],
  [1.5, { received_amount: '1.50' }, []],
  [1.5, { received_amount: '15.25' }, ['shown otherwise']],
])('An odd amount that is taken is judged too, exactly: %s shown as %o', (received_amount, shown, causes) => {
  const run = aRun();
  const journey = run.journey();
  const condition = 'odd-amount: received_amount' as const;
  for (const [status, amount] of [
    [400, '-1'],
    [200, received_amount],
  ] as const)
    run.exchange('simulateCollectionOrder', {
      ...({ journey: journey.id, condition, status } as const),
      asks: { event: 'deposit_detected', received_amount: amount },
    });
  show(journey, shown);
  expect(outcome(receivedValues, run).breaches.map(({ cause }) => cause)).toEqual(causes);
});

test('The likely cause is named only if the value is the one that the order expects', () => {
  expect(found({ received_amount: '100.00', amount: '100.00' })[0]?.likely).toContain("the order's own value");
  expect(found({ received_amount: '250.00', amount: '100.00' })[0]?.likely).toBeUndefined();
});

test('After two deposits, the order may show either value', () => {
  expect(found({ received_amount: '250.00' }, 'deposit_detected', 2)).toEqual([]);
});

test('A received network that equals the expected one is found, and another name of the named one is not', () => {
  expect(found({ received_network: 'base', network: 'base' }, 'wrong_chain')).toMatchObject([
    { requirement: 'simulate.received-network', received: 'received_network base' },
  ]);
  expect(found({ received_network: 'TRC20', network: 'base' }, 'wrong_chain')).toEqual([]);
  expect(found({ received_network: 'tron', network: 'tron' }, 'wrong_chain')).toEqual([]);
});

test('A call that is wrong on purpose may have left an amount with its order', () => {
  const run = aRun();
  const journey = run.journey();
  run.exchange('simulateCollectionOrder', { journey: journey.id, condition: 'unknown-field', status: 200 });
  journey.step('deposit_detected', { amount: '0.01', answers: { received_amount: '250.00' } });
  expect(outcome(receivedValues, run).breaches).toEqual([]);
  const other = run.journey();
  other.step('deposit_detected', { amount: '0.01', answers: { received_amount: '250.00' } });
  expect(outcome(receivedValues, run).breaches).toHaveLength(1);
});

test('A webhook that names no order may be of an earlier one', () => {
  const run = aRun(({ id, type }) => ({ body: { id, type, data: { received_amount: '5.00', amount: '5.00' } } }));
  run.journey({ alone: true }).step('deposit_detected', { amount: '0.01' });
  expect(outcome(receivedValues, run).breaches).toEqual([]);
});

/** What is found where a call about one order of three names an amount, and the others show one. */
function leaked(shown: readonly string[], { own = '100.00', status = 202 } = {}) {
  const run = aRun();
  const [first, ...others] = [run.journey(), ...shown.map(() => run.journey())];
  first?.step('deposit_detected', { amount: '77.31', status });
  for (const [nth, journey] of others.entries()) {
    journey.step('deposit_detected');
    show(journey, { received_amount: shown[nth] ?? '', amount: own });
  }
  return outcome(receivedValues, run).breaches.map(({ cause }) => cause);
}

test('An amount from a call about another order is found if several orders show it', () => {
  expect(leaked(['77.31', '77.31'])).toEqual(['of another order', 'of another order']);
});

test.each<[string, readonly string[], Parameters<typeof leaked>[1]]>([
  ['only one order shows the amount of another', ['77.31', '100.00'], {}],
  ['the orders show their expected amount', ['77.31', '77.31'], { own: '77.31' }],
  ['the call that named the amount was refused', ['77.31', '77.31'], { status: 422 }],
  ['no call named the amount', ['250.00', '250.00'], {}],
])('No leaked amount is found if %s', (_, shown, options) => {
  expect(leaked(shown, options)).toEqual([]);
});

test('A network that calls about other orders named is one that the service chose', () => {
  const run = aRun();
  for (const network of ['tron', 'solana']) run.journey().step('wrong_chain', { network });
  for (const received_network of ['tron', 'solana'])
    run.journey().step('wrong_chain', { answers: { received_network } });
  expect(outcome(receivedValues, run).breaches).toEqual([]);
});

test.each<[string, string, string]>([
  ['an equal name in another letter case is sound', 'tron as TRON, base as base', ''],
  ['another name is advice', 'tron as trx, base as base', ADVICE],
  ['one name for several networks is advice', 'tron as other, base as other', `${ADVICE},${ADVICE}`],
  ['the name of another network is advice, because it may be a default', 'tron as base, base as base', ADVICE],
  [
    'the name of another network is a breach if one order shows the right one',
    'tron as tron, base as base, tron as base',
    MIXED,
  ],
  ['a name of another network is a breach if that one differs', 'tron as base, base as trx', `${MIXED},${ADVICE}`],
  ['two names of one network are advice', 'tron as tron, tron as trx', ADVICE],
])('If orders show their network, %s', (_, orders, said) => {
  expect(saidOf(orders)).toBe(said);
});

/** What is said where each call names a network and its order shows another: `tron as base, base as base`. */
function saidOf(orders: string): string {
  const run = aRun();
  for (const order of orders.split(', ')) {
    const [network = '', received_network = ''] = order.split(' as ');
    const journey = run.journey();
    journey.step('wrong_chain', { network });
    show(journey, { received_network });
  }
  const { breaches } = outcome(receivedValues, run);
  return breaches.map(({ severity = 'breach', cause }) => `${severity}: ${cause}`).join();
}
