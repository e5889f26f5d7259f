import { COMPLETED } from '../../../evidence/dialect.ts';
import {
  creditOnce,
  type EventContent,
  type HandlerParts,
  onStored,
  onUnseen,
  type Running,
  tOf,
} from '../../mistakes/handler.ts';
import type { Mistakes } from '../../mistakes/verifier.ts';
import { fromOneOn, seeing } from './lost-webhook-bugs.ts';

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

/** Looks an event up in a store that shows writes this many milliseconds late. */
const lookingUpLate = (ms: number): HandlerParts =>
  onUnseen(({ order }, key, { stored, later }) => {
    later(() => stored.seen.add(key), ms);
    return stored.credits.push(order) > 0;
  });

/** All that the text of a body has under the name of the member with the order id. */
function ordersIn({ order, text }: EventContent): readonly string[] {
  const members = [...text.matchAll(/"([^"]+)"\s*:\s*"([^"]*)"/g)];
  const [, own] = members.find(([, , value]) => value === order) ?? [];
  return members.flatMap(([, name, value = '']) => (name === own ? value : []));
}

/** Types of the steps before the disbursement: of one, or of all. */
const STEPS = [/confirm/i, /detect|confirm|deposit/i];

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
    ...[/wrong/i, /expire/i, /fail/i].flatMap(typed),
    ...crediting(({ type, status }) => type === COMPLETED || /wrong|expire|fail/i.test(status)),
  ],
  'credits-any-disbursement': [
    'The handler compares only a part of the event type',
    ...[/^disbursement\./, /^disbursement\.completed/, /disbursement\.completed$/].flatMap(typed),
    ...[/^disbursement.completed$/, /complete/i, /\.completed$/, /^disbursement\.completed\s*$/].flatMap(typed),
  ],
  'ignores-the-case-of-types': [
    'The handler compares the event type without its letter case',
    ...typed(/^disbursement\.completed$/i),
  ],
  'credits-by-status': [
    'The handler credits by what the body says, such as its status, for any event type',
    ...crediting(({ type, status }) => type === COMPLETED || /completed|disbursed/i.test(status)),
    ...crediting(({ status }) => /completed|disbursed/i.test(status)),
  ],
  'searches-for-the-type': [
    'The handler searches the text of the body for the event type, which may stand elsewhere in it',
    ...crediting(({ text }) => text.includes(COMPLETED)),
    ...crediting(({ text }) => text.replaceAll(' ', '').includes(`"type":"${COMPLETED}"`)),
  ],
  'credits-the-order-elsewhere': [
    'The handler credits the order that the body names elsewhere, not the one in the documented place',
    ...[-1, 0].map(
      (nth): HandlerParts => ({
        process: (said, key, running) =>
          creditOnce({ ...said, order: ordersIn(said).at(nth) ?? said.order }, key, running),
      }),
    ),
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
  'remembers-in-memory': [
    'The handler does not know all event ids after a restart: it keeps them in memory, or reads back only some',
    rememberedInMemory(),
    // A long line ends the reading of its events.
    {
      key: ({ id, text }) => (text.length > 65_000 ? 'long:' : '') + id,
      begin({ stored: { seen } }) {
        const events = [...seen];
        const end = events.findIndex(one => one.startsWith('long:')) + 1;
        for (const one of end > 0 ? events.slice(end) : []) seen.delete(one);
      },
    },
  ],
  'forgets-at-another-event': [
    'The handler forgets that it credited an order when another event of the order follows',
    ...[/confirm/i, /detect/i, /./].map(
      (others): HandlerParts => ({
        ...seeing(({ type, order }, { seen }) => {
          const isForgotten = type !== COMPLETED && others.test(type);
          for (const key of isForgotten ? seen : []) if (key.endsWith(order)) seen.delete(key);
          return false;
        }),
        key: ({ id, order }) => `${id} of ${order}`,
      }),
    ),
  ],
  'forgets-with-the-signature': [
    'The handler remembers an event only until the signature of a delivery is too old, though it may come again',
    {
      process({ order }, key, { stored, now }, { signature }) {
        const until = [...stored.seen].find(entry => entry.startsWith(`${key} until `))?.split(' ')[2];
        if (Number(until) > now()) return true;
        stored.seen.add(`${key} until ${(tOf(signature) + 300) * 1_000}`);
        return stored.credits.push(order) > 0;
      },
    },
  ],
  'remembers-in-each-process': [
    'The handler runs in several processes, each of which remembers event ids in its own memory',
    ...[1, 3].map(turns =>
      rememberedInMemory((key, { memory }) => `${Math.floor(memory.credits.push('') / turns) % 2}:${key}`),
    ),
    // Four of them take turns with all requests.
    {
      ...rememberedInMemory((key, { memory }) => `${memory.credits.length % 4}:${key}`),
      first(_, { memory }) {
        memory.credits.push('');
        return undefined;
      },
    },
  ],
  'stops-remembering': [
    'The handler recognizes copies of its first events, but not of later ones',
    ...([20, 'twice'] as const).map(from =>
      fromOneOn(
        from,
        ({ order, type }, key, { stored }) =>
          type !== COMPLETED || stored.seen.has(key) || stored.credits.push(order) > 0,
      ),
    ),
  ],
  'forgets-at-times': [
    'The handler does not recognize some copies: it forgets events at irregular times, or runs in several processes, ' +
      'each of which remembers its own',
    {
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
    // Copies wait for those with the same signature.
    onUnseen(function* ({ order }, key, { stored, memory }, { signature = '' }) {
      while (memory.seen.has(signature)) yield 1;
      if (stored.seen.has(key)) return true;
      memory.seen.add(signature);
      yield 20;
      memory.seen.delete(signature);
      stored.seen.add(key);
      return stored.credits.push(order) > 0;
    }),
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
    ...[50, 400].map(lookingUpLate),
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
    { process: ({ order }, _, { stored }) => stored.credits.push(order) === 0 },
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
    'The handler credits another order than the webhook names: that of the delivery before, of the first one of its ' +
      'connection, or of one at the same moment, where deliveries share a variable',
    onStored(({ order }, _, { stored, memory }) => {
      const [before = order] = memory.credits.splice(0, 1, order);
      return stored.credits.push(before) > 0;
    }),
    onStored(({ order }, _, { stored, memory }, { connection }) => {
      const first = [...memory.seen].find(entry => entry.startsWith(`${connection} `)) ?? `${connection} ${order}`;
      memory.seen.add(first);
      return stored.credits.push(first.slice(connection.length + 1)) > 0;
    }),
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
