import { oncePerObject } from '../../../base/once.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import { locate } from '../../../evidence/interpretation.ts';
import { atForgery, forgetting, refusingAfter } from '../../mistakes/event-mistakes.ts';
import {
  creditOnce,
  type EventContent,
  type HandlerParts,
  handle,
  onStored,
  type Received,
  type Running,
  receivedOf,
  tOf,
} from '../../mistakes/handler.ts';
import type { Mistakes } from '../../mistakes/verifier.ts';
import type { ReceiveParams, StreamDelivery } from '../protocol.ts';

const receivedIn = oncePerObject((dialect: ReceiveParams['dialect']) =>
  oncePerObject(({ headers, body }: StreamDelivery) =>
    receivedOf(
      { headers: Object.entries(headers), body: Buffer.from(body, 'base64'), pieces: 1, connection: '' },
      dialect,
    ),
  ),
);

/**
 * The deliveries that an SDK acts on: those for which a handler of events of every type makes a credit.
 * @throws any error of a part
 * @param parts its wrong parts
 * @param skips which genuine deliveries it skips: those that are unreadable, those without an id, too, or none; `never`
 * if it acts even on unreadable ones
 */
export function receiveBy(
  parts: HandlerParts,
  { deliveries, dialect, now }: ReceiveParams,
  verifies: (delivery: StreamDelivery) => boolean,
  skips: 'unreadable' | 'without-id' | 'none' | 'never',
): readonly number[] {
  const { accepts = verified => verified, credits = () => true } = parts;
  const running: Running = {
    stored: { credits: [], seen: new Set() },
    memory: { credits: [], seen: new Set() },
    ...{ secret: '', now: () => now * 1000, isCut: () => false, later() {} },
    ...{ chance: () => false, printed: order => order },
    die() {
      throw new Error('broken');
    },
  };
  const receiver: HandlerParts = {
    ...parts,
    accepts(...all) {
      const isAccepted = accepts(...all);
      const [, { event }] = all;
      if (isAccepted && event === undefined && skips === 'none') running.die();
      if (isAccepted && event === undefined && skips === 'never') running.stored.credits.push('');
      return isAccepted;
    },
    credits: (said, received) => !(skips === 'without-id' && said.id === '') && credits(said, received),
  };
  return deliveries.flatMap((delivery, index) => {
    const before = running.stored.credits.length;
    const work = handle(receiver, receivedIn(dialect)(delivery), running, verifies(delivery));
    while (!work.next().done);
    return running.stored.credits.slice(before).map(() => index);
  });
}

/** Types that many services have. */
const USUAL = [/^(?:collection|disbursement)\./, /^(?:collection|disbursement|order|session)\./];

/** What it finds at another location of the event id. */
const idAt = (location: string, { type, text }: EventContent, { headers }: Received) =>
  locate({ headers, body: { size: text.length, sha256: '', text } }, location, type) ?? '';

/** The name of the header with the event id, if one has it. */
const idHeader = ({ places }: Received) => /^header:(.*)$/.exec(String(places.eventId))?.[1];

/** Looks for the event id only in headers whose names it takes for the wanted one. */
const findingHeaders = (finds: (name: string, wanted: string) => boolean): HandlerParts => ({
  id({ id }, received) {
    const wanted = idHeader(received);
    return wanted === undefined || received.headers.some(([name]) => finds(name, wanted)) ? id : '';
  },
});

