import { creditOnce, type Parts, type Running } from './backend.ts';
import { batches, creditEntry, enqueue, queued } from './queue.ts';

/** Credits what a durable queue holds, one after the other; what a crash interrupts stays in the queue. */
function work(running: Running): void {
  const [next] = queued(running);
  if (next !== undefined) creditEntry(next, running);
  running.later(() => work(running), 5);
}

/** Takes so many milliseconds for each webhook. */
function slowly(ms: number): Parts {
  return {
    process: async (said, key, running) => {
      await running.moment(ms);
      return creditOnce(said, key, running);
    },
  };
}

/** Does one thing after the other. */
function serially(ms: number): Parts {
  let last: Promise<unknown> = Promise.resolve();
  return {
    process: (said, key, running) => {
      const own = last.then(() => running.moment(ms)).then(() => creditOnce(said, key, running));
      last = own;
      return own;
    },
    begin: () => {
      last = Promise.resolve();
    },
  };
}

/** Refuses what comes in a second after so many requests. */
function limited(most: number): Parts {
  return {
    first: (_, __, { memory, now }) => {
      const second = String(Math.floor(now() / 1_000));
      if (!memory.seen.has(second)) memory.credits.length = 0;
      memory.seen.add(second);
      return memory.credits.push(second) > most ? 429 : undefined;
    },
  };
}

/** Copies wait for the first of them. */
function waiting(): Parts {
  const under = new Map<string, Promise<boolean>>();
  return {
    process: (said, key, running) => {
      const first = running.moment(15).then(() => under.delete(key) && creditOnce(said, key, running));
      const before = under.get(key);
      if (before === undefined) under.set(key, first);
      return before ?? first;
    },
    // What was under way when the process ended is not.
    begin: () => under.clear(),
  };
}

/** A backend that is right: how it is unusual, its parts, and how late it may credit, in milliseconds. Default: 60. */
type SoundBackend = readonly [how: string, parts: Parts, settleMs?: number];

/** Backends that are right in unusual ways. */
export const SOUND_BACKENDS: readonly SoundBackend[] = [
  ['answers 202', { acknowledgement: 202 }],
  ['answers 204 and refuses with 403', { acknowledgement: 204, refusal: 403 }],
  ['acknowledges what it refuses', { refusal: 200 }],
  ['takes a while for each webhook', slowly(60)],
  ['takes a second for each webhook', slowly(1_000)],
  ['takes two seconds for each webhook', slowly(2_000)],
  ['credits from a durable queue after the answer', { begin: work, process: enqueue }],
  ['answers 202 and credits in batches, every two seconds', { ...batches(2_000), acknowledgement: 202 }, 2_500],
  ['does one thing after the other', serially(30)],
  ['allows a hundred requests a second', limited(100)],
  ['lets copies wait for the first', waiting()],
  [
    'answers an error to a copy in flight',
    {
      process: async (said, key, running) => {
        if (running.memory.seen.has(key)) return false;
        running.memory.seen.add(key);
        await running.moment(10);
        running.memory.seen.delete(key);
        return creditOnce(said, key, running);
      },
    },
  ],
  [
    'ends its work where the sender is gone',
    {
      process: async (said, key, running) => {
        await running.moment(10);
        return !running.isCut() && creditOnce(said, key, running);
      },
    },
  ],
  [
    'answers 503 for a second after each start',
    {
      begin: ({ memory, now }) => memory.credits.push(String(now())),
      first: (_, __, { memory, now }) => (now() - Number(memory.credits[0]) < 1_000 ? 503 : undefined),
    },
  ],
  [
    'takes no other content type than JSON',
    { first: (_, { headers }) => (/^application\/json *(;|$)/.test(headers['content-type'] ?? '') ? undefined : 415) },
  ],
  ['has a clock that is 20 s ahead', { aheadMs: 20_000 }],
  ['has a clock that is 50 s behind', { aheadMs: -50_000 }],
  ['compares ids without regard to letter case', { key: ({ id }) => id.toLowerCase() }],
  [
    'refuses a completion until it knows of the deposit',
    {
      credits: () => true,
      process: (said, key, running) => {
        const { stored } = running;
        if (said.type === 'collection.deposit_confirmed') stored.seen.add(`confirmed:${said.order}`);
        if (said.type !== 'disbursement.completed') return true;
        return stored.seen.has(`confirmed:${said.order}`) && creditOnce(said, key, running);
      },
    },
  ],
  [
    'refuses types that it does not know',
    {
      first: said => (/^(collection|disbursement)\.(deposit_\w+|completed)$/.test(said?.type ?? 'x') ? undefined : 422),
    },
  ],
  [
    'answers 409 to a webhook that it knows',
    {
      first: (said, _, { stored }) => (stored.seen.has(said?.id ?? '') ? 409 : undefined),
    },
  ],
  ['refuses large bodies', { first: (_, { body }) => (body.length > 100_000 ? 413 : undefined) }],
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
