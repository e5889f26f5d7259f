import { expect, test } from 'vitest';
import type { HandlerParts } from '../../mistakes/handler.ts';
import { FULL_EFFORT } from '../bench.ts';
import type { TestBackend } from '../testing/backend.ts';
import { gate, wholeBackend } from '../testing/gate.ts';

/** Credits, and remembers the event 5 ms later. It processes one webhook at a time, in 10 ms. */
function creditingFirst(): HandlerParts {
  let freeAt = 0;
  return {
    begin: () => {
      freeAt = 0;
    },
    *process({ order }, key, { stored, now }) {
      freeAt = Math.max(freeAt, now()) + 10;
      yield freeAt - now() - 5;
      if (stored.seen.has(key)) return true;
      stored.credits.push(order);
      yield 5;
      stored.seen.add(key);
      return true;
    },
  };
}

test('A backend behind a gateway that answers 502 during a restart is killed as often as any other', async () => {
  const startingMs = 4_000;
  const booting: HandlerParts = {
    begin: ({ memory, now }) => memory.credits.push(String(now() + startingMs)),
    first: (_, { memory, now }) => (now() < Number(memory.credits[0]) ? 502 : undefined),
  };
  let kills = 0;
  const { found } = await gate(booting, {
    ...{ seed: 1, caseId: 'credit.crash', effort: FULL_EFFORT },
    backend: own => ({ ...wholeBackend(own), restart: () => own.restart().finally(() => kills++) }),
  });
  expect(found).toEqual([]);
  expect(kills).toBeGreaterThanOrEqual(FULL_EFFORT.kills);
});

/** How long restart commands take until the kill (in turn) and from there until the start, in milliseconds. */
const KILLED_AFTER_MS = [110, 176, 90, 60, 140, 75];
const STARTED_AFTER_MS = 200;

test.each([1, 2])('A restart command hits pending webhooks, however long it takes: seed %i', async seed => {
  let kills = 0;
  const { found } = await gate(creditingFirst(), {
    ...{ seed, caseId: 'credit.crash', effort: FULL_EFFORT },
    backend: (own: TestBackend, world) => ({
      ...wholeBackend(own),
      async restart() {
        const ms = KILLED_AFTER_MS[kills++ % KILLED_AFTER_MS.length] ?? 0;
        await new Promise<void>(resolve => world.after(ms, resolve));
        own.kill();
        await new Promise<void>(resolve => world.after(STARTED_AFTER_MS, resolve));
        await own.start();
      },
    }),
  });
  expect(found).toEqual([['credits-before-it-remembers', 'credit.crash', 'credits-before-it-remembers']]);
});
