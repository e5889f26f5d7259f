import { COMPLETED } from '../../../evidence/dialect.ts';
import type { Mistakes } from '../../sdk/mistakes/verifier.ts';
import {
  creditOnce,
  type EventContent,
  type HandlerParts,
  onStored,
  onUnseen,
  type Received,
  type Running,
} from './handler.ts';
import { seeing } from './lost-webhook-bugs.ts';

/** Credits events of other types, too: once per event, or once per order. */
const crediting = (credits: (said: EventContent) => boolean): readonly [HandlerParts, HandlerParts] => [
  { credits },
  { credits, key: ({ order }) => order },
];
const typed = (pattern: RegExp) => crediting(({ type }) => type === COMPLETED || pattern.test(type));

/** Credits at once, and remembers the event only in memory. */
const rememberedInMemory = (keyOf = (key: string, _: Running) => key): HandlerParts => ({
  process({ order }, key, running) {
    const { stored, memory } = running;
    const own = keyOf(key, running);
    if (memory.seen.has(own)) return true;
    memory.seen.add(own);
    return stored.credits.push(order) > 0;
  },
});

/** Remembers this many events, either of all types or only of those that it credits. */
const rememberingLast = (count: number, credits?: HandlerParts['credits']): HandlerParts => ({
  ...(credits && { credits }),
  process({ id, type, order }, _, { stored }) {
    const known = stored.seen.delete(id);
    stored.seen.add(id);
    const [oldest = ''] = stored.seen;
    if (stored.seen.size > count) stored.seen.delete(oldest);
    if (!known && type === COMPLETED) stored.credits.push(order);
    return true;
  },
});

/** Forgets some of the events that came before this many others, as a cache does that drops any of its entries. */
const forgettingAny = (many: number): HandlerParts => ({
  credits: () => true,
  process({ id, type, order }, _, { stored, chance }) {
    const place = [...stored.seen].indexOf(id);
    if (place >= 0 && (stored.seen.size - place <= many || !chance(order, 'twice'))) return true;
    stored.seen.delete(id);
    stored.seen.add(id);
    return type !== COMPLETED || stored.credits.push(order) > 0;
  },
});

/** Forgets an event this many milliseconds after the credit. */
const rememberingFor = (ms: number): HandlerParts =>
  onStored(({ order }, key, { stored, later }) => {
    later(() => stored.seen.delete(key), ms);
    return stored.credits.push(order) > 0;
  });

/** Looks an event up in a store that shows writes this many milliseconds late. */
const lookingUpLate = (ms: number): HandlerParts =>
  onUnseen(({ order }, key, { stored, later }) => {
    later(() => stored.seen.add(key), ms);
    return stored.credits.push(order) > 0;
  });

const signatureOf = (_: EventContent, { signature = '' }: Received) => signature;

/** Types of the steps before the disbursement. */
const STEPS = [/confirm/i, /detect/i, /detect|confirm/i, /deposit/i];

