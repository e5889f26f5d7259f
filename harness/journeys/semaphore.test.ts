import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** Work whose end the test decides, and how much of it is under way. */
function workshop(width: number) {
  const gate = new Semaphore(width);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const start = (nth: number, { fails = false, rank = 0 } = {}) =>
    gate.pass(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(nth);
          ends[nth] = () => (fails ? reject(new Error(`${nth}`)) : resolve(nth));
        }),
      rank,
    );
  return { begun, start, end: (nth: number) => ends[nth]?.() };
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

test('A semaphore lets its limit through at once, and the others in turn', async () => {
  const { begun, start, end } = workshop(2);
  const results = [0, 1, 2, 3].map(nth => start(nth));
  await turn();
  expect(begun).toEqual([0, 1]);
  end(1);
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  end(0);
  await turn();
  expect(begun).toEqual([0, 1, 2, 3]);
  end(2);
  end(3);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
});

test('Of those that wait, the lowest rank enters first, then the one that came first', async () => {
  const { begun, start, end } = workshop(1);
  for (const [nth, rank] of [9, 7, 3, 7, 3].entries()) void start(nth, { rank });
  await turn();
  void start(5, { rank: 7 });
  void start(6);
  for (const next of [2, 6, 4, 1, 3, 5, 0]) {
    end(next);
    await turn();
  }
  expect(begun).toEqual([2, 6, 4, 1, 3, 5, 0]);
});

test('A semaphore is free again after an error', async () => {
  const { begun, start, end } = workshop(1);
  const failed = start(0, { fails: true });
  const waiting = start(1);
  await turn();
  end(0);
  await expect(failed).rejects.toThrow('0');
  await turn();
  expect(begun).toEqual([0, 1]);
  end(1);
  await waiting;
  const last = start(2);
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  end(2);
  expect(await last).toBe(2);
});

test('A semaphore that is widened lets those in that wait', async () => {
  const gate = new Semaphore(1);
  const inside: number[] = [];
  const leaves = [1, 2, 3].map(nth => gate.enter().then(() => inside.push(nth)));
  await turn();
  expect(inside).toEqual([1]);
  gate.setWidth(3);
  await Promise.all(leaves);
  expect(inside).toEqual([1, 2, 3]);
});
