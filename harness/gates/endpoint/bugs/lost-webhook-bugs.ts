import { isAscii } from 'node:buffer';
import { attempted } from '../../../base/errors.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import {
  creditOnce,
  type EventContent,
  type HandlerParts,
  onStored,
  onUnseen,
  type Storage,
} from '../../mistakes/handler.ts';
import type { Mistakes } from '../../mistakes/verifier.ts';

/** Sees events of every type. @param drops whether it drops this one; it may take note of it */
export const seeing = (drops: (said: EventContent, stored: Storage) => boolean): HandlerParts => ({
  credits: () => true,
  process: (said, key, running) =>
    drops(said, running.stored) || said.type !== COMPLETED || creditOnce(said, key, running),
});

/** Remembers events of every type, and credits completions. */
export const REMEMBERS_ALL: HandlerParts = {
  ...onStored(({ type, order }, _, { stored }) => type !== COMPLETED || stored.credits.push(order) > 0),
  credits: () => true,
};

/** Drops a completion if its order has had no event of a type yet. */
const after = (type: RegExp): HandlerParts =>
  seeing((said, { seen }) => {
    if (type.test(said.type)) seen.add(`before:${said.order}`);
    return !seen.has(`before:${said.order}`);
  });

/** Drops a completion if the last event of its order has another type. */
const directlyAfter = (type: RegExp): HandlerParts =>
  seeing((said, { seen }) => {
    const last = [...seen].findLast(entry => entry.startsWith(`${said.order} had `)) ?? '';
    if (said.type === COMPLETED) return last !== '' && !type.test(last);
    seen.delete(last);
    seen.add(`${said.order} had ${said.type}`);
    return true;
  });

/** The prefix of entries of a durable queue. The order and the key of the event follow. */
const QUEUED = 'queued:';

/** Queues events durably, and credits as many of them at this interval, in milliseconds. */
export function batches(everyMs: number, most = Number.POSITIVE_INFINITY): HandlerParts {
  return {
    ...onStored(({ order, type }, key, { stored }) => {
      stored.seen.add(`${QUEUED}${type === COMPLETED ? order : ''}:${key}`);
      return true;
    }),
    *begin({ stored }) {
      for (;;) {
        yield everyMs;
        for (const entry of [...stored.seen].filter(entry => entry.startsWith(QUEUED)).slice(0, most)) {
          const [, order = ''] = entry.split(':');
          if (stored.seen.delete(entry) && order !== '') stored.credits.push(order);
        }
      }
    },
  };
}

/** Stops processing after such an event, until it is started again or for good. */
const stoppingAt = (isTooMuch: (said: EventContent) => boolean): readonly HandlerParts[] =>
  (['memory', 'stored'] as const).map(kept => ({
    credits: () => true,
    process(said, key, running) {
      if (isTooMuch(said)) running[kept].seen.add('stopped');
      return running[kept].seen.has('stopped') || said.type !== COMPLETED || creditOnce(said, key, running);
    },
  }));

/** Is right for this many completions, or until one has this effect, and then processes each event in another way. */
export const fromOneOn = (
  from: number | 'lost' | 'twice',
  process: NonNullable<HandlerParts['process']>,
): HandlerParts => ({
  credits: () => true,
  process(said, key, running, received) {
    const { memory, chance } = running;
    const isDue = () => (typeof from === 'number' ? memory.credits.push(key) > from : chance(said.order, from));
    if (said.type === COMPLETED && isDue()) memory.seen.add('changed');
    if (memory.seen.has('changed')) return process(said, key, running, received);
    return said.type !== COMPLETED || creditOnce(said, key, running);
  },
});

/** Loses some of the webhooks that come at one moment. @param isKnown whether it takes a later copy for a duplicate */
const losingBeside = (isKnown: boolean): HandlerParts => ({
  credits: () => true,
  *process(said, key, running) {
    const { credits: begun, seen: underWay } = running.memory;
    const isBeside = underWay.size > 0;
    const nth = begun.push(key);
    underWay.add(String(nth));
    yield 20;
    underWay.delete(String(nth));
    const isLost = (isBeside || begun.length > nth) && running.chance(said.order, 'lost');
    if (isLost && isKnown) running.stored.seen.add(key);
    return said.type !== COMPLETED || isLost || creditOnce(said, key, running);
  },
});

