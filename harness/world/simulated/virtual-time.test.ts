import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { VirtualTime } from './virtual-time.ts';

/** Resolves after some milliseconds of a virtual clock. */
const pause = (time: VirtualTime, ms: number) => new Promise<void>(resolve => void time.after(ms, resolve));

test('Virtual time passes hours of waiting without waiting', async () => {
  const time = new VirtualTime({ ifNothingIsLeft: 5, beforeFarTimer: 5 });
  const day = 24 * 3_600_000;
  await time.run(pause(time, day));
  expect(time.elapsed).toBe(day);
});

test('Virtual time fires timers as they are due, and those of one moment as they were set', async () => {
  const time = new VirtualTime();
  const fired: string[] = [];
  const work = Promise.all(
    [5, 1, 5, 3].map(async (ms, nth) => {
      await pause(time, ms);
      fired.push(`${ms} (${nth})`);
    }),
  );
  await time.run(work);
  expect(fired).toEqual(['1 (1)', '3 (3)', '5 (0)', '5 (2)']);
});

test('Virtual time stands still while something can run', async () => {
  const time = new VirtualTime();
  const seen: number[] = [];
  const busy = async () => {
    for (let turn = 0; turn < 50; turn++) {
      await new Promise(resolve => setImmediate(resolve));
      time.happened();
      seen.push(time.elapsed);
    }
  };
  await time.run(Promise.all([busy(), pause(time, 1)]));
  expect(new Set(seen)).toEqual(new Set([0]));
});

test('Virtual time is late after a stall, as a process is that was stopped', async () => {
  const time = new VirtualTime();
  time.after(10, () => time.stall(1_000));
  await time.run(pause(time, 20));
  expect(time.elapsed).toBe(1_010);
});

test('Virtual time waits for events outside the simulation before it advances far', async () => {
  const time = new VirtualTime();
  time.after(3_600_000, () => {});
  const reading = readFile(import.meta.filename).then(() => pause(time, 5));
  await time.run(reading);
  expect(time.elapsed).toBeLessThan(3_600_000);
});

test('Virtual time reports if nothing is left that could end the work', async () => {
  const time = new VirtualTime({ ifNothingIsLeft: 5, beforeFarTimer: 5 });
  await expect(time.run(new Promise(() => {}))).rejects.toMatchObject({ code: 'simulation-stuck' });
});

test('Virtual time says so if the work goes on for days, although something always happens', async () => {
  const time = new VirtualTime({ ifNothingIsLeft: 5, beforeFarTimer: 0 });
  const beat = () => void time.after(3_600_000, beat);
  beat();
  await expect(time.run(new Promise(() => {}))).rejects.toThrow('has not ended after 48 simulated hours');
});
