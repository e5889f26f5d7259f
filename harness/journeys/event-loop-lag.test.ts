import { expect, test } from 'vitest';
import type { Trouble } from '../core/evidence.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { EventLoopLag } from './event-loop-lag.ts';

function metered() {
  const world = fakeWorld();
  const troubles: Trouble[] = [];
  const meter = new EventLoopLag(
    world,
    () => world.monotonic(),
    trouble => troubles.push(trouble),
  );
  return { world, troubles, meter };
}

test('A process that gets its time is not recorded', () => {
  const { world, troubles } = metered();
  world.advance(2_000);
  expect(troubles).toEqual([]);
});

test('A process that stood still is recorded, from one measurement to the next', () => {
  const { world, troubles } = metered();
  const from = world.monotonic();
  world.stall(700);
  world.advance(0);
  expect(troubles).toEqual([{ kind: 'stall', from, to: from + 700, message: 'the event loop was blocked for 600 ms' }]);
});

test('Nothing is recorded after the measurement was stopped', () => {
  const { world, troubles, meter } = metered();
  meter.stop();
  world.stall(700);
  world.advance(0);
  expect(troubles).toEqual([]);
});
