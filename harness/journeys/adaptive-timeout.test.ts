import { expect, test } from 'vitest';
import { AdaptiveTimeout } from './adaptive-timeout.ts';

const BOUNDS = { allowed: 10_000, least: 500, givenUp: 50, mostInVain: 4 };

/** A timeout that was missed so often, each time as soon as the last wait was over. */
function missedOften(times: number, bounds = BOUNDS) {
  const timeout = new AdaptiveTimeout(bounds);
  let now = 0;
  for (let miss = 0; miss < times; miss++) {
    const from = now;
    now += timeout.milliseconds;
    timeout.missed(from, now);
  }
  return { timeout, now };
}

test('The timeout is as long as allowed, until three events did not come', () => {
  const timeout = new AdaptiveTimeout(BOUNDS);
  timeout.came(200);
  timeout.missed(0, 10_000);
  timeout.missed(0, 10_000);
  expect([timeout.milliseconds, timeout.isShortened]).toEqual([10_000, false]);
  timeout.missed(0, 10_000);
  expect([timeout.milliseconds, timeout.isShortened]).toEqual([800, true]);
});

test('From then on the timeout is four times the longest wait, within its bounds', () => {
  const timeout = new AdaptiveTimeout(BOUNDS);
  for (let miss = 0; miss < 3; miss++) timeout.missed(0, 10_000);
  expect(timeout.milliseconds).toBe(500);
  timeout.came(9_000);
  expect(timeout.milliseconds).toBe(10_000);
});

test('Timeouts take five times the longest wait in total, then almost nothing, however many there are', () => {
  const { timeout, now } = missedOften(1_000);
  expect([timeout.hasGivenUp, timeout.milliseconds]).toEqual([true, 50]);
  expect(now).toBeLessThanOrEqual(5 * BOUNDS.allowed + 1_000 * BOUNDS.givenUp);
});

test('Timeouts are limited even if something always comes at the last moment', () => {
  const { timeout } = missedOften(2);
  timeout.came(9_999);
  timeout.missed(20_000, 30_000);
  expect(timeout.milliseconds).toBe(10_000);
  timeout.missed(30_000, 40_000);
  expect(timeout.milliseconds).toBe(50);
});

test('Waits at the same time count once', () => {
  const timeout = new AdaptiveTimeout(BOUNDS);
  for (let miss = 0; miss < 16; miss++) timeout.missed(miss, 10_000 + miss);
  expect(timeout.hasGivenUp).toBe(false);
});
