import { attempted } from '../../base/errors.ts';
import { SHORT_HASHES } from '../short-hashes.ts';
import { creditOnce, type HandlerParts, type Received, type Running, tOf } from './handler.ts';
import type { Mistakes } from './verifier.ts';

/** Does something about a delivery that does not verify. */
export const atForgery = (does: (received: Received, running: Running) => unknown): HandlerParts => ({
  accepts(verified, received, running) {
    if (!verified) does(received, running);
    return verified;
  },
});

/** Refuses every delivery from such a one on. */
export const refusingAfter = (isTooMuch: (verified: boolean, received: Received) => boolean): HandlerParts => ({
  accepts(verified, received, { memory }) {
    if (isTooMuch(verified, received)) memory.seen.add('stopped');
    return verified && !memory.seen.has('stopped');
  },
});

const note = ({ event }: Received, { stored }: Running) => event && stored.seen.add(event.id);

/** Forgets some of the events that it remembers, of which the newest is the last. */
export const forgetting = (some: (seen: readonly string[]) => readonly string[]): HandlerParts => ({
  accepts(verified, _, { stored: { seen } }) {
    for (const one of some([...seen])) seen.delete(one);
    return verified;
  },
});

/** Refuses a `t` that is this many seconds older than the latest. */
const wantingRisingT = (leastS: number): HandlerParts => ({
  accepts(verified, { signature }, { stored }) {
    const t = tOf(signature);
    const [last = ''] = [...stored.seen].filter(entry => entry.startsWith('t:'));
    if (!verified || t < Number(last.slice(2)) - leastS) return false;
    if (t < Number(last.slice(2))) return true;
    stored.seen.delete(last);
    stored.seen.add(`t:${t}`);
    return true;
  },
});

/** Refuses a signature header whose name has another letter case. */
const namedAs = (right: RegExp): HandlerParts => ({
  first: ({ headers }) => (headers.some(([name]) => /signature$/i.test(name) && !right.test(name)) ? 400 : undefined),
});

/** Knows an event by a form of its id. */
const by = (formOf: (id: string) => string): HandlerParts => ({ key: ({ id }) => formOf(id) });

