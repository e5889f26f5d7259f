import { expect, test } from 'vitest';
import { Lane } from './lane.ts';

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Journeys that go into a lane, and what became of them. */
function journeys(lane: Lane) {
  const inside: string[] = [];
  const past: string[] = [];
  const leave = new Map<string, () => void>();
  return {
    inside,
    past,
    leave: (name: string) => leave.get(name)?.(),
    enter: (name: string, event: 'expire' | 'fail') =>
      lane.enter(event).then(left => {
        if (left) leave.set(name, left);
        (left ? inside : past).push(name);
      }),
  };
}

test('at a step of which nothing is known, or whose webhooks name no order, journeys go one after another', async () => {
  const { enter, inside, leave } = journeys(new Lane());
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

test('at a step whose webhooks name their order no journey has to wait, not even those that do already', async () => {
  const lane = new Lane();
  const { enter, inside, past, leave } = journeys(lane);
  for (const name of ['one', 'two', 'three']) void enter(name, 'expire');
  void enter('other', 'fail');
  await turn();
  expect(lane.names('expire')).toBe(false);
  lane.saw('expire', true);
  leave('one');
  void enter('four', 'expire');
  await turn();
  expect([inside, past]).toEqual([
    ['one', 'other'],
    ['four', 'two', 'three'],
  ]);
});

test('a step whose webhooks once named no order is not trusted again', () => {
  const lane = new Lane();
  lane.saw('expire', true);
  lane.saw('expire', false);
  lane.saw('expire', true);
  expect(lane.names('expire')).toBe(false);
});
