import { attempted } from '../../../base/errors.ts';
import { oncePerObject } from '../../../base/once.ts';
import { locate, type Readable, typeOf } from '../../../evidence/interpretation.ts';
import { SHORT_HASHES } from '../../short-hashes.ts';
import type { ReceiveParams, StreamDelivery } from '../protocol.ts';
import type { Mistakes } from './verifier.ts';

/** The steps of a receiver for each delivery in turn. A known mistake replaces one or more of them. */
export interface ReceiverSteps {
  /** The time that it compares `t` with. @param newest the newest `t` that verified, at first 0 */
  clock(now: number, newest: number): number;
  /** Whether it processes a delivery further. @param verified whether its signature verifies */
  goesOn(verified: boolean, delivery: StreamDelivery): boolean;
  /** Whether it parses the body of a delivery and looks for the event. */
  opens(verified: boolean, delivery: StreamDelivery): boolean;
  /** What it reads of a delivery; `undefined` if it skips an unreadable one. */
  reads(delivery: StreamDelivery): Readable | undefined;
  /** Whether it acts on events of this type. */
  wants(type: string, dialect: ReceiveParams['dialect']): boolean;
  eventId(delivery: Readable, dialect: ReceiveParams['dialect']): string;
  /** What identifies an event. */
  key(id: string, delivery: StreamDelivery, now: number): string;
  /** Whether it notes the key. */
  notes(verified: boolean): boolean;
  /** Whether it takes a key for one that it remembers. */
  knows(keys: readonly string[], key: string): boolean;
  /** The keys that it remembers, the newest last. */
  remembers(keys: readonly string[]): readonly string[];
  /** The keys that it keeps after a delivery. @param again the key of a duplicate; absent if it did not verify */
  keeps(keys: readonly string[], again: string | undefined, delivery: StreamDelivery): readonly string[];
  /** Whether it acts on the delivery. @param known whether it remembers its key */
  acts(verified: boolean, known: boolean): boolean;
  /** What it reports about a delivery that it acted on. */
  reports(index: number): readonly number[];
}

/** Every step as the rules require (Signature header, rule 5). */
const RIGHT_RECEIVER: ReceiverSteps = {
  clock: now => now,
  goesOn: () => true,
  opens: verified => verified,
  reads: delivery => read(delivery),
  wants: () => true,
  eventId: (delivery, { eventId, eventType }) => locate(delivery, eventId, typeOf(delivery, eventType)) ?? '',
  key: id => id,
  notes: verified => verified,
  knows: (keys, key) => keys.includes(key),
  remembers: keys => keys,
  keeps: keys => keys,
  acts: (verified, known) => verified && !known,
  reports: index => [index],
};

/**
 * The deliveries that an SDK acts on. @throws any error of a step
 * @param replaced its wrong steps
 * @param skips which genuine deliveries it skips: those that are unreadable, those without an id, too, or none; `never`
 * if it acts even on unreadable ones
 */
export function receiveBy(
  replaced: Partial<ReceiverSteps>,
  { deliveries, dialect, now }: ReceiveParams,
  verifies: (delivery: StreamDelivery, now: number) => boolean,
  skips: 'unreadable' | 'without-id' | 'none' | 'never',
): readonly number[] {
  const steps = { ...RIGHT_RECEIVER, ...replaced };
  const processed: number[] = [];
  let keys: readonly string[] = [];
  let newest = 0;
  for (const [index, delivery] of deliveries.entries()) {
    const verified = verifies(delivery, steps.clock(now, newest));
    if (verified) newest = Math.max(newest, tOf(delivery));
    else keys = steps.keeps(keys, undefined, delivery);
    if (!steps.goesOn(verified, delivery)) break;
    if (!steps.opens(verified, delivery)) continue;
    const opened = (skips !== 'none' && verified ? readable : steps.reads)(delivery);
    if (opened === undefined && skips === 'never') processed.push(index);
    if (opened === undefined || !steps.wants(typeOf(opened, dialect.eventType) ?? '', dialect)) continue;
    const id = steps.eventId(opened, dialect);
    if (skips === 'without-id' && id === '') continue;
    const key = steps.key(id, delivery, now);
    // An event without an id is never known.
    const known = key !== '' && steps.knows(keys, key);
    if (known) keys = steps.keeps(keys, key, delivery);
    else if (steps.notes(verified)) keys = steps.remembers([...keys, key]);
    if (steps.acts(verified, known)) processed.push(...steps.reports(index));
  }
  return processed;
}

