import { expect, test } from 'vitest';
import { ExclusiveVisit } from './exclusive-section.ts';
import { Semaphore } from './semaphore.ts';

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
