import { expect, test } from 'vitest';
import { fakeWorld } from './fake-world.ts';

test('timers fire in order, each at its time and not before', () => {
  const world = fakeWorld({ start: 1000 });
  const rung: [string, number][] = [];
  world.after(20, () => rung.push(['second', world.now()]));
  world.after(10, () => {
    rung.push(['first', world.now()]);
    world.after(5, () => rung.push(['set by the first', world.now()]));
  });
  world.after(31, () => rung.push(['never', world.now()]));
  world.advance(9);
  expect(rung).toEqual([]);
  world.advance(21);
  expect(rung).toEqual([
    ['first', 1010],
    ['set by the first', 1015],
    ['second', 1020],
  ]);
  expect(world.monotonic()).toBe(30);
  expect(world.pending).toBe(1);
});

test('a stall fires the due timers late, with the clock already ahead', () => {
  const world = fakeWorld({ start: 0 });
  const rung: number[] = [];
  world.after(10, () => rung.push(world.monotonic()));
  world.stall(500);
  expect(rung).toEqual([500]);
});

test('a cancelled timer does not fire, even if a timer at the same time cancels it', () => {
  const world = fakeWorld();
  const rung: string[] = [];
  world.after(10, () => {
    rung.push('first');
    second.cancel();
  });
  const second = world.after(10, () => rung.push('second'));
  world.advance(100);
  expect(rung).toEqual(['first']);
});

test('a test can wait for a timer to be set, before and after', async () => {
  const world = fakeWorld();
  const first = world.timerSet(1);
  world.after(7, () => {});
  world.after(8, () => {});
  expect(await first).toBe(7);
  expect(await world.timerSet(2)).toBe(8);
});

test('a test can wait until no timer is pending', async () => {
  const world = fakeWorld();
  await world.idle();
  const cancelled = world.after(5, () => {});
  world.after(6, () => {});
  const idle = world.idle().then(() => 'idle');
  cancelled.cancel();
  expect(await Promise.race([idle, Promise.resolve('busy')])).toBe('busy');
  world.advance(6);
  expect(await idle).toBe('idle');
});