/** The headers and the body of a delivery; `undefined` if the body is not JSON. */
const readable: ReceiverSteps['reads'] = delivery => attempted(() => read(delivery));

/** The event of a delivery. @throws SyntaxError if the body is not JSON */
function eventOf(delivery: StreamDelivery): { readonly [name: string]: unknown } {
  return JSON.parse(textOf(delivery));
}

function textOf({ body }: StreamDelivery): string {
  return Buffer.from(body, 'base64').toString('utf8');
}

/** The headers and the body of a delivery. @throws SyntaxError if the body is not JSON */
const read = oncePerObject((delivery: StreamDelivery): Readable => {
  const text = textOf(delivery);
  JSON.parse(text);
  return { headers: Object.entries(delivery.headers), body: { size: text.length, sha256: '', text } };
});

/** Types that many services have. */
const USUAL = [/^(?:collection|disbursement)\./, /^(?:collection|disbursement|order|session)\./];

/** Whether a delivery has a signature header. */
const isSigned: ReceiverSteps['opens'] = (_, { header }) => header !== null;

/** The `t` of a delivery that verified. */
const tOf = ({ header }: StreamDelivery) => Number(/t=(\d+)/.exec(String(header))?.[1]);

const orderOf = (_: string, delivery: StreamDelivery) =>
  /"order_id":"([^"]*)"/.exec(JSON.stringify(eventOf(delivery)))?.[1] ?? '';

/** Whether a text fits a pattern. No text fits one that is none. */
const fits = (pattern: string, text: string) => attempted(() => new RegExp(pattern).test(text)) ?? false;

/** Looks for the event id only in headers whose names it takes for the wanted one. */
const findingHeaders = (finds: (name: string, wanted: string) => boolean): Partial<ReceiverSteps> => ({
  eventId: (delivery, dialect) => {
    const [, wanted] = /^header:(.*)$/.exec(String(dialect.eventId)) ?? [];
    const isThere = wanted === undefined || delivery.headers.some(([name]) => finds(name, wanted));
    return isThere ? RIGHT_RECEIVER.eventId(delivery, dialect) : '';
  },
});

