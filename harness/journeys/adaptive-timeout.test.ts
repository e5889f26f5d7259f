import { expect, test } from 'vitest';
import { AdaptiveTimeout } from './adaptive-timeout.ts';

test('what is due is waited for as long as is allowed, until three did not come', () => {
  const timeout = new AdaptiveTimeout(10_000, 500);
  timeout.came(200);
  timeout.missed();
  timeout.missed();
  expect(timeout.milliseconds).toBe(10_000);
  timeout.missed();
  expect(timeout.milliseconds).toBe(800);
});

test('from then on it is four times the longest, at least the least and at most what is allowed', () => {
  const timeout = new AdaptiveTimeout(10_000, 500);
  for (let miss = 0; miss < 3; miss++) timeout.missed();
  expect(timeout.milliseconds).toBe(500);
  timeout.came(9_000);
  expect(timeout.milliseconds).toBe(10_000);
});