/** Bugs that credit an order without cause, or more than once. */
export const CREDIT_BUGS: Mistakes<HandlerParts> = {
  'credits-any-event': [
    'The handler credits on other events than disbursement.completed, whatever they say',
    ...crediting(() => true),
    ...typed(/^(?:collection|deposit|order|session)\b/),
  ],
  'credits-before-disburse': [
    'The handler credits on a step before the disbursement',
    ...STEPS.flatMap(typed),
    ...STEPS.flatMap(pattern => crediting(({ type }) => pattern.test(type))),
  ],
  'credits-a-failure': [
    'The handler credits on a failure of the order',
    ...[/wrong/i, /expire/i, /fail/i, /wrong|expire|fail/i].flatMap(typed),
    ...crediting(({ type, status }) => type === COMPLETED || /wrong|expire|fail/i.test(status)),
  ],
  'credits-any-disbursement': [
    'The handler compares only a part of the event type',
    ...[/^disbursement\./, /disbursement\.completed/, /^disbursement\.completed/, /disbursement\.completed$/].flatMap(
      typed,
    ),
    ...[/^disbursement.completed$/, /disbursement.completed/i].flatMap(typed),
    ...typed(/^disbursement\.completed$/i),
    ...[/completed$/, /complete/i, /disburse/i, /\.completed$/].flatMap(typed),
  ],
  'credits-by-status': [
    'The handler credits by what the body says, such as its status, for any event type',
    ...crediting(({ type, status }) => type === COMPLETED || /completed|disbursed/i.test(status)),
    ...crediting(({ type, status }) => type === COMPLETED || status === 'completed'),
    ...crediting(({ text }) => text.includes(COMPLETED)),
    ...crediting(({ status }) => /completed|disbursed/i.test(status)),
  ],
  'no-deduplication': [
    'The handler does not de-duplicate',
    { process: ({ order }, _, { stored }) => stored.credits.push(order) > 0 },
  ],
  'deduplicates-by-signature': [
    'The handler de-duplicates on the signature or t, which are new for each attempt, not on the event id',
    { key: signatureOf },
    { key: (said, received) => `${said.id} ${/(?:^|,)t=([^,]*)/.exec(signatureOf(said, received))?.[1]}` },
  ],
  'deduplicates-by-body': [
    'The handler de-duplicates on the bytes of the body, not on the event id',
    { key: (_, { body }) => body.toString('base64') },
  ],
  'deduplicates-by-spelling': [
    'The handler de-duplicates on the event id as the body spells it: JSON spells one id in many ways',
    { key: ({ id, text }) => (text.includes(id) ? id : text) },
  ],
  'remembers-in-memory': [
    'The handler does not know all event ids after a restart: it keeps them in memory, or reads back only some',
    rememberedInMemory(),
  ],
  'forgets-after-many': [
    'The handler remembers only the last few events, or only for a short time',
    rememberingLast(100, () => true),
    ...[1, 10, 30, 100, 200].map(count => rememberingLast(count)),
    ...[300, 2_000].map(rememberingFor),
    forgettingAny(50),
  ],
  'forgets-at-another-event': [
    'The handler forgets that it credited an order when another event of the order follows',
    {
      ...seeing(({ type, order }, { seen }) => {
        for (const key of /confirm/i.test(type) ? seen : []) if (key.endsWith(order)) seen.delete(key);
        return false;
      }),
      key: ({ id, order }) => `${id} of ${order}`,
    },
  ],
  'forgets-with-the-signature': [
    'The handler remembers an event only until the signature of a delivery is too old, though it may come again',
    {
      process({ order }, key, { stored, now }, { signature = '' }) {
        const until = [...stored.seen].find(entry => entry.startsWith(`${key} until `))?.split(' ')[2];
        if (Number(until) > now()) return true;
        const [, t] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
        stored.seen.add(`${key} until ${(Number(t) + 300) * 1_000}`);
        return stored.credits.push(order) > 0;
      },
    },
  ],
  'remembers-in-each-process': [
    'The handler runs in several processes, each of which remembers event ids in its own memory',
    ...[1, 3].map(turns =>
      rememberedInMemory((key, { memory }) => `${Math.floor(memory.credits.push('') / turns) % 2}:${key}`),
    ),
    {
      // Each process reads the store when it starts. Which process gets a copy is chance.
      process({ order }, key, { stored, chance }) {
        const ofOther = `other:${key}`;
        if (stored.seen.has(key) && (stored.seen.has(ofOther) || !chance(order, 'twice'))) return true;
        stored.seen.add(stored.seen.has(key) ? ofOther : key);
        return stored.credits.push(order) > 0;
      },
    },
  ],
  'checks-then-inserts': [
    'The handler checks and stores the event id in two steps, so that two concurrent copies both pass',
    ...[2, 20, 100].map(ms =>
      onUnseen(function* ({ order }, key, { stored }) {
        yield ms;
        stored.seen.add(key);
        return stored.credits.push(order) > 0;
      }),
    ),
    // Copies in one process wait for each other. Which process gets a copy is chance.
    onUnseen(function* ({ order }, key, { stored, chance }) {
      yield 20;
      if (stored.seen.has(key) && !chance(order, 'twice')) return true;
      stored.seen.add(key);
      return stored.credits.push(order) > 0;
    }),
  ],
  'remembers-too-late': [
    'The handler remembers an event only some time after it credits, or looks it up where writes arrive late, such ' +
      'as a replica',
    lookingUpLate(50),
    lookingUpLate(400),
  ],
  'credits-again-unasked': [
    'The handler credits more than once for one delivery: it repeats its own work, or does it in two places',
    onStored(
      ({ order }, _, { stored, chance }) =>
        stored.credits.push(...(chance(order, 'twice') ? [order, order] : [order])) > 0,
    ),
    onStored(({ order }, _, { stored }) => stored.credits.push(order, order) > 0),
  ],
  'credits-again-later': [
    'The handler credits again later, although nothing was sent: a retry or reconciliation does not know what it ' +
      'credited before',
    {
      *begin({ stored }) {
        for (;;) {
          yield 3_000;
          for (const order of new Set(stored.credits)) {
            if (!stored.seen.has(`reconciled:${order}`)) stored.credits.push(order);
            stored.seen.add(`reconciled:${order}`);
          }
        }
      },
    },
  ],
  'credits-then-refuses': [
    'The handler credits, then answers with an error, and does not recognize the event when it is sent again',
    onUnseen(({ order }, key, { stored, memory, chance }) => {
      stored.credits.push(order);
      if (memory.seen.has(key) || !chance(order, 'twice')) stored.seen.add(key);
      memory.seen.add(key);
      return stored.seen.has(key);
    }),
  ],
  'credits-before-it-remembers': [
    'The handler credits and remembers the event id in two transactions: a crash between them credits twice',
    {
      *process({ order }, key, { stored, memory }) {
        if (stored.seen.has(key) || memory.seen.has(key)) return true;
        memory.seen.add(key);
        stored.credits.push(order);
        yield 15;
        stored.seen.add(key);
        return true;
      },
    },
  ],
  'credits-again-at-its-start': [
    'The handler processes its stored webhooks again when it starts, and credits again what it credited before',
    ...[0, -1].map(
      (from): HandlerParts => ({
        begin: ({ stored }) => stored.credits.push(...new Set(stored.credits.slice(from))),
      }),
    ),
  ],
  'credits-another-order': [
    'The handler credits another order than the webhook names: that of the delivery before, or of one at the same ' +
      'moment, where deliveries share a variable',
    onStored(({ order }, _, { stored, memory }) => {
      const [before = order] = memory.credits.splice(0, 1, order);
      return stored.credits.push(before) > 0;
    }),
    {
      credits: () => true,
      process(said, key, running) {
        const [order = said.order] = running.memory.credits.splice(0, 1, said.order);
        return said.type !== COMPLETED || creditOnce({ ...said, order }, key, running);
      },
    },
    // Each thread keeps the first order that it was given.
    {
      process({ order }, _, { stored, memory, chance }) {
        if (chance(order, 'twice')) memory.seen.add(order);
        const kept = [...memory.seen][memory.credits.push(order) % memory.seen.size];
        return stored.credits.push((chance(order, 'lost') && kept) || order) > 0;
      },
    },
    {
      credits: () => true,
      *process({ order, type }, key, { stored, memory, chance, later }) {
        memory.seen.add(order);
        later(() => memory.seen.delete(order), 500);
        yield 20;
        if (type !== COMPLETED || stored.seen.has(key)) return true;
        stored.seen.add(key);
        const isOther = (one: string) =>
          one !== order && chance(one, 'twice', 'forbidden') && !memory.credits.includes(one);
        const other = chance(order, 'lost') ? [...memory.seen].findLast(isOther) : undefined;
        if (other !== undefined) memory.credits.push(other);
        return stored.credits.push(other ?? (chance(order, 'lost') && memory.credits.length > 0 ? '' : order)) > 0;
      },
    },
  ],
};
