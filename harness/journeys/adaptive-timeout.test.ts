import { expect, test } from 'vitest';
import { AdaptiveTimeout } from './adaptive-timeout.ts';

test('The timeout is as long as allowed, until three events did not come', () => {
  const timeout = new AdaptiveTimeout(10_000, 500);
  timeout.came(200);
  timeout.missed();
  timeout.missed();
  expect(timeout.milliseconds).toBe(10_000);
  timeout.missed();
  expect(timeout.milliseconds).toBe(800);
});

test('From then on the timeout is four times the longest wait, within its bounds', () => {
  const timeout = new AdaptiveTimeout(10_000, 500);
  for (let miss = 0; miss < 3; miss++) timeout.missed();
  expect(timeout.milliseconds).toBe(500);
  timeout.came(9_000);
  expect(timeout.milliseconds).toBe(10_000);
});
