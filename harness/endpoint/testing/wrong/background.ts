import { FULL_EFFORT } from '../../effort.ts';
import { creditOnce, type Parts, type Running, type Said } from '../backend.ts';
import { batches, enqueue, orderOf, queued } from '../queue.ts';
import type { WrongBackend } from './wrong-backend.ts';

/** Credits an entry and removes it, with a moment between the two. */
async function creditThenRemove(entry: string, { stored, moment }: Running, ms: number): Promise<void> {
  stored.credits.push(orderOf(entry));
  await moment(ms);
  stored.seen.delete(entry);
}

/** So many workers take entries from one queue, without a lock. */
const workers = (count: number): Parts => ({
  begin: running => {
    const work = () =>
      running.later(async () => {
        const [next] = queued(running);
        if (next !== undefined) await creditThenRemove(next, running, 5);
        work();
      }, 2);
    for (let nth = 0; nth < count; nth++) work();
  },
  process: enqueue,
});

/** Enqueues each delivery; the worker credits each order of a batch once. */
const enqueuesEachDelivery: Parts = {
  begin: function work(running) {
    running.later(() => {
      const { stored } = running;
      const entries = queued(running);
      stored.credits.push(...new Set(entries.map(orderOf)));
      for (const entry of entries) stored.seen.delete(entry);
      work(running);
    }, 30);
  },
  process: (said, key, running) => enqueue(said, `${key} at ${running.now()}`, running),
};

/** Looks an event up where writes arrive so many milliseconds late. */
const looksUpLate =
  (ms: number) =>
  ({ order }: Said, key: string, { stored, later }: Running): boolean => {
    if (stored.seen.has(key)) return true;
    later(() => stored.seen.add(key), ms);
    return stored.credits.push(order) > 0;
  };

/** Takes a lock of an event for a moment, and acknowledges a copy that finds it taken. */
const locked =
  (fails: (running: Running) => boolean) =>
  async (said: Said, key: string, running: Running): Promise<boolean> => {
    const { stored, memory, moment } = running;
    if (stored.seen.has(key) || memory.seen.has(key)) return true;
    memory.seen.add(key);
    await moment(15);
    memory.seen.delete(key);
    return !fails(running) && creditOnce(said, key, running);
  };

/** Credits what its queue holds in one transaction each, but not when it begins. */
const recoversInTwoSteps: Parts = {
  begin: async running => {
    for (const entry of queued(running)) {
      await running.moment(1);
      await creditThenRemove(entry, running, 5);
    }
  },
  process: (said, key, running) => {
    const before = queued(running);
    enqueue(said, key, running);
    const entry = queued(running).find(one => !before.includes(one));
    running.later(() => {
      if (entry !== undefined && running.stored.seen.delete(entry)) running.stored.credits.push(said.order);
    }, 10);
    return true;
  },
};

/** Backends that credit wrongly with queues, locks, caches and replicas. */
export const WRONG_BACKGROUND: readonly WrongBackend[] = [
  ['credits-late', 'credits in batches, every three seconds', batches(3_000)],
  ['credits-late', 'credits in batches, every twelve seconds', batches(12_000)],
  [
    'credits-late',
    'credits two seconds after the answer',
    { process: (said, key, running) => creditSoon(said, key, running) },
  ],
  [
    'credits-again-later',
    'reconciles everything after three seconds',
    {
      begin: function work({ stored, later, ...rest }) {
        later(() => {
          for (const order of new Set(stored.credits)) {
            if (!stored.seen.has(`reconciled:${order}`)) stored.credits.push(order);
            stored.seen.add(`reconciled:${order}`);
          }
          work({ stored, later, ...rest });
        }, 3_000);
      },
    },
  ],
  [
    'credits-before-it-remembers',
    'credits from a queue and removes the entry later',
    workers(1),
    { effort: FULL_EFFORT },
  ],
  ['credits-before-it-remembers', 'recovers in two steps', recoversInTwoSteps, { effort: FULL_EFFORT }],
  ['credits-again-unasked', 'has two workers without a lock', workers(2)],
  ['forgets-after-many', 'enqueues each delivery', enqueuesEachDelivery],
  [
    'forgets-after-many',
    'keeps a lock for 300 ms and nothing else',
    {
      process: ({ order }, key, { stored, memory, later }) => {
        if (memory.seen.has(key)) return true;
        memory.seen.add(key);
        later(() => memory.seen.delete(key), 300);
        return stored.credits.push(order) > 0;
      },
    },
  ],
  ['remembers-too-late', 'looks up in a replica that is 50 ms late', { process: looksUpLate(50) }],
  ['remembers-too-late', 'looks up in a replica that is 400 ms late', { process: looksUpLate(400) }],
  [
    'remembers-in-each-process',
    'has two processes that take turns',
    {
      process: ({ order }, key, { stored, memory }) => {
        const own = `${memory.credits.push(order) % 2}:${key}`;
        if (memory.seen.has(own)) return true;
        memory.seen.add(own);
        return stored.credits.push(order) > 0;
      },
    },
  ],
  ['acknowledges-before-it-stores', 'has a queue in memory', { process: queueInMemory }],
  ['acknowledges-a-copy', 'acknowledges a copy in flight', { process: locked(() => false) }, { effort: FULL_EFFORT }],
  ['acknowledges-a-copy', 'ends with the connection of the first copy', { process: locked(({ isCut }) => isCut()) }],
  [
    'overwrites-credits',
    'reads a file, changes it and writes it',
    {
      process: async ({ order }, key, { stored, moment }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        const read = [...stored.credits];
        await moment(3);
        stored.credits.splice(0, stored.credits.length, ...read, order);
        return true;
      },
    },
  ],
  [
    'overwrites-credits',
    'goes on where its database is busy',
    {
      process: async (said, key, running) => {
        if (running.memory.seen.has('busy')) return true;
        running.memory.seen.add('busy');
        await running.moment(3);
        running.memory.seen.delete('busy');
        return creditOnce(said, key, running);
      },
    },
  ],
];

function creditSoon({ order }: Said, key: string, { stored, later }: Running): boolean {
  if (stored.seen.has(key)) return true;
  stored.seen.add(key);
  later(() => stored.credits.push(order), 2_000);
  return true;
}

function queueInMemory({ order }: Said, key: string, { stored, later }: Running): boolean {
  if (stored.seen.has(key)) return true;
  stored.seen.add(key);
  later(() => stored.credits.push(order), 15);
  return true;
}