/** Searches the text of a body for a member with the name of the event id, and takes the nth for it. */
const searched = (nth: number): HandlerParts => ({
  key({ id, text }, { places: { eventId } }) {
    const name = typeof eventId === 'string' ? eventId.replace(/^.*\//, '') : '';
    const found = [...text.matchAll(/"([^"]*)"\s*:\s*"([^"]*)"/g)].filter(([, member]) => member === name);
    return found.at(nth)?.[2] ?? id;
  },
});

/** Takes some events for the first one that it remembers. @param isKnown whether a new id counts as one of its ids */
const knownIf = (isKnown: (ids: readonly string[], id: string) => boolean): HandlerParts => ({
  key({ id }, _, { stored }) {
    const [first = id, ...others] = stored.seen;
    return isKnown([first, ...others], id) ? first : id;
  },
});

/** Drops events with such an id. */
const dropping = (drops: (id: string) => boolean): HandlerParts => ({
  process: (said, key, running) => drops(key) || creditOnce(said, key, running),
});

/** Whether a text fits a pattern. No text fits one that is none. */
const fits = (pattern: string, text: string) => attempted(() => new RegExp(pattern).test(text)) ?? false;

/** A hash in sixteen bits, in which some of the ids of a gate collide by chance. */
const inSixteenBits = (hash: (text: string) => string) => (text: string) => String(Number(hash(text)) & 0xffff);

/** Mistakes about which deliveries count, and which are of one event: of SDKs, and of webhook handlers. */
export const EVENT_MISTAKES: Mistakes<HandlerParts> = {
  'notes-before-verifying': [
    'it stores the event id before verifying: anyone can make it drop an event whose id they know or guess',
    atForgery((received, running) => note(received, running) ?? running.die()),
    atForgery(note),
    atForgery((received, running) => received.signature !== undefined && note(received, running)),
  ],
  'searches-for-id': [
    'it searches a body for the name of the event id, and also finds it in other objects',
    searched(0),
    searched(-1),
  ],
  'stops-at-forgery': [
    'it stops at a webhook that does not verify, or refuses all after it: anyone who forges one can block genuine ones',
    refusingAfter(verified => !verified),
    refusingAfter((verified, { signature }) => !verified && signature !== undefined),
  ],
  'wants-rising-t': [
    'it refuses a t that is earlier than one that it has seen, or sets its clock by that one: it loses webhooks that ' +
      'others overtake',
    ...[0, 60, 300].map(wantingRisingT),
  ],
  'signature-header-case': [
    'it looks for the signature header in one letter case only; names of headers are case-insensitive',
    ...[/Signature$/, /^[^A-Z]*$/, /^[^a-z]*$/].map(namedAs),
  ],
  'never-dedupes': ['it does not de-duplicate', by(() => '')],
  'dedupes-on-signature': [
    'it de-duplicates on the signature or t, not on the event id: each attempt has new ones',
    { key: (_, { signature = '' }) => signature },
    { key: ({ id }, { signature }) => `${id} ${Math.floor(tOf(signature) / 60)}` },
  ],
  'dedupes-on-body': [
    'it de-duplicates on the bytes of the body or of a part of it, or on a hash of them: a redelivery may change them',
    { key: (_, { body }) => body.toString('base64') },
    { key: ({ id, text }) => (text.includes(id) ? id : text) },
  ],
  'forgets-soon': [
    'it remembers only the last few events, or only for a short time: it acts again on one that comes after others',
    ...[100, 2, 1, 10, 30, 200].map(most => forgetting(seen => seen.slice(0, -most))),
  ],
  'forgets-at-refusal': [
    'it forgets its events, or that of the delivery, when it refuses one: anyone can make it act twice',
    atForgery((_, { stored }) => stored.seen.clear()),
    atForgery(({ event }, { stored }) => event && stored.seen.delete(event.id)),
  ],
  'zero-is-none': ['it takes the event id 0 for none', by(id => (id === '0' ? '' : id))],
  'forms-of-ids': [
    'it skips an event whose id has unusual characters; the format of ids is not specified',
    dropping(id => !/^[\w-]+$/.test(id)),
  ],
  'letters-of-ids': [
    'it keeps only the letters and digits of an event id: different ids are one',
    by(id => id.replace(/\W|_/g, '')),
  ],
  'drops-digits-of-ids': [
    'it drops digits of an event id: different ids are one',
    ...[/\d+/g, /\d+$/].map(digits => by(id => id.replace(digits, ''))),
  ],
  'trims-ids': [
    'it drops white space of an event id: different ids are one',
    ...[/^\s+|\s+$/g, /\s+/g].map(blanks => by(id => id.replace(blanks, ''))),
  ],
  'only-digits-of-ids': [
    'it keeps only the digits of an event id, or what follows its prefix or its last mark: different ids are one',
    by(id => id && `#${id.replace(/\D/g, '')}`),
    by(id => String(Number(id.replace(/\D/g, '')) || id)),
    ...[/[-_.:]/, '_'].map(mark => by(id => id.split(mark).at(-1) ?? '')),
    by(id => id.replace(/^[evt_]+/, '')),
  ],
  'ids-as-members': [
    'it keeps event ids as members of an object: names that every object has count as seen',
    dropping(id => id in {}),
    by(id => (id === '__proto__' ? '' : id)),
  ],
  'parts-of-ids': [
    'it compares event ids in part: one that an earlier id holds, or begins like, counts as seen',
    knownIf((ids, id) => ids.join(' ').includes(id)),
    knownIf((ids, id) => ids.some(one => one.includes(id))),
    knownIf((ids, id) => ids.some(one => id.includes(one))),
    knownIf((ids, id) => ids.some(one => one.startsWith(id.slice(0, -1) || id))),
  ],
  'ids-as-patterns': [
    'it takes event ids for patterns, in which a dot or _ stands for any character: different ids are one',
    // A $ also fits before a line feed at the end.
    knownIf((ids, id) => ids.some(one => fits(`^(?:${one})\n?$`, id))),
    knownIf((ids, id) => ids.some(one => fits(one, id))),
    knownIf((ids, id) => ids.some(one => fits(id, one))),
    knownIf((ids, id) => ids.some(one => fits(`^${id.replaceAll('.', '\\.').replaceAll('_', '.')}$`, one))),
  ],
  'digits-as-number': [
    'it reads an event id of digits as a number: different ids are one',
    by(id => String(/^\d/.test(id) ? Number(id) : id)),
    by(id => String(Number.isNaN(Number(id)) ? id : Number(id))),
    by(id => String(/^\d/.test(id) ? Number.parseInt(id, 10) : id)),
    by(id => (/^\d+$/.test(id) ? String(BigInt(id)) : id)),
    // PHP's == compares two numeric texts as numbers.
    by(id => String(/^\d+(?:\.\d+)?(?:e\d+)?$/i.test(id) ? Number(id) : id)),
  ],
  'ids-as-numbers': [
    'it reads event ids as numbers, or drops zeros before a number in them: different ids are one',
    by(id => String(Number.parseFloat(id.replace(/^\D+/, '')))),
    // Ruby's to_i, Perl's + 0 and a PHP cast read a text without a leading digit as 0.
    by(id => String(Number.parseFloat(id) || 0)),
    by(id => id.replace(/(?<=_)0+(?=\d+$)/, '')),
  ],
  'hashes-ids': [
    'it compares a short hash of event ids: different ids are one',
    ...[...SHORT_HASHES, ...SHORT_HASHES.map(inSixteenBits)].map(by),
  ],
  'composes-ids': ['it normalises the Unicode of event ids: different ids are one', by(id => id.normalize())],
  'end-of-ids': [
    'it keeps only the end of a long event id: different ids are one',
    ...[16, 64, 12, 8, 6, 4, 3].map(length => by(id => id.slice(-length))),
  ],
  'beginning-of-ids': [
    'it cuts a long event id: different ids are one',
    ...[16, 64, 50, 40, 36, 32, 12, 10, 8, 7, 6, 5, -1].map(length => by(id => id.slice(0, length))),
  ],
  'folds-ids': ['it folds the case of event ids: different ids are one', by(id => id.toLowerCase())],
};
