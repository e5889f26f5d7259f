import { expect, test } from 'vitest';
import type { Trouble } from '../../evidence/evidence.ts';
import { fakeWorld } from '../../testing/fake-world.ts';
import { Outage, type PutOff } from './outage.ts';

const LATER: PutOff = { status: 503, ms: 5_000 };
const STEP = { operation: 'simulateCollectionOrder' };

/** An outage in a world whose clock the test moves; `probed` holds the answers to probes, first to last. */
function opened(...probed: (PutOff | undefined)[]) {
  const world = fakeWorld();
  const stop = new AbortController();
  const troubles: Trouble[] = [];
  const lost: string[] = [];
  const outage = new Outage({
    world,
    stamp: () => world.monotonic(),
    signal: stop.signal,
    probe: async () => probed.shift(),
    mostMs: 30_000,
    record: trouble => troubles.push(trouble),
    lost: error => {
      lost.push(error.message);
      stop.abort();
    },
  });
  /** Lets the pause with a number pass, from 1. @returns how long it is, in milliseconds */
  const passPause = async (nth: number) => {
    const ms = await world.timerSet(nth);
    world.advance(ms);
    return ms;
  };
  const putOff = (sentAt = 0, asked = LATER) => outage.wasPutOff(asked, { ...STEP, sentAt }, false);
  return { world, stop, outage, troubles, lost, passPause, putOff };
}

/** Lets everything go on that waits for nothing. */
const settle = () => new Promise<void>(later => setImmediate(later));

test('Calls wait while the service puts them off; once a probe and one call are answered, all go on', async () => {
  const { outage, troubles, passPause, putOff } = opened(LATER, LATER);
  expect(await putOff()).toBe(true);
  const sent: string[] = [];
  for (const name of ['step', 'read', 'later step']) void outage.pass(name === 'read').then(() => sent.push(name));
  expect([await passPause(1), await passPause(2)]).toEqual([5_000, 5_000]);
  await settle();
  expect(sent).toEqual(['read']);
  outage.wasAnswered();
  expect(await outage.end()).toBe(true);
  await settle();
  expect(sent).toEqual(['read', 'step', 'later step']);
  const message = 'the service answered 503 with Retry-After for 10 s';
  expect(troubles).toEqual([{ kind: 'service-paused', from: 0, to: 10_000, message }]);
  expect([outage.lasted, await outage.end()]).toEqual([10_000, false]);
});

test('A call that goes first and is put off makes the others wait on', async () => {
  const { outage, passPause, putOff } = opened(LATER);
  await putOff();
  const sent: number[] = [];
  for (const nth of [1, 2]) void outage.pass(false).then(() => sent.push(nth));
  await passPause(1);
  await settle();
  expect(sent).toEqual([1]);
  void putOff(5_000, { status: 503, ms: 0 });
  expect(await passPause(2)).toBe(1_000);
  await settle();
  expect(sent).toEqual([1, 2]);
});

test.each([
  ['of a limiter that lets calls through in between end no run, however many there are', [429], 0],
  ['of outages add up, even if a limiter asks for others in between', [503, 429], 1],
])('While every call is put off, pauses %s', async (_, statuses, runsLost) => {
  const asked = Array.from({ length: 21 }, (_, nth) => ({
    status: statuses[nth % statuses.length] ?? 0,
    ms: 30_000,
  }));
  const { outage, lost, passPause, putOff } = opened(...asked.flatMap(one => [one, undefined]));
  for (const [nth, one] of asked.entries()) {
    void putOff(nth, one);
    const over = outage.end();
    await Promise.race([passPause(nth + 1), over]);
    await over;
    outage.wasAnswered();
  }
  expect(lost).toHaveLength(runsLost);
});

test('An outage of 429 answers is not recorded as trouble, because nothing else is missing', async () => {
  const limited = { status: 429, ms: 2_000 };
  const { outage, troubles, passPause, putOff } = opened(limited);
  await putOff(0, limited);
  await passPause(1);
  expect([await outage.end(), troubles]).toEqual([true, []]);
});

test('While every call is put off, the end of the run ends the wait', async () => {
  const { outage, stop, world, putOff } = opened(LATER);
  await putOff();
  const passed = outage.pass(false);
  await world.timerSet(1);
  stop.abort();
  await passed;
  expect(world.pending).toBe(0);
});

const BARE: PutOff = { status: 503 };

test('Where no time is named, pauses grow, and one call goes after each', async () => {
  const { outage, troubles, passPause, putOff } = opened(...Array.from({ length: 9 }, () => BARE));
  expect(await putOff(0, BARE)).toBe(true);
  for (const [nth, ms] of [1_000, 2_000, 4_000, 4_000].entries()) expect(await passPause(nth + 1)).toBe(ms);
  // Nothing waits yet: the next pause begins.
  await settle();
  const passed = outage.pass(false);
  await passPause(5);
  await passed;
  outage.wasAnswered();
  expect(await outage.end()).toBe(true);
  expect(troubles.map(({ message }) => message)).toEqual(['the service answered 503 for 15 s']);
});

test('Where no time is named, a probe alone shows no outage', async () => {
  const { outage } = opened(BARE);
  outage.probeWasPutOff(BARE);
  await outage.pass(false);
  expect(await outage.through(async () => 'done')).toBe('done');
});

test('A call that is put off while the probe is answered is no outage: no other call waits', async () => {
  const { outage, putOff, troubles } = opened();
  expect(await putOff()).toBe(false);
  await outage.pass(false);
  expect([outage.lasted, troubles]).toEqual([0, []]);
});

test('A call put off beside an answered probe shows an outage only if the next step is put off, too', async () => {
  const { outage, putOff } = opened();
  expect(await putOff(1)).toBe(false);
  outage.wasAnswered();
  expect(await putOff(2)).toBe(false);
  await outage.end();
  expect(await putOff(3)).toBe(true);
});

test('A call put off beside an answered probe shows no outage, however often it is put off', async () => {
  const { outage } = opened();
  for (let sentAt = 0; sentAt < 5; sentAt++) {
    expect(await outage.wasPutOff(LATER, { operation: 'resolveBankAccount', sentAt }, true)).toBe(false);
    await outage.end();
  }
  expect(await outage.wasPutOff(LATER, { operation: 'getOnrampOrder', sentAt: 9 }, true)).toBe(true);
});

test('Work that needs the service starts after an outage, and is repeated if it fails in one', async () => {
  const { outage, passPause, world } = opened(LATER, undefined, LATER);
  const begun: number[] = [];
  const done = outage.through(async () => {
    begun.push(world.monotonic());
    if (begun.length === 1) throw new Error('the command failed');
    return 'done';
  });
  await passPause(1);
  await passPause(2);
  expect([await done, begun]).toEqual(['done', [5_000, 10_000]]);
});
