import { expect, test } from 'vitest';
import { AdaptiveLimit } from './adaptive-limit.ts';

const turn = () => new Promise<void>(later => setImmediate(later));

/** Calls that pass a limit, each until it is let go. */
async function callsOf(limit: AdaptiveLimit, count: number) {
  const inside: (() => void)[] = [];
  for (let nth = 0; nth < count; nth++) void limit.pass(() => new Promise<void>(end => void inside.push(end)));
  await turn();
  /** Ends the call that began first. */
  const endFirst = async () => {
    inside.shift()?.();
    await turn();
  };
  return { inside, endFirst };
}

test('Calls go at once until one is answered with 429', async () => {
  expect((await callsOf(new AdaptiveLimit(), 50)).inside).toHaveLength(50);
});

test('A 429 halves the calls in flight, to one at least', async () => {
  const limit = new AdaptiveLimit();
  const { inside, endFirst } = await callsOf(limit, 4);
  limit.wasLimited();
  const more = await callsOf(limit, 2);
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
  const { inside } = await callsOf(limit, 1);
  limit.wasLimited();
  const more = await callsOf(limit, 3);
  expect([inside.length, more.inside.length]).toEqual([1, 0]);
  limit.wasAnswered();
  await turn();
  expect(more.inside).toHaveLength(1);
  for (let answer = 0; answer < 3; answer++) limit.wasAnswered();
  await turn();
  expect(more.inside).toHaveLength(2);
});
