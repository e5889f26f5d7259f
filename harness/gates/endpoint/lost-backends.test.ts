import { expect, test } from 'vitest';
import { HarnessError } from '../../base/errors.ts';
import { CALM } from '../../world/simulated/disturbances.ts';
import { creditOnce, type HandlerParts } from '../mistakes/handler.ts';
import type { TestBackend } from './testing/backend.ts';
import { breachesIn, type Gated, type GateOfTest, gate, LITTLE_EFFORT, wholeBackend } from './testing/gate.ts';
import { slowly } from './testing/sound-backends.ts';

/** Dies of webhooks of this type. */
function diesOf(type: string, ms = 0): HandlerParts {
  return {
    ...slowly(ms),
    first: ({ event }, running) => {
      if (event?.type === type) running.die();
      return undefined;
    },
  };
}

/** Takes this many milliseconds per webhook. */
function takes(ms: number): HandlerParts {
  return {
    credits: () => true,
    *process(said, key, running) {
      yield ms;
      return said.type !== 'disbursement.completed' || creditOnce(said, key, running);
    },
  };
}

const DIES = 'credit.other-event/collection.unheard_of: dies-of-a-request';

const breachesOf = ({ found }: Gated) => found.map(([, id, cause]) => `${id}: ${cause}`);

/** A backend without a restart. */
const creditsAlone = (own: TestBackend) => ({ credits: async () => [...own.stored.credits] });

function reasonsOf({ lines }: Gated): ReadonlySet<string | undefined> {
  return new Set(lines.flatMap(line => (line.type === 'scenario' && line.outcome === 'skipped' ? [line.reason] : [])));
}

test.each([0, 60])('The case that stops the backend is found, and the others go on (answers take %i ms)', async ms => {
  const gated = await gate(diesOf('collection.unheard_of', ms), { only: 'credit' });
  expect(breachesOf(gated)).toEqual([DIES]);
  expect(reasonsOf(gated)).toEqual(new Set());
});

test('If a backend dies and there is no --restart, the other cases are not exercised', async () => {
  const gated = await gate(diesOf('collection.unheard_of'), { backend: creditsAlone });
  expect(breachesOf(gated)).toEqual([DIES]);
  expect(reasonsOf(gated)).toEqual(new Set(['the backend is gone, and there is no --restart command']));
});

test('A backend that ends at the first webhook is not said to be absent', async () => {
  let end = async () => {};
  const first: HandlerParts['first'] = () => void end();
  const backend = (own: TestBackend) => {
    end = () => own.close();
    return creditsAlone(own);
  };
  const { lines } = await gate({ first }, { backend });
  expect(lines.at(-1)).toMatchObject({ reason: 'unreachable', next: 'look at what the backend printed when it ended' });
});

test('If --restart fails, the breach quotes it and the other cases are not exercised', async () => {
  const message = '--restart failed: it ended with exit code 1';
  const failed = new HarnessError('command-failed', 'unreachable', message, { received: 'Error: no space left' });
  const backend: GateOfTest['backend'] = { restart: () => Promise.reject(failed) };
  const gated = await gate({ ...diesOf('none'), ...dyingOfForgeries }, { backend });
  const [breach, ...others] = breachesIn(gated.cases);
  expect(others).toEqual([]);
  expect(breach?.received).toBe('no connection; --restart failed: it ended with exit code 1 (Error: no space left)');
  expect(reasonsOf(gated)).toEqual(new Set(['the backend is gone, and --restart failed']));
  expect(gated.failure).toBe(failed);
});

const dyingOfForgeries: HandlerParts = {
  first: ({ signature }, running) => {
    if (signature === undefined) running.die();
    return undefined;
  },
};

test('Nothing is delivered while --restart runs', async () => {
  let isRestarting = false;
  let during = 0;
  const parts = diesOf('collection.unheard_of', 60);
  const first: HandlerParts['first'] = (...received) => {
    if (isRestarting) during++;
    return parts.first?.(...received);
  };
  const { bugs } = await gate(
    { ...parts, first },
    {
      // The command runs for another second while the backend already listens.
      backend: (own, world) => ({
        ...wholeBackend(own),
        restart: async () => {
          isRestarting = true;
          await own.restart();
          await new Promise<void>(resolve => world.after(1_000, resolve));
          isRestarting = false;
        },
      }),
      only: 'credit',
      effort: { ...LITTLE_EFFORT, kills: 0 },
    },
  );
  expect(during).toBe(0);
  expect(bugs).toEqual(['dies-of-a-request']);
});

