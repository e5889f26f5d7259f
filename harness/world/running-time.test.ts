import { expect, test } from 'vitest';
import { fakeWorld } from '../testing/fake-world.ts';
import { RunningTime } from './running-time.ts';

test('Running time passes as the clock does while this process runs', () => {
  const world = fakeWorld();
  const time = new RunningTime(world);
  world.advance(1_234);
  expect(time.elapsed).toBe(1_234);
  time.close();
  expect(world.pending).toBe(0);
});

test('Running time stands still while this process does not run', () => {
  const world = fakeWorld();
  const time = new RunningTime(world);
  world.stall(3_600_000);
  expect(time.elapsed).toBeLessThan(1_000);
});

test('Running time passes while this process computes, if it says so', () => {
  let ms = 0;
  const time = new RunningTime({ ...fakeWorld(), monotonic: () => ms });
  ms = 30_000;
  time.count();
  expect(time.elapsed).toBe(30_000);
});

test('A limit extends by the time in which this process did not run', () => {
  const world = fakeWorld();
  const time = new RunningTime(world);
  let fired = 0;
  time.after(10_000, () => fired++);
  for (let hour = 0; hour < 50; hour++) world.stall(3_600_000);
  world.advance(4_000);
  expect(fired).toBe(0);
  world.advance(10_000);
  expect(fired).toBe(1);
});

test('A limit that a stall exceeds leaves a tick to read what came meanwhile', () => {
  const world = fakeWorld();
  const time = new RunningTime(world);
  let fired = 0;
  const { cancel } = time.after(1_000, () => fired++);
  world.advance(999);
  world.stall(60_000);
  expect(fired).toBe(0);
  cancel();
  world.advance(60_000);
  expect(fired).toBe(0);
});
