import { expect, test } from 'vitest';
import { differenceAt } from '../../evidence/difference.ts';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { onrampDirection } from './onramp-direction.ts';

type Amounts = readonly [source: string, rate: string, destination: string];

const MULTIPLIED: Amounts = ['2000', '1500', '3000000'];
const DIVIDED: Amounts = ['6000.00', '1487.25', '4.03'];
const INVERSE: Amounts = ['2000', '0.001', '2000000'];

/** An answer with an order of these amounts, of some currencies. */
function answer([source_amount, quoted_rate, destination_amount]: Amounts, from = 'NGN', to = 'USDC', status = 200) {
  const currencies = { source_currency: from, destination_currency: to };
  return { status, answers: { ...currencies, source_amount, quoted_rate, destination_amount } };
}

const judged = (...answers: readonly ReturnType<typeof answer>[]) =>
  outcomeOfCalls(onrampDirection, 'getOnrampOrder', ...answers).breaches;
const breachesOf = (...orders: readonly Amounts[]) => judged(...orders.map(order => answer(order)));

test.each([
  ['multiplied', MULTIPLIED],
  ['divided', DIVIDED],
])('onramp-direction passes orders that are all %s', (_, amounts) => {
  expect(breachesOf(amounts, amounts, amounts)).toEqual([]);
});

test('onramp-direction finds that a rate multiplies and divides, and reports the rarer direction as wrong', () => {
  expect(breachesOf(MULTIPLIED, DIVIDED, DIVIDED)).toEqual([
    {
      requirement: 'onramp.converts',
      consequence: 'money',
      cause: 'direction',
      message: 'onramp orders of the same currencies are converted in opposite directions',
      expected: 'source ÷ rate, as in 2 other reads',
      received: 'source × rate: 3000000 for 2000 at 1500',
      differences: [differenceAt('/destination_amount', '1.333333333333', '3000000')],
      likely: 'some amounts are multiplied instead of divided',
      evidence: ['x1', 'x2'],
    },
  ]);
  expect(breachesOf(MULTIPLIED, MULTIPLIED, DIVIDED)).toMatchObject([
    { likely: 'some amounts are divided instead of multiplied', evidence: ['x3', 'x1'] },
  ]);
});

test('onramp-direction gives advice on rates that are written in two ways, if the prices agree', () => {
  const [found, ...others] = breachesOf(MULTIPLIED, MULTIPLIED, INVERSE);
  expect(found).toMatchObject({
    severity: 'advice',
    cause: 'notation',
    received: 'source ÷ rate: 2000000 for 2000 at 0.001',
    likely: 'some rates are the inverse of others',
  });
  expect(found).not.toHaveProperty('differences');
  expect(others).toEqual([]);
});

test.each([
  ['1000', 'advice'],
  ['375', undefined],
])('onramp-direction calls prices far that differ fourfold: at 1 ÷ %s', (price, severity) => {
  const inverse: Amounts = ['2000', `${1 / Number(price)}`, `${2000 * Number(price)}`];
  expect(breachesOf(MULTIPLIED, MULTIPLIED, inverse)[0]?.severity).toBe(severity);
});

test.each([
  ['of another destination', answer(MULTIPLIED, 'NGN', 'USDT')],
  ['of another source', answer(MULTIPLIED, 'KES')],
  ['in the other direction', answer(MULTIPLIED, 'USDC', 'NGN')],
  ['in an error', answer(MULTIPLIED, 'NGN', 'USDC', 404)],
])('onramp-direction does not compare orders with one %s', (_, other) => {
  expect(judged(answer(DIVIDED), other)).toEqual([]);
});

test.each<[string, Amounts]>([
  ['a rate near 1, where a fee may look like the other direction', ['100.00', '1.99', '199.00']],
  ['the inverse of such a rate', ['100.00', '0.51', '51.00']],
  ['a rate of 1', ['100.00', '1', '100.00']],
  ['an amount that neither direction explains', ['100.00', '1500', '140000.00']],
  ['an amount that both explain', ['0', '1500', '0']],
  ['an amount of few digits', ['0.06', '150', '9']],
  ['an amount that is not known yet', ['0.00', '1500', '0.00']],
  ['an amount that is no decimal', ['100.00', '1500', '1.5e5']],
])('onramp-direction ignores %s', (_, amounts) => {
  expect(breachesOf(DIVIDED, DIVIDED, amounts)).toEqual([]);
});

test.each<[Amounts, Amounts]>([
  [DIVIDED, ['100.00', '2', '200.00']],
  [MULTIPLIED, ['10.00', '0.5', '20.00']],
  [DIVIDED, ['0.07', '150', '10']],
])('onramp-direction judges rates from 2, and to a half, and amounts of two digits: beside %j, %j', (most, amounts) => {
  expect(breachesOf(most, most, amounts)).toHaveLength(1);
});
