import { expect, test } from 'vitest';
import { ExclusiveSection } from './exclusive-section.ts';

/** A section that steps can be made free of. */
function section() {
  const free = new Set<string>();
  return { exclusive: new ExclusiveSection(event => free.has(event)), free };
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Journeys that enter an exclusive section, and what they did. */
function journeys(exclusiveSection: ExclusiveSection) {
  const inside: string[] = [];
  const past: string[] = [];
  const leave = new Map<string, () => void>();
  return {
    inside,
    past,
    leave: (name: string) => leave.get(name)?.(),
    enter: (name: string, event: 'expire' | 'fail') =>
      exclusiveSection.enter(event).then(left => {
        if (left) leave.set(name, left);
        (left ? inside : past).push(name);
      }),
  };
}

test('Journeys take a step one after another where its webhooks may name no order', async () => {
  const { enter, inside, leave } = journeys(section().exclusive);
  void enter('one', 'expire');
  void enter('two', 'fail');
  void enter('three', 'expire');
  await turn();
  expect(inside).toEqual(['one']);
  leave('one');
  await turn();
  expect(inside).toEqual(['one', 'two']);
  leave('two');
  await turn();
  expect(inside).toEqual(['one', 'two', 'three']);
});

test('No journey waits at a step whose webhooks name their order, not even one that waits already', async () => {
  const { exclusive, free } = section();
  const { enter, inside, past, leave } = journeys(exclusive);
  for (const name of ['one', 'two', 'three']) void enter(name, 'expire');
  void enter('other', 'fail');
  await turn();
  free.add('expire');
  leave('one');
  void enter('four', 'expire');
  await turn();
  expect([inside, past]).toEqual([
    ['one', 'other'],
    ['four', 'two', 'three'],
  ]);
});

test('Two steps of one journey at the same moment enter together, and keep others out', async () => {
  const { exclusive } = section();
  const [own, other] = [exclusive.visit(), exclusive.visit()];
  await Promise.all([own.enter('disburse'), own.enter('fail')]);
  let isIn = false;
  const entering = other.enter('expire').then(() => {
    isIn = other.isInside;
  });
  await turn();
  expect({ own: own.isInside, isIn }).toEqual({ own: true, isIn: false });
  own.leave();
  await entering;
  expect(isIn).toBe(true);
});

test('A journey enters for one of two steps, if only the webhooks of the other name their order', async () => {
  const { exclusive, free } = section();
  free.add('disburse');
  const visit = exclusive.visit();
  await visit.enter('disburse');
  expect(visit.isInside).toBe(false);
  await Promise.all([visit.enter('disburse'), visit.enter('fail')]);
  expect(visit.isInside).toBe(true);
});
