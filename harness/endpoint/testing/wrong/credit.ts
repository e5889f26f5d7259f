import { FULL_EFFORT } from '../../effort.ts';
import { creditOnce, type Running, type Said, valuesOf } from '../backend.ts';
import type { WrongBackend } from './wrong-backend.ts';

/** Looks an event up, waits, then stores it. */
async function checkThenInsert({ order }: Said, key: string, { stored, moment }: Running): Promise<boolean> {
  if (stored.seen.has(key)) return true;
  await moment(2);
  stored.seen.add(key);
  stored.credits.push(order);
  return true;
}

/** Remembers the last hundred events of any type. */
function creditUnlessRecent({ id, type, order }: Said, _: string, { stored }: Running): boolean {
  const known = stored.seen.delete(id);
  stored.seen.add(id);
  const [oldest = ''] = stored.seen;
  if (stored.seen.size > 100) stored.seen.delete(oldest);
  if (!known && type === 'disbursement.completed') stored.credits.push(order);
  return true;
}

/** Remembers the last so many completions. */
const creditUnlessAmongLast =
  (count: number) =>
  ({ order }: Said, key: string, { stored }: Running): boolean => {
    if (stored.seen.has(key)) return true;
    stored.seen.add(key);
    const [oldest = ''] = stored.seen;
    if (stored.seen.size > count) stored.seen.delete(oldest);
    return stored.credits.push(order) > 0;
  };

/** Backends that credit wrongly. */
export const WRONG_CREDIT: readonly WrongBackend[] = [
  [
    'credits-again-unasked',
    'repeats its own work now and then',
    {
      process: ({ order }, key, { stored }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        stored.credits.push(...(Number.parseInt(order.slice(-2), 16) % 3 === 0 ? [order, order] : [order]));
        return true;
      },
    },
  ],
  [
    'credits-then-refuses',
    'credits, and fails now and then before it remembers',
    {
      process: ({ order }, key, { stored, memory }) => {
        if (stored.seen.has(key)) return true;
        stored.credits.push(order);
        const fails = key.charCodeAt(key.length - 1) % 3 === 0 && !memory.seen.has(key);
        memory.seen.add(key);
        if (!fails) stored.seen.add(key);
        return !fails;
      },
    },
  ],
  [
    'remembers-in-each-process',
    'remembers in one of two places',
    {
      process: ({ order }, key, { stored, memory }) => {
        memory.credits.push(order);
        const own = `${Math.floor(memory.credits.length / 3) % 2}:${key}`;
        if (memory.seen.has(own)) return true;
        memory.seen.add(own);
        stored.credits.push(order);
        return true;
      },
    },
  ],
  ['credits-any-event', 'credits whatever comes', { credits: () => true, key: ({ order }) => order }],
  [
    'credits-before-disburse',
    'credits confirmed deposits',
    { credits: ({ type }) => /^disbursement\.completed$|confirmed$/.test(type), key: ({ order }) => order },
  ],
  [
    'credits-a-failure',
    'credits deposits on the wrong network',
    { credits: ({ type, status }) => type === 'disbursement.completed' || status === 'wrong_chain' },
  ],
  [
    'credits-any-disbursement',
    'compares the beginning of the type',
    { credits: ({ type }) => type?.startsWith('disbursement.') },
  ],
  [
    'credits-any-disbursement',
    'looks for the type in the type',
    { credits: ({ type }) => type?.includes('disbursement.completed') },
  ],
  [
    'credits-any-disbursement',
    'takes the dot for any character',
    { credits: ({ type }) => /^disbursement.completed$/.test(type ?? '') },
  ],
  ['credits-any-disbursement', 'compares the end of the type', { credits: ({ type }) => type?.endsWith('completed') }],
  [
    'credits-by-status',
    'reads the status',
    { credits: ({ type, status }) => type === 'disbursement.completed' || /completed|disbursed/i.test(status ?? '') },
  ],
  [
    'no-deduplication',
    'credits each delivery',
    { process: ({ order }, _, { stored }) => stored.credits.push(order) > 0 },
  ],
  [
    'deduplicates-by-signature',
    'remembers the header',
    { key: (_, { headers }) => String(headers['service-signature']) },
  ],
  ['deduplicates-by-body', 'remembers the body', { key: (_, { body }) => body.toString('base64') }],
  ['forgets-after-many', 'remembers a hundred', { credits: () => true, process: creditUnlessRecent }],
  ['forgets-after-many', 'remembers thirty completions', { process: creditUnlessAmongLast(30) }],
  [
    'forgets-after-many',
    'remembers two hundred completions',
    { process: creditUnlessAmongLast(200) },
    { effort: FULL_EFFORT },
  ],
  ['checks-then-inserts', 'looks up, waits, inserts', { process: checkThenInsert }],
  [
    'remembers-in-memory',
    'keeps ids in a set',
    {
      process: ({ order }, key, { stored, memory }) => {
        if (memory.seen.has(key)) return true;
        memory.seen.add(key);
        stored.credits.push(order);
        return true;
      },
    },
  ],
  [
    'credits-before-it-remembers',
    'credits, then remembers',
    {
      process: async ({ order }, key, { stored, memory, moment }) => {
        if (stored.seen.has(key) || memory.seen.has(key)) return true;
        memory.seen.add(key);
        stored.credits.push(order);
        await moment(15);
        stored.seen.add(key);
        return true;
      },
    },
  ],
  [
    'remembers-before-it-credits',
    'remembers, then credits',
    {
      process: async ({ order }, key, { stored, moment }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        await moment(15);
        stored.credits.push(order);
        return true;
      },
    },
  ],
  [
    'acknowledges-before-it-stores',
    'works after the answer',
    {
      process: (said, key, running) => {
        if (running.memory.seen.has(key)) return true;
        running.memory.seen.add(key);
        running.later(() => creditOnce(said, key, running), 20);
        return true;
      },
    },
  ],
  [
    'credits-before-the-answer-is-read',
    'undoes its memory alone where the sender is gone',
    {
      process: async ({ order }, key, { stored, moment, isCut }) => {
        if (stored.seen.has(key)) return true;
        stored.seen.add(key);
        stored.credits.push(order);
        await moment(10);
        if (isCut()) stored.seen.delete(key);
        return true;
      },
    },
  ],
  [
    'forgets-with-the-signature',
    'remembers an event until its t is too old',
    {
      process: ({ order }, key, { stored, now }, received) => {
        const until = [...stored.seen].find(entry => entry.startsWith(`${key} until `))?.split(' ')[2];
        if (Number(until) > now()) return true;
        stored.seen.add(`${key} until ${(Number(valuesOf(received, 't')[0]) + 300) * 1_000}`);
        return stored.credits.push(order) > 0;
      },
    },
  ],
  [
    'checks-then-inserts',
    'credits, and fails where the id was stored meanwhile',
    {
      process: async ({ order }, key, { stored, moment }) => {
        if (stored.seen.has(key)) return true;
        await moment(2);
        stored.credits.push(order);
        if (stored.seen.has(key)) return false;
        stored.seen.add(key);
        return true;
      },
    },
  ],
];
