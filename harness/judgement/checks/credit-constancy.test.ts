import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
import { aRun } from '../../testing/evidence.ts';
import { breachesIn } from './testing/breaches-in.ts';
import { creditConstancy } from './webhook-contents.ts';

/** Findings about orders whose webhooks name a customer. @param customer the customer that a credit names */
function judged(orders: number, customer: (nth: number) => string, other = (nth: number): string => `cus_${nth}`) {
  const run = aRun(({ id, type, order }) => {
    const nth = Number(order);
    const named = type === COMPLETED ? customer(nth) : other(nth);
    return { body: { id, type, order, data: { customer: named } } };
  });
  for (let nth = 0; nth < orders; nth++) run.journey({ order: `${nth}` }).happyPath();
  return breachesIn(creditConstancy, run).map(
    ({ severity, expected, received }) => `${severity}: ${expected}, received ${received}`,
  );
}

test('A credit that names another customer than the other webhooks of its order earns advice', () => {
  expect(judged(9, nth => (nth % 4 === 3 ? 'cus_x' : `cus_${nth}`))).toEqual([
    'advice: cus_3, received cus_x',
    'advice: cus_7, received cus_x',
  ]);
});

test('A credit that names the customer of another order is a breach', () => {
  expect(judged(9, nth => `cus_${nth === 7 ? 2 : nth}`)).toEqual(['undefined: cus_7, received cus_2']);
});

test('Another webhook that names another customer than the rest of its order earns advice', () => {
  const run = aRun(({ id, type, order }) => {
    const isOdd = type === 'collection.deposit_confirmed' && order === '7';
    return { body: { id, type, order, data: { customer: isOdd ? 'cus_2' : `cus_${order}` } } };
  });
  for (let nth = 0; nth < 9; nth++) run.journey({ order: `${nth}` }).happyPath();
  const [found, ...others] = breachesIn(creditConstancy, run);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ severity: 'advice', requirement: 'event.every-step', received: 'cus_2' });
});

test('Credits that all name the customer of another order are breaches', () => {
  expect(judged(9, nth => `cus_${(nth + 1) % 9}`)).toHaveLength(9);
});

test('Credits that name the customer of another order are breaches although customers have several orders', () => {
  const ofCustomer = (nth: number) => `cus_${nth % 6}`;
  expect(judged(9, nth => ofCustomer(nth + 1), ofCustomer)).toHaveLength(9);
});

test('A credit that names another customer in nearly half of the orders earns advice', () => {
  expect(judged(13, nth => (nth % 2 === 1 ? 'cus_x' : `cus_${nth}`))).toHaveLength(6);
});

test.each<[string, number, (nth: number) => string, ((nth: number) => string)?]>([
  ['agrees', 9, nth => `cus_${nth}`],
  ['has a value of its own in each order', 9, nth => `paid_${nth}`],
  ['differs in as many orders as not', 12, nth => (nth % 2 === 0 ? 'cus_x' : `cus_${nth}`)],
  ['differs in one of few orders', 5, nth => (nth === 3 ? 'cus_x' : `cus_${nth}`)],
  ['differs where all orders have one value', 9, nth => (nth === 3 ? 'late' : 'none'), () => 'none'],
  ['has another time', 9, nth => `2026-01-01T00:00:0${nth}Z`, nth => `2026-01-01T00:00:0${nth % 4}Z`],
])('A credit that %s earns no advice', (_, orders, customer, other) => {
  expect(judged(orders, customer, other)).toEqual([]);
});
