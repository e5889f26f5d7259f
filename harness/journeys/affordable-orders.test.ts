import { expect, test } from 'vitest';
import { affordableOrders } from './affordable-orders.ts';

test('where webhooks come soon, every order is spent', () => {
  expect(affordableOrders(0, 16)).toBe(Number.POSITIVE_INFINITY);
  expect(affordableOrders(999, 2)).toBe(Number.POSITIVE_INFINITY);
});

test('where they are slow, or journeys go one by one, a few rounds are, of no fewer than sixteen', () => {
  expect(affordableOrders(1_000, 16)).toBe(32);
  expect(affordableOrders(2_000, 40)).toBe(80);
  expect(affordableOrders(2_000, 1)).toBe(32);
  expect(affordableOrders(0, 1)).toBe(32);
});
