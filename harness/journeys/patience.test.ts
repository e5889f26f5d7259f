import { expect, test } from 'vitest';
import { Patience } from './patience.ts';

test('what is due is waited for as long as is allowed, until three did not come', () => {
  const patience = new Patience(10_000, 500);
  patience.came(200);
  patience.missed();
  patience.missed();
  expect(patience.milliseconds).toBe(10_000);
  patience.missed();
  expect(patience.milliseconds).toBe(800);
});

test('from then on it is four times the longest, at least the least and at most what is allowed', () => {
  const patience = new Patience(10_000, 500);
  for (let miss = 0; miss < 3; miss++) patience.missed();
  expect(patience.milliseconds).toBe(500);
  patience.came(9_000);
  expect(patience.milliseconds).toBe(10_000);
});
