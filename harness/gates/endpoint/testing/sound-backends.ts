import { header } from '../../../base/json.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import { creditOnce, type HandlerParts } from '../../mistakes/handler.ts';
import { batches } from '../bugs/lost-webhook-bugs.ts';
import type { TestParts } from './backend.ts';

/** Takes this many milliseconds per webhook. */
export function slowly(ms: number): HandlerParts {
  return {
    *process(said, key, running) {
      yield ms;
      return creditOnce(said, key, running);
    },
  };
}

/** Processes webhooks one by one. */
function serially(ms: number): HandlerParts {
  let freeAt = 0;
  return {
    *process(said, key, running) {
      freeAt = Math.max(freeAt, running.now()) + ms;
      yield freeAt - running.now();
      return creditOnce(said, key, running);
    },
    begin: () => {
      freeAt = 0;
    },
  };
}

/** Refuses requests beyond this many per second. */
function limited(most: number): HandlerParts {
  return {
    first: (_, { memory, now }) => {
      const second = String(Math.floor(now() / 1_000));
      if (!memory.seen.has(second)) memory.credits.length = 0;
      memory.seen.add(second);
      return memory.credits.push(second) > most ? 429 : undefined;
    },
  };
}

/** Answers 409 to a known webhook. */
export const REFUSING_COPIES: HandlerParts = {
  first: ({ event }, { stored }) => (stored.seen.has(event?.id ?? '') ? 409 : undefined),
};

/** Copies wait for the first one. */
const WAITING: HandlerParts = {
  *process(said, key, running) {
    const { seen } = running.memory;
    while (seen.has(key)) yield 1;
    seen.add(key);
    yield 15;
    seen.delete(key);
    return creditOnce(said, key, running);
  },
};

/** Answers 503 while it works on another webhook. */
export const TURNING_AWAY: HandlerParts = {
  credits: () => true,
  first: (_, { memory }) => (memory.seen.has('busy') ? 503 : undefined),
  *process(said, key, running) {
    running.memory.seen.add('busy');
    yield 80;
    running.memory.seen.delete('busy');
    return said.type !== COMPLETED || creditOnce(said, key, running);
  },
};

/** A right backend: how it is unusual, its parts, and how late it may credit, in milliseconds (default 60). */
type SoundBackend = readonly [how: string, parts: TestParts, settleMs?: number];

/** Backends that are right in unusual ways. */
export const SOUND_BACKENDS: readonly SoundBackend[] = [
  ['answers 202', { acknowledgement: 202 }],
  ['answers 204 and refuses with 403', { acknowledgement: 204, refusal: 403 }],
  ['acknowledges what it refuses', { refusal: 200 }],
  ['quotes the signature that it refuses', { tells: ({ signature }) => `bad signature: ${signature}` }],
  ['takes a while for each webhook', slowly(60)],
  ['takes a second for each webhook', slowly(1_000)],
  ['takes two seconds for each webhook', slowly(2_000)],
  ['credits from a durable queue after the answer', batches(5, 1)],
  ['answers 202 and credits in batches, every two seconds', { ...batches(2_000), acknowledgement: 202 }, 2_500],
  ['does one thing after the other', serially(30)],
  ['allows a hundred requests a second', limited(100)],
  ['lets copies wait for the first', WAITING],
  [
    'answers an error to a copy in flight',
    {
      *process(said, key, running) {
        if (running.memory.seen.has(key)) return false;
        running.memory.seen.add(key);
        yield 10;
        running.memory.seen.delete(key);
        return creditOnce(said, key, running);
      },
    },
  ],
  ['answers 503 while it works on another webhook', TURNING_AWAY],
  [
    'ends its work where the sender is gone',
    {
      *process(said, key, running) {
        yield 10;
        return !running.isCut() && creditOnce(said, key, running);
      },
    },
  ],
  [
    'answers 503 for a second after each start',
    {
      begin: ({ memory, now }) => memory.credits.push(String(now())),
      first: (_, { memory, now }) => (now() - Number(memory.credits[0]) < 1_000 ? 503 : undefined),
    },
  ],
  [
    'takes no other content type than JSON',
    {
      first: ({ headers }) =>
        /^application\/json *(;|$)/.test(header(headers, 'content-type') ?? '') ? undefined : 415,
    },
  ],
  ['closes every third connection without an answer', { dropsEach: 3 }],
  ['has a clock that is 20 s ahead', { aheadMs: 20_000 }],
  ['has a clock that is 50 s behind', { aheadMs: -50_000 }],
  [
    'refuses a completion until it knows of the deposit',
    {
      credits: () => true,
      process: (said, key, running) => {
        const { stored } = running;
        if (said.type === 'collection.deposit_confirmed') stored.seen.add(`confirmed:${said.order}`);
        if (said.type !== COMPLETED) return true;
        return stored.seen.has(`confirmed:${said.order}`) && creditOnce(said, key, running);
      },
    },
  ],
  [
    'refuses types that it does not know',
    {
      first: ({ event }) =>
        /^(collection|disbursement)\.(deposit_\w+|completed)$/.test(event?.type ?? 'x') ? undefined : 422,
    },
  ],
  ['answers 409 to a webhook that it knows', REFUSING_COPIES],
  ['refuses large bodies', { first: ({ body }) => (body.length > 100_000 ? 413 : undefined) }],
  ['credits an order at most once, whatever the event', { key: ({ order }) => order }],
  [
    'fails now and then before it stores',
    {
      process: (said, key, running) => {
        const tried = `tried:${key}`;
        const first = !running.memory.seen.has(tried);
        running.memory.seen.add(tried);
        return first && key.charCodeAt(key.length - 1) % 3 === 0 ? false : creditOnce(said, key, running);
      },
    },
  ],
];