test.each([120, 300])('A backend that takes 8 s to answer is gated within %i s', async limitSeconds => {
  const told: string[] = [];
  const gated = await gate(takes(8_000), { limitSeconds, tell: sentence => told.push(sentence) });
  expect(told).toEqual(['The handler takes 8.0 s to answer; senders give up after 10 s']);
  expect(breachesIn(gated.cases)).toEqual([]);
  expect(gated.tookMs).toBeLessThan(limitSeconds * 1000);
  for (const id of ['credit.once', 'credit.duplicate/same-bytes', 'signature.forged'])
    expect(gated.cases.map(seen => seen.id)).toContain(id);
  for (const reason of reasonsOf(gated))
    expect(reason).toMatch(/^the handler takes \d\.\d s to answer, so not every case fits within --time-limit \d+;/);
});

test('A backend that stops answering is given up after two time-outs', async () => {
  let unanswered = 0;
  const process: HandlerParts['process'] = function* (said, key, running) {
    if (said.type === 'collection.unheard_of') running.memory.seen.add('hangs');
    if (!running.memory.seen.has('hangs'))
      return said.type !== 'disbursement.completed' || creditOnce(said, key, running);
    unanswered++;
    for (;;) yield 3_600_000;
  };
  const gated = await gate({ credits: () => true, process }, { backend: creditsAlone });
  expect(breachesOf(gated)).toEqual([DIES]);
  expect(reasonsOf(gated)).toEqual(new Set(['the backend is silent, and there is no --restart command']));
  // Two of the case, and those that test whether it answers anything.
  expect(unanswered).toBeLessThanOrEqual(4);
  expect(gated.tookMs).toBeLessThan(60_000);
  // Time runs out before the second time-out.
  const short = await gate({ credits: () => true, process }, { only: 'credit', limitSeconds: 25 });
  expect(breachesOf(short)).toEqual([DIES]);
});

test('A genuine webhook that hangs after a forged one of its order is a breach', async () => {
  const accepts: HandlerParts['accepts'] = (verified, { event }, { memory }) => {
    if (!verified && event) memory.seen.add(event.order);
    return verified;
  };
  const process: HandlerParts['process'] = function* (said, key, running) {
    while (running.memory.seen.has(said.order)) yield 60_000;
    return creditOnce(said, key, running);
  };
  const gated = await gate({ accepts, process }, { backend: creditsAlone });
  expect(breachesOf(gated)).toContain('signature.poison: dies-of-a-request');
});

test('A machine that is suspended again and again changes no verdict', async () => {
  const stalls = Array.from({ length: 40 }, (_, nth) => ({ at: 500 * (nth + 1) + 30_000 * nth, ms: 30_000 }));
  const gated = await gate({}, { disturbances: { ...CALM, stalls } });
  expect(breachesIn(gated.cases)).toEqual([]);
});

test('An interrupt ends a gate while a command of the user runs', async () => {
  const abort = new AbortController();
  const credits = () => {
    abort.abort();
    return new Promise<never>(() => {});
  };
  const { lines } = await gate({}, { backend: { credits }, signal: abort.signal });
  expect(lines).toMatchObject([{ type: 'end', reason: 'interrupted' }]);
});

test('The time limit ends a gate while a command of the user runs', async () => {
  let readings = 0;
  const credits = () => (readings++ < 1 ? Promise.resolve([]) : new Promise<never>(() => {}));
  const gated = await gate({}, { backend: { credits }, limitSeconds: 10 });
  expect(gated.tookMs).toBeLessThan(10_000);
  expect(gated.lines.at(-1)).toMatchObject({ type: 'end', reason: 'done' });
  expect(gated.cases).toEqual([]);
  expect([...reasonsOf(gated)]).toEqual(['time ran out: not every case fits within --time-limit 10']);
});