/** Mistakes of SDKs in processing a stream, besides those that handlers have, too. */
export const RECEIVER_MISTAKES: Mistakes<HandlerParts> = {
  'never-verifies': ['it acts on deliveries without verifying them', { accepts: () => true }],
  'takes-another-header': [
    'it takes the first header whose name ends with "signature" for that of the signature',
    {
      accepts(verified, { headers, places: { signatureHeader = '' } }) {
        const [first = ''] = headers.map(([name]) => name.toLowerCase()).filter(name => name.endsWith('signature'));
        return verified && first === signatureHeader.toLowerCase();
      },
    },
  ],
  'parses-before-verifying': [
    'it parses a body before verifying it: anyone can make it throw',
    atForgery(({ event }, running) => event ?? running.die()),
  ],
  'trusts-known-ids': [
    'it does not verify a delivery whose event id it has seen before',
    atForgery(({ event }, { stored }) => event && stored.seen.has(event.id) && stored.credits.push(event.order)),
  ],
  'stops-at-unreadable': [
    'it stops at a genuine delivery that it cannot read: later events are lost',
    refusingAfter((verified, { event }) => verified && event === undefined),
  ],
  'stops-at-duplicate': [
    'it stops at the first duplicate: later events are lost',
    {
      process(said, key, running) {
        if (running.stored.seen.has(key)) running.memory.seen.add('stopped');
        return running.memory.seen.has('stopped') || creditOnce(said, key, running);
      },
    },
  ],
  'forgets-at-an-end': [
    'it forgets its events after one that ends an order, and acts again on each redelivery of them',
    {
      process(said, key, running) {
        creditOnce(said, key, running);
        if (said.type.endsWith('expired')) running.stored.seen.clear();
        return true;
      },
    },
  ],
  'remembers-completed-only': [
    'it remembers only events of disbursement.completed, and acts again on each redelivery of another',
    { key: ({ id, type }) => (type === COMPLETED ? id : '') },
  ],
  'remembers-no-more': [
    'it remembers no new events once its memory is full, and acts again on every redelivery from then on',
    forgetting(seen => seen.slice(250)),
  ],
  'dedupes-on-type-and-order': [
    'it de-duplicates on the type and the order of the event',
    { key: ({ type, order }) => `${type} ${order}` },
  ],
  'dedupes-on-type': ['it de-duplicates on the event type', { key: ({ type }) => type }],
  'dedupes-on-order': [
    'it de-duplicates on the order, or on the data of the event',
    { key: ({ text }) => JSON.stringify(JSON.parse(text).data) },
    { key: ({ order }) => order },
    { key: ({ id, order, text }) => (text.includes(JSON.stringify(id)) ? order : id) },
  ],
  'forgets-with-t': [
    'it forgets an event when its t is some time ago, and acts again on a later redelivery',
    ...[60, 150].map(
      (most): HandlerParts => ({
        key: ({ id }, { signature }, { now }) => (now() / 1000 - tOf(signature) > most ? '' : id),
      }),
    ),
  ],
  'forgets-after-duplicates': [
    'it forgets an event after some duplicates of it, and acts again on the next one',
    ...[1, 2, 3].map(
      (most): HandlerParts => ({
        process(said, key, running) {
          const { stored, memory } = running;
          const came = memory.credits.filter(one => one === key).length;
          memory.credits.push(key);
          if (came % (most + 1) === 0) stored.seen.delete(key);
          return creditOnce(said, key, running);
        },
      }),
    ),
  ],
  'completed-only': [
    'it acts only on disbursement.completed; events of every type must be processed',
    { credits: ({ type }) => type === COMPLETED },
  ],
  'throws-on-other-types': [
    'it throws on an event of a type that it does not know; events of every type must be processed',
    ...USUAL.map(
      (usual): HandlerParts => ({
        process: (said, key, running) =>
          usual.test(said.type) ? creditOnce(said, key, running) : running.die() === undefined,
      }),
    ),
  ],
  'usual-types-only': [
    'it acts only on known types; events of every type must be processed',
    ...USUAL.map((usual): HandlerParts => ({ credits: ({ type }) => usual.test(type) })),
    { credits: ({ type }, { places: { eventTypes = {} } }) => Object.values(eventTypes).flat().includes(type) },
  ],
  'id-at-one-place': [
    'it reads the event id at /id, or the first id in the text, and ignores the location in the dialect',
    { id: (said, received) => idAt('/id', said, received) },
    { id: ({ id, text }) => /"id":"([^"]*)"/.exec(text)?.[1] ?? id },
  ],
  'id-never-in-header': [
    'it never looks for the event id in a header',
    { id: (said, received) => (idHeader(received) === undefined ? said.id : idAt('/id', said, received)) },
  ],
  'id-header-case': [
    'it looks for the header of the event id in one case only; names of headers are case-insensitive',
    findingHeaders((name, wanted) => name === wanted),
  ],
  'id-header-language': [
    'it changes names of headers to lower case by the rules of a language: in Turkish, I becomes no i',
    findingHeaders((name, wanted) => name.toLocaleLowerCase('tr') === wanted.toLowerCase()),
  ],
  'reports-twice': [
    'it reports each delivery twice',
    onStored(({ order }, _, { stored }) => stored.credits.push(order, order) > 0),
  ],
};
