import { expect, test } from 'vitest';
import { fakeWorld } from '../testing/fake-world.ts';
import { OwnTime } from './own-time.ts';

test('A limit is reached after its time, and one more tick', () => {
  const world = fakeWorld();
  let reached = 0;
  new OwnTime(world).after(1000, () => reached++);
  world.advance(1050);
  expect(reached).toBe(0);
  world.advance(50);
  expect(reached).toBe(1);
  expect(world.pending).toBe(0);
});

test('Time in which this process stood still counts towards no limit', () => {
  const world = fakeWorld();
  const time = new OwnTime(world);
  let reached = 0;
  time.after(1000, () => reached++);
  world.advance(500);
  world.stall(60_000);
  expect(time.elapsed()).toBe(600);
  world.advance(400);
  expect(reached).toBe(0);
  world.advance(100);
  expect(reached).toBe(1);
});

test('A limit that was cancelled is never reached', () => {
  const world = fakeWorld();
  const limit = new OwnTime(world).after(1000, () => expect.unreachable());
  world.advance(500);
  limit.cancel();
  expect(world.pending).toBe(0);
  world.advance(10_000);
});
