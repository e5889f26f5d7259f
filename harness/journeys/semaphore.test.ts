import { expect, test } from 'vitest';
import { AdaptiveLimit, ExclusiveVisit, Semaphore } from './semaphore.ts';

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

/** Journeys that visit a section, which steps can be made free of. */
function section() {
  const turn = new Semaphore(1);
  const free = new Set<string>();
  const visit = () => new ExclusiveVisit(turn, event => free.has(event));
  const inside: string[] = [];
  const past: string[] = [];
  /** Lets a new journey take a step. */
  const enter = (name: string, event: string) => {
    const own = visit();
    void own.enter(event).then(() => void (own.isInside ? inside : past).push(name));
    return own;
  };
  return { free, visit, inside, past, enter };
}

const moment = () => new Promise<void>(resolve => setImmediate(resolve));

test('Journeys take a step one by one if its webhooks may name no order', async () => {
  const { enter, inside } = section();
  const names = ['one', 'two', 'three'];
  const visits = [enter('one', 'expire'), enter('two', 'fail'), enter('three', 'expire')];
  for (const [nth, visit] of visits.entries()) {
    await moment();
    expect(inside).toEqual(names.slice(0, nth + 1));
    visit.leave();
  }
});

test('No journey waits at a step whose webhooks name their order, not even one that is already waiting', async () => {
  const { enter, free, inside, past } = section();
  const [first] = ['one', 'two', 'three'].map(name => enter(name, 'expire'));
  enter('other', 'fail');
  await moment();
  free.add('expire');
  first?.leave();
  enter('four', 'expire');
  await moment();
  expect([inside, past]).toEqual([
    ['one', 'other'],
    ['four', 'two', 'three'],
  ]);
});

test('Two steps of one journey at the same moment enter together, and keep others out', async () => {
  const { enter, visit, inside } = section();
  const own = visit();
  await Promise.all([own.enter('disburse'), own.enter('fail')]);
  enter('other', 'expire');
  await moment();
  expect({ own: own.isInside, inside }).toEqual({ own: true, inside: [] });
  own.leave();
  await moment();
  expect(inside).toEqual(['other']);
});

test('A journey enters for one of two steps, if only the webhooks of the other name their order', async () => {
  const { free, visit } = section();
  free.add('disburse');
  const own = visit();
  await own.enter('disburse');
  expect(own.isInside).toBe(false);
  await Promise.all([own.enter('disburse'), own.enter('fail')]);
  expect(own.isInside).toBe(true);
});
