import { creditOnce, type Running, type Said, valuesOf, verifies } from '../backend.ts';
import type { WrongBackend } from './wrong-backend.ts';

/** Ignores a completion whose order has no confirmed deposit yet. */
function creditInOrder(said: Said, key: string, running: Running): boolean {
  const { stored } = running;
  if (said.type === 'collection.deposit_confirmed') stored.seen.add(`confirmed:${said.order}`);
  return said.type === 'disbursement.completed' && stored.seen.has(`confirmed:${said.order}`)
    ? creditOnce(said, key, running)
    : true;
}

/** Backends that lose sound webhooks. */
export const WRONG_LOST_WEBHOOK: readonly WrongBackend[] = [
  ['credits-nothing', 'holds another secret', { verify: () => false }],
  ['credits-nothing', 'credits another type', { credits: ({ type }) => type === 'payout.completed' }],
  ['drops-sound-webhooks', 'takes orders of one amount for one', { key: () => '100.00 USDC' }],
  [
    'drops-sound-webhooks',
    'swallows errors of a busy background job',
    {
      process: ({ order }, key, running) => {
        const { stored, memory, later } = running;
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        if (memory.credits.length > 0) return true;
        memory.credits.push(order);
        later(() => stored.credits.push(...memory.credits.splice(0)), 15);
        return true;
      },
    },
  ],
  [
    'drops-old-events',
    'ignores what was made five minutes ago',
    { process: (said, key, running) => said.madeAt < running.now() - 300_000 || creditOnce(said, key, running) },
  ],
  ['cuts-ids', 'keeps sixteen characters of an id', { key: ({ id }) => id.slice(0, 16) }],
  ['expects-an-order-of-events', 'ignores a completion that is early', { credits: () => true, process: creditInOrder }],
  [
    'loses-credits',
    'has its database in memory',
    {
      begin: ({ stored }) => {
        stored.credits.length = 0;
        stored.seen.clear();
      },
    },
  ],
  [
    'loses-credits',
    'never commits, and rolls back on an error',
    {
      first: (said, _, { stored }) => {
        if (said === undefined) stored.credits.length = 0;
        return undefined;
      },
    },
  ],
  [
    'loses-credits',
    'keeps the last fifty',
    {
      process: (said, key, running) => {
        creditOnce(said, key, running);
        running.stored.credits.splice(0, running.stored.credits.length - 50);
        return true;
      },
    },
  ],
  [
    'loses-credits',
    'takes a credit back where an event of a step before comes later',
    {
      credits: () => true,
      process: (said, key, running) => {
        if (said.type === 'disbursement.completed') return creditOnce(said, key, running);
        const { credits } = running.stored;
        if (credits.includes(said.order)) credits.splice(credits.indexOf(said.order), 1);
        return true;
      },
    },
  ],
  [
    'wants-rising-t',
    'refuses a t that is earlier than the last',
    {
      verify: (received, now, { stored }) => {
        const t = Number(valuesOf(received, 't')[0]);
        if (!verifies(received, now) || [...stored.seen].some(entry => Number(/^t:(.*)$/.exec(entry)?.[1]) > t))
          return false;
        stored.seen.add(`t:${t}`);
        return true;
      },
    },
  ],
  [
    'refuses-unknown-fields',
    'has a schema that allows no other field',
    {
      first: (_, { body }) =>
        body.includes('unheard_of') && !body.includes('collection.unheard_of') ? 400 : undefined,
    },
  ],
  [
    'drops-sound-webhooks',
    'takes events of the same second for one',
    { key: ({ madeAt }) => String(Math.floor(madeAt / 1000)) },
  ],
  ['credits-nothing', 'reads t as local time', { verify: (received, now) => verifies(received, now + 3_600) }],
];