/** The text without the escapes of an address, if they can be read. */
const unescaped = (text: string) => attempted(() => decodeURIComponent(text)) ?? text;

/** Bugs that lose the credit of genuine webhooks. */
export const LOST_WEBHOOK_BUGS: Mistakes<HandlerParts> = {
  'prints-other-ids': [
    'The handler credits genuine webhooks, but under another form of the order id: it cuts the id or changes its ' +
      'letter case, or --credits prints it so',
    { process: (said, key, running) => creditOnce({ ...said, order: running.printed(said.order) }, key, running) },
  ],
  'credits-nothing': [
    'The handler credits no valid webhook: it expects another event type or another webhook format, or takes every ' +
      'event for one that it has processed',
    { credits: () => false },
    { process: () => false },
  ],
  'undone-by-a-later-event': [
    'A later event of an order removes its credit, or replaces its completion, which waits under the order',
    seeing(({ type, order }, { credits }) => {
      if (/detected|confirmed/i.test(type) && credits.includes(order)) credits.splice(credits.indexOf(order), 1);
      return false;
    }),
  ],
  'loses-credits': [
    'The handler makes a credit and does not keep it: a restart, a transaction that is never committed, or another ' +
      'write removes it; or --credits does not print every credit',
    {
      begin({ stored }) {
        stored.credits.length = 0;
        stored.seen.clear();
      },
    },
    {
      first({ event }, { stored }) {
        if (event === undefined) stored.credits.length = 0;
        return undefined;
      },
    },
    {
      process(said, key, running) {
        creditOnce(said, key, running);
        running.stored.credits.splice(0, running.stored.credits.length - 50);
        return true;
      },
    },
    // A log that each process writes from its start, over what is there.
    onStored(({ order }, _, { stored, memory }) => {
      stored.credits.splice(memory.credits.push(order) - 1, 1, order);
      return true;
    }),
  ],
  'refuses-every-event': [
    'The handler verifies every valid webhook and then refuses its body, as a decoder does that expects another form ' +
      'or refuses fields that it does not know',
    { credits: () => true, process: () => false },
  ],
  'remembers-before-it-credits': [
    'The handler stores the event id before it credits; a failure in between loses the credit',
    onStored(function* ({ order }, _, { stored }) {
      yield 50;
      return stored.credits.push(order) > 0;
    }),
    onStored(({ order }, _, { stored, chance }) => !chance(order, 'lost') && stored.credits.push(order) > 0),
    // Its log takes ASCII alone.
    onStored(({ order }, _, { stored }, { body }) => isAscii(body) && stored.credits.push(order) > 0),
  ],
  'credits-late': [
    'The handler credits later after its answer than --settle allows, in batches or from a slow queue: where that is ' +
      'meant, give --settle more time',
    batches(2_000),
    // A worker that does one thing after the other.
    ...[30, 60].flatMap(ms => [{ ...batches(ms, 1), credits: () => true }, batches(ms, 1)]),
  ],
  'expects-an-order-of-events': [
    'The handler drops or keeps back a completion that arrives before the earlier events of its order',
    after(/confirm/i),
    directlyAfter(/confirm/i),
  ],
  'writes-the-order-back': [
    'The handler reads the order and writes it back without a lock: another event of the order at the same moment ' +
      'wipes its credit',
    {
      credits: () => true,
      *process({ order, type }, key, { stored: { credits, seen } }) {
        if (seen.has(key)) return true;
        seen.add(key);
        const read = credits.filter(one => one === order);
        yield 20;
        if (type === COMPLETED) read.push(order);
        credits.splice(0, credits.length, ...credits.filter(one => one !== order), ...read);
        return true;
      },
    },
  ],
  'overwrites-credits': [
    'The handler loses credits only where webhooks come at the same moment: a queue is full, it writes back what it ' +
      'read before, goes on without a busy lock or after a short wait, or its threads share a variable',
    ...[false, true].map(losingBeside),
    // The credits and the events are in one file.
    onUnseen(function* ({ order }, key, { stored }) {
      const read = { credits: [...stored.credits], seen: [...stored.seen] };
      yield 3;
      stored.credits.splice(0, stored.credits.length, ...read.credits, order);
      stored.seen.clear();
      for (const one of [...read.seen, key]) stored.seen.add(one);
      return true;
    }),
  ],
  'deduplicates-by-order': [
    'The handler remembers the order of every event, not the event id: after an earlier event of an order, or after ' +
      'one from before its last start, it takes the completion for a duplicate',
    ...[/./, /^disbursement/].map(noted =>
      seeing(({ order, type }, { seen }) => {
        const isKnown = seen.has(order);
        if (noted.test(type)) seen.add(order);
        return isKnown;
      }),
    ),
    {
      credits: () => true,
      begin({ stored, memory }) {
        for (const order of stored.seen) memory.seen.add(order);
      },
      process(said, key, running) {
        if (running.memory.seen.has(said.order)) return true;
        running.stored.seen.add(said.order);
        return said.type !== COMPLETED || creditOnce(said, key, running);
      },
    },
  ],
  'stops-at-an-event': [
    'The handler stops working through its queue at an event that it cannot process: what comes after it is ' +
      'acknowledged, and not credited',
    ...stoppingAt(({ text }) => text.length > 65_536),
    ...stoppingAt(({ order }) => order === ''),
    ...stoppingAt(({ type }) => !/^(?:collection|disbursement)\.(?:deposit_|completed)/.test(type)),
  ],
  'breaks-at-a-webhook': [
    'From one webhook on, the handler credits nothing: something that it needs is broken, such as a file, a ' +
      'worker or a connection',
    ...([20, 'lost'] as const).flatMap(from => [false, true].map(isTaken => fromOneOn(from, () => isTaken))),
  ],
  'drops-sound-webhooks': [
    'The handler acknowledges valid webhooks but credits only some, as where a queue drops them when it is full',
    { key: () => 'one' },
    { key: ({ madeAt }) => String(madeAt) },
    { process: (said, key, running) => running.chance(said.order, 'lost') || creditOnce(said, key, running) },
  ],
  'refuses-unknown-fields': [
    'The handler refuses or drops a completion with fields that it does not know',
    ...[/"(?:unheard_of|note)"/, /"unheard_of"/, /"(?:unheard_of|note)"[^{}]*\}\s*$/].flatMap(unknown =>
      [400, 200].map(
        (status): HandlerParts => ({ first: ({ event }) => (unknown.test(event?.text ?? '') ? status : undefined) }),
      ),
    ),
  ],
  'drops-old-events': [
    'The handler drops an old event: after an outage, credits are lost',
    { process: (said, key, running) => said.madeAt < running.now() - 86_400_000 || creditOnce(said, key, running) },
  ],
  'cuts-order-ids': [
    'The handler compares only a part of an order id, and treats two orders as one',
    { key: ({ order }) => order.slice(0, -1) },
  ],
  'unescapes-ids': [
    'The handler undoes escapes in an event id, as in an address, and treats two events as one',
    { key: ({ id }) => unescaped(id.replaceAll('+', ' ')) },
    { key: ({ id }) => unescaped(id) },
  ],
  'writes-ids-unquoted': [
    'The handler loses an event whose id has a quote or a backslash: it writes the id into SQL or into a file as it is',
    ...[/'/, /["\\]/, /['"\\]/].flatMap(marks =>
      [false, true].map(
        (isLost): HandlerParts => ({
          process: (said, key, running) => (marks.test(said.id) ? isLost : creditOnce(said, key, running)),
        }),
      ),
    ),
  ],
  'keeps-a-lock': [
    'The handler keeps a lock when it is killed, such as a file or a row, so that it processes nothing after a restart',
    {
      *process(said, key, running) {
        const { stored, memory } = running;
        // Its requests wait for each other. Nobody releases the lock of a killed process.
        if (stored.seen.has('lock') && memory.seen.size === 0) return false;
        stored.seen.add('lock');
        memory.seen.add(key);
        yield 4;
        memory.seen.delete(key);
        if (memory.seen.size === 0) stored.seen.delete('lock');
        return creditOnce(said, key, running);
      },
    },
  ],
};
