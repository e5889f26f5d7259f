import { expect, test } from 'vitest';
import type { Trouble } from '../evidence/evidence.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { watchMachine } from './open-run.ts';

function metered() {
  const world = fakeWorld();
  const troubles: Trouble[] = [];
  const stop = watchMachine(
    world,
    () => world.monotonic(),
    trouble => troubles.push(trouble),
  );
  return { world, troubles, stop };
}

test('A process that stood still is recorded, from one measurement to the next', () => {
  const { world, troubles } = metered();
  const from = world.monotonic();
  world.stall(700);
  world.advance(0);
  expect(troubles).toEqual([{ kind: 'stall', from, to: from + 700, message: 'the event loop was blocked for 600 ms' }]);
});

test.each<[string, (of: ReturnType<typeof metered>) => void]>([
  ['A process that gets its time', () => {}],
  ['A clock that is corrected a little', ({ world }) => world.setClock(4_000)],
  [
    'A process that stood still after the measurement was stopped',
    ({ world, stop }) => {
      stop();
      world.stall(700);
    },
  ],
])('%s is not recorded', (_, happens) => {
  const of = metered();
  happens(of);
  of.world.advance(2_000);
  expect(of.troubles).toEqual([]);
});

test.each([
  [86_400_000, 'the clock of this machine was set 86400 s ahead'],
  [-6_000, 'the clock of this machine was set 6 s back'],
])('A clock that was set by %i ms is recorded once', (ms, message) => {
  const { world, troubles } = metered();
  world.advance(250);
  world.setClock(ms);
  world.advance(1_000);
  expect(troubles).toEqual([{ kind: 'clock', from: 200, to: 300, message }]);
});
