import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeWorld } from '../testing/fake-world.ts';
import { Inbox } from './inbox.ts';

const open = (away?: () => number) => {
  const world = fakeWorld();
  const abort = new AbortController();
  const inbox = new Inbox(world, abort.signal, away);
  const came = new Set<string>();
  const push = (id: string) => {
    came.add(id);
    inbox.wake();
  };
  const finding = (id: string) => () => (came.has(id) ? id : undefined);
  return { world, abort, inbox, push, finding };
};

const came = (value: unknown) => ({ outcome: 'came', value });

/** The value of a promise, or `pending` if it is not settled. */
const now = async (promise: Promise<unknown>): Promise<unknown> => Promise.race([promise, Promise.resolve('pending')]);

test.each([0, false, '', null])('A wait accepts %j as found', async value => {
  const { inbox } = open();
  expect(await now(inbox.until(() => value, 1000))).toEqual(came(value));
});

test('A wait looks at once and then on each delivery until it ends', async () => {
  const { inbox, push, world } = open();
  let asked = 0;
  const waited = inbox.until(() => {
    asked++;
    return asked === 3 ? 'third' : undefined;
  }, 1000);
  expect(asked).toBe(1);
  world.advance(999);
  expect(asked).toBe(1);
  push('d1');
  expect(asked).toBe(2);
  inbox.wake();
  expect(await now(waited)).toEqual(came('third'));
  push('d2');
  inbox.wake();
  expect(asked).toBe(3);
});

test('A wait lasts exactly its time, and later deliveries do not change it', async () => {
  const { inbox, push, finding, abort, world } = open();
  const waited = inbox.until(finding('d1'), 1000);
  world.advance(999.999);
  expect(await now(waited)).toBe('pending');
  world.advance(0.001);
  expect(await now(waited)).toEqual({ outcome: 'missed' });
  push('d1');
  abort.abort();
  expect(await now(waited)).toEqual({ outcome: 'missed' });
  expect(world.pending).toBe(0);
});

test('A wait does not count an outage, even one that continues when its time is over', async () => {
  let away = 5_000;
  const { inbox, finding, world } = open(() => away);
  const waited = inbox.until(finding('d1'), 1000);
  away += 600;
  world.advance(1000);
  away += 100;
  world.advance(600);
  world.advance(99);
  expect(await now(waited)).toBe('pending');
  world.advance(1);
  expect(await now(waited)).toEqual({ outcome: 'missed' });
});

test('A wait that starts while others wake is not lost', async () => {
  const { inbox, push, finding } = open();
  let second: Promise<unknown> = Promise.resolve('not begun');
  const first = inbox.until(() => {
    const found = finding('d1')();
    if (found !== undefined) second = inbox.until(finding('d2'), 1000);
    return found;
  }, 1000);
  push('d1');
  push('d2');
  expect([await now(first), await now(second)]).toEqual([came('d1'), came('d2')]);
});

test('A wait ends with its own delivery, in any order of deliveries and waits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5)), fc.array(fc.nat(5)), fc.nat(), async (pushed, awaited, cut) => {
      const { inbox, push, finding, world } = open();
      const early = pushed.slice(0, cut % (pushed.length + 1));
      for (const id of early) push(`d${id}`);
      const waits = awaited.map(id => inbox.until(finding(`d${id}`), 1000));
      for (const id of pushed.slice(early.length)) push(`d${id}`);
      world.advance(1000);
      expect(await Promise.all(waits)).toEqual(
        awaited.map(id => (pushed.includes(id) ? came(`d${id}`) : { outcome: 'missed' })),
      );
      expect(world.pending).toBe(0);
    }),
  );
});

test.each([
  [50, 'missed'],
  [51, 'pending'],
])('A stalled process %i ms past the end leaves the wait %s', async (late, state) => {
  const { inbox, finding, world } = open();
  const waited = inbox.until(finding('d1'), 1000);
  world.stall(1000 + late);
  expect(await now(waited)).toEqual(state === 'missed' ? { outcome: 'missed' } : 'pending');
});

test('A stalled process prolongs the wait by its stall, because deliveries are still in a socket', async () => {
  const { inbox, push, finding, world } = open();
  const waits = [inbox.until(finding('d1'), 1000), inbox.until(finding('d2'), 1000)];
  world.stall(6000);
  world.advance(4999);
  expect(await Promise.all(waits.map(now))).toEqual(['pending', 'pending']);
  push('d1');
  world.advance(1);
  expect(await Promise.all(waits.map(now))).toEqual([came('d1'), { outcome: 'missed' }]);
  expect(world.pending).toBe(0);
});

test('The end of a run ends every wait', async () => {
  const { inbox, push, finding, abort, world } = open();
  const waits = [inbox.until(finding('d1'), 1000), inbox.until(finding('d2'), 1000)];
  abort.abort();
  expect(await Promise.all(waits.map(now))).toEqual([{ outcome: 'abandoned' }, { outcome: 'abandoned' }]);
  expect(world.pending).toBe(0);
  push('d1');
  expect(await now(waits[0] as Promise<unknown>)).toEqual({ outcome: 'abandoned' });
});

test('After the end of a run, a new wait sees only what has already arrived', async () => {
  const { inbox, push, finding, abort, world } = open();
  push('d1');
  abort.abort();
  expect(await now(inbox.until(finding('d1'), 1000))).toEqual(came('d1'));
  expect(await now(inbox.until(finding('d2'), 1000))).toEqual({ outcome: 'abandoned' });
  expect(world.pending).toBe(0);
});

test('A wait that has ended leaves nothing behind', async () => {
  const { inbox, push, finding, abort, world } = open();
  const waits = [inbox.until(finding('d1'), 1000), inbox.until(finding('d2'), 1000)];
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(2);
  push('d1');
  world.advance(1000);
  await Promise.all(waits);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  expect(world.pending).toBe(0);
});

test('An error of one wait rejects only that wait', async () => {
  const { inbox, push, finding, world } = open();
  const broken = inbox.until(() => {
    if (finding('d1')() !== undefined) throw new RangeError('a bug');
    return undefined;
  }, 1000);
  const sound = inbox.until(finding('d1'), 1000);
  push('d1');
  await expect(broken).rejects.toThrow('a bug');
  expect(await now(sound)).toEqual(came('d1'));
  expect(world.pending).toBe(0);
});