/** Mistakes in processing a stream: the likely bug, and the steps that it replaces. */
export const RECEIVER_MISTAKES: Mistakes<Partial<ReceiverSteps>> = {
  'notes-before-verifying': [
    'it stores the event id before verifying: anyone can make it drop an event whose id they know or guess',
    { opens: () => true, notes: () => true },
    { opens: () => true, notes: () => true, reads: readable },
    { opens: isSigned, notes: () => true, reads: readable },
  ],
  'parses-before-verifying': ['it parses a body before verifying it: anyone can make it throw', { opens: () => true }],
  'never-verifies': [
    'it acts on deliveries without verifying them',
    { opens: () => true, notes: () => true, acts: (_, known) => !known },
  ],
  'trusts-known-ids': [
    'it does not verify a delivery whose event id it has seen before',
    { opens: () => true, acts: (verified, known) => (known ? !verified : verified) },
  ],
  'stops-at-forgery': [
    'it stops at the first delivery that does not verify',
    { goesOn: verified => verified },
    { goesOn: (verified, delivery) => verified || !isSigned(verified, delivery) },
  ],
  'stops-at-unreadable': [
    'it stops at a genuine delivery that it cannot read: later events are lost',
    { goesOn: (verified, delivery) => !verified || readable(delivery) !== undefined },
  ],
  'stops-at-duplicate': [
    'it stops at the first duplicate: later events are lost',
    {
      keeps: (keys, again) => keys.concat(again === undefined ? [] : 'stopped'),
      knows: (keys, key) => keys.includes('stopped') || keys.includes(key),
    },
  ],
  'follows-t': [
    'it sets its clock by the newest t that verified: older deliveries within the tolerance are refused',
    { clock: Math.max },
  ],
  'forgets-at-an-end': [
    'it forgets its events after one that ends an order, and acts again on each redelivery of them',
    {
      key: (id, delivery) => id && `${id} ${eventOf(delivery).type}`,
      remembers: keys => (keys.at(-1)?.endsWith('expired') ? [] : keys),
    },
  ],
  'remembers-completed-only': [
    'it remembers only events of disbursement.completed, and acts again on each redelivery of another',
    { key: (id, delivery) => (textOf(delivery).includes('"disbursement.completed"') ? id : '') },
  ],
  'never-dedupes': ['it does not de-duplicate', { acts: verified => verified }],
  'dedupes-on-signature': [
    'it de-duplicates on the signature, but a redelivery is signed again',
    { key: (_, { header }) => String(header) },
  ],
  'dedupes-on-body': [
    'it de-duplicates on the bytes of the body, or on a hash of them: a redelivery may change them',
    { key: (_, { body }) => body },
  ],
  'dedupes-on-type-and-order': [
    'it de-duplicates on the type and the order of the event',
    { key: (id, delivery) => `${eventOf(delivery).type} ${orderOf(id, delivery)}` },
  ],
  'dedupes-on-type': ['it de-duplicates on the event type', { key: (_, delivery) => String(eventOf(delivery).type) }],
  'dedupes-on-order': [
    'it de-duplicates on the order, or on the data of the event',
    { key: (_, delivery) => JSON.stringify(eventOf(delivery).data) },
    { key: orderOf },
    { key: (id, delivery) => (textOf(delivery).includes(JSON.stringify(id)) ? orderOf(id, delivery) : id) },
  ],
  'forgets-soon': [
    'it remembers only the last events, and acts again on one that comes again after others',
    ...[100, 2, 1].map(most => ({ remembers: (keys: readonly string[]) => keys.slice(-most) })),
  ],
  'remembers-no-more': [
    'it remembers no new events once its memory is full, and acts again on every redelivery from then on',
    { remembers: keys => keys.slice(0, 250) },
  ],
  'forgets-with-t': [
    'it forgets an event when its t is some time ago, and acts again on a later redelivery',
    // An event without a key is never known.
    ...[60, 150].map(most => ({
      key: (id: string, delivery: StreamDelivery, now: number) => (now - tOf(delivery) > most ? '' : id),
    })),
  ],
  'forgets-after-duplicates': [
    'it forgets an event after some duplicates of it, and acts again on the next one',
    ...[1, 2, 3].map(most => ({
      keeps: (keys: readonly string[], again: string | undefined) =>
        keys.filter(key => key === again).length < most ? keys.concat(again ?? []) : keys.filter(key => key !== again),
    })),
  ],
  'forgets-at-refusal': [
    'it forgets its events, or that of the delivery, when it refuses one: anyone can make it act twice',
    { keeps: (keys, again) => (again === undefined ? [] : keys) },
    {
      keeps: (keys, again, delivery) =>
        keys.filter(key => again !== undefined || key !== attempted(() => eventOf(delivery).id)),
    },
  ],
  'zero-is-none': ['it takes the event id 0 for none', { key: id => (id === '0' ? '' : id) }],
  'completed-only': [
    'it acts only on disbursement.completed; events of every type must be processed',
    { wants: type => type === 'disbursement.completed' },
  ],
  'throws-on-other-types': [
    'it throws on an event of a type that it does not know; events of every type must be processed',
    ...USUAL.map(usual => ({
      wants: (type: string) => {
        if (!usual.test(type)) throw new Error('unknown type');
        return true;
      },
    })),
  ],
  'usual-types-only': [
    'it acts only on known types; events of every type must be processed',
    ...USUAL.map(usual => ({ wants: (type: string) => usual.test(type) })),
    { wants: (type, { eventTypes = {} }) => Object.values(eventTypes).flat().includes(type) },
  ],
  'id-at-one-place': [
    'it reads the event id at /id, or the first id in the text, and ignores the location in the dialect',
    { eventId: (delivery, dialect) => RIGHT_RECEIVER.eventId(delivery, { ...dialect, eventId: '/id' }) },
    { eventId: (one, where) => /"id":"([^"]*)"/.exec(`${one.body?.text}`)?.[1] ?? RIGHT_RECEIVER.eventId(one, where) },
  ],
  'id-never-in-header': [
    'it never looks for the event id in a header',
    {
      eventId: (delivery, dialect) => {
        const isThere = String(dialect.eventId).startsWith('header:');
        return RIGHT_RECEIVER.eventId(delivery, isThere ? { ...dialect, eventId: '/id' } : dialect);
      },
    },
  ],
  'id-header-case': [
    'it looks for the header of the event id in one case only; names of headers are case-insensitive',
    findingHeaders((name, wanted) => name === wanted),
  ],
  'id-header-language': [
    'it changes names of headers to lower case by the rules of a language: in Turkish, I becomes no i',
    findingHeaders((name, wanted) => name.toLocaleLowerCase('tr') === wanted.toLowerCase()),
  ],
  'signature-header-case': [
    'it looks for the signature header in one case only; names of headers are case-insensitive',
    ...[/Signature$/, /signature$/].map(
      (name): Partial<ReceiverSteps> => ({
        opens: (verified, { headers }) => verified && Object.keys(headers).some(one => name.test(one)),
      }),
    ),
  ],
  'forms-of-ids': [
    'it skips an event whose id has unusual characters; the format of ids is not specified',
    { knows: (keys, key) => !/^[\w-]+$/.test(key) || keys.includes(key) },
  ],
  'letters-of-ids': [
    'it keeps only the letters and digits of an event id: different ids are one',
    { key: id => id.replace(/\W|_/g, '') },
  ],
  'trims-ids': [
    'it drops white space of an event id: different ids are one',
    ...[/^\s+|\s+$/g, /\s+/g].map(blanks => ({ key: (id: string) => id.replace(blanks, '') })),
  ],
  'only-digits-of-ids': [
    'it keeps only the digits of an event id, or what follows its last mark: different ids are one',
    { key: id => id && `#${id.replace(/\D/g, '')}` },
    { key: id => String(Number(id.replace(/\D/g, '')) || id) },
    ...[/[-_.:]/, '_'].map(mark => ({ key: (id: string) => id.split(mark).at(-1) ?? '' })),
  ],
  'ids-as-members': [
    'it keeps event ids as members of an object: names that every object has count as seen',
    { knows: (keys, key) => key in {} || keys.includes(key) },
    { knows: (keys, key) => key !== '__proto__' && keys.includes(key) },
  ],
  'parts-of-ids': [
    'it compares event ids in part: one that an earlier id holds, or begins like, counts as seen',
    { knows: (keys, key) => keys.join(' ').includes(key) },
    { knows: (keys, key) => keys.some(one => one.includes(key)) },
    { knows: (keys, key) => keys.some(one => key.includes(one)) },
    { knows: (keys, key) => keys.some(one => one.startsWith(key.slice(0, -1) || key)) },
  ],
  'ids-as-patterns': [
    'it takes event ids for patterns, in which a dot or _ stands for any character: different ids are one',
    // A $ also fits before a line feed at the end.
    { knows: (keys, key) => keys.some(one => fits(`^(?:${one})\n?$`, key)) },
    { knows: (keys, key) => keys.some(one => fits(one, key)) },
    { knows: (keys, key) => keys.some(one => fits(key, one)) },
    { knows: (keys, key) => keys.some(one => fits(`^${key.replaceAll('.', '\\.').replaceAll('_', '.')}$`, one)) },
  ],
  'digits-as-number': [
    'it reads an event id of digits as a number: different ids are one',
    { key: id => String(/^\d/.test(id) ? Number(id) : id) },
    { key: id => String(Number.isNaN(Number(id)) ? id : Number(id)) },
    { key: id => String(/^\d/.test(id) ? Number.parseInt(id, 10) : id) },
    { key: id => (/^\d+$/.test(id) ? String(BigInt(id)) : id) },
    // PHP's == compares two numeric texts as numbers.
    { key: id => String(/^\d+(?:\.\d+)?(?:e\d+)?$/i.test(id) ? Number(id) : id) },
  ],
  'ids-as-numbers': [
    'it reads event ids as numbers: different ids are one',
    { key: id => String(Number.parseFloat(id.replace(/^\D+/, ''))) },
    // Ruby's to_i, Perl's + 0 and a PHP cast read a text without a leading digit as 0.
    { key: id => String(Number.parseFloat(id) || 0) },
  ],
  'hashes-ids': ['it compares a short hash of event ids: different ids are one', ...SHORT_HASHES.map(key => ({ key }))],
  'composes-ids': ['it normalises the Unicode of event ids: different ids are one', { key: id => id.normalize() }],
  'end-of-ids': ['it keeps only the end of a long event id: different ids are one', { key: id => id.slice(-64) }],
  'beginning-of-ids': ['it cuts a long event id: different ids are one', { key: id => id.slice(0, 64) }],
  'folds-ids': ['it folds the case of event ids: different ids are one', { key: id => id.toLowerCase() }],
  'reports-twice': ['it reports each delivery twice', { reports: index => [index, index] }],
};
