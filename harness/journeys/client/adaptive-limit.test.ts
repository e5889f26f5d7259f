import { expect, test } from 'vitest';
import { AdaptiveLimit } from './adaptive-limit.ts';

/** Calls that pass a limit, each until it is let go. */
function callsOf(limit: AdaptiveLimit, count: number) {
  const inside: (() => void)[] = [];
  const done = Array.from({ length: count }, () => limit.pass(() => new Promise<void>(end => void inside.push(end))));
  /** Ends the call that began first. */
  const endFirst = async () => {
    inside.shift()?.();
    await new Promise<void>(later => setImmediate(later));
  };
  return { inside, endFirst, done };
}

test('Calls go at once until one is answered with 429', () => {
  const limit = new AdaptiveLimit();
  expect(callsOf(limit, 50).inside).toHaveLength(50);
});

test('A 429 halves the calls in flight, to one at least', async () => {
  const limit = new AdaptiveLimit();
  const { inside, endFirst } = callsOf(limit, 4);
  limit.wasLimited();
  const more = callsOf(limit, 2);
  await endFirst();
  await endFirst();
  expect([inside.length, more.inside.length]).toEqual([2, 0]);
  await endFirst();
  expect(more.inside).toHaveLength(1);
  for (let nth = 0; nth < 5; nth++) limit.wasLimited();
  await endFirst();
  await more.endFirst();
  expect(more.inside).toHaveLength(1);
});

test('Answers raise the limit by one, about as many as there are calls in flight', async () => {
  const limit = new AdaptiveLimit();
  const { inside } = callsOf(limit, 1);
  limit.wasLimited();
  const more = callsOf(limit, 3);
  expect([inside.length, more.inside.length]).toEqual([1, 0]);
  limit.wasAnswered();
  await Promise.resolve();
  expect(more.inside).toHaveLength(1);
  for (let answer = 0; answer < 3; answer++) limit.wasAnswered();
  await Promise.resolve();
  expect(more.inside).toHaveLength(2);
});

test('A call that fails lets the next one in', async () => {
  const limit = new AdaptiveLimit();
  await expect(limit.pass(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  limit.wasLimited();
  const { inside, endFirst } = callsOf(limit, 2);
  expect(inside).toHaveLength(1);
  await endFirst();
  expect(inside).toHaveLength(1);
});
