import { COMPLETED } from '../../../evidence/dialect.ts';
import { MESSAGE_MISTAKES } from '../../sdk/mistakes/message-mistakes.ts';
import { TIME_MISTAKES } from '../../sdk/mistakes/time-mistakes.ts';
import { type Mistakes, RIGHT, type Steps } from '../../sdk/mistakes/verifier.ts';
import { rightDigest } from '../leak.ts';
import { creditOnce, type HandlerParts, type Received } from './handler.ts';

type Verifier = Partial<Steps>;

const wrong = (verifier: Verifier): HandlerParts => ({ verifier });
const fresh = (rule: Steps['fresh']): HandlerParts => ({ verifier: { fresh: rule } });
const matching = (matches: Steps['matches']): HandlerParts => ({ verifier: { matches } });
const choosing = (candidates: Steps['candidates']): HandlerParts => ({ verifier: { candidates } });

/** Takes what a second verifier accepts, too. */
const alsoBy = (also: Verifier): HandlerParts => ({ also });

/** The steps of SDKs that sign another message, or read t in another way, by the names of their mistakes. */
const signing = (...names: readonly string[]): readonly Verifier[] =>
  names.flatMap(name => {
    const [, ...ways] = MESSAGE_MISTAKES[name] ?? TIME_MISTAKES[name] ?? [''];
    return ways;
  });

/** Takes what verified, and what bears the same mark as something that did. */
const remembering = (markOf: (received: Received) => string | undefined): HandlerParts => ({
  accepts(verified, received, { memory }) {
    const mark = markOf(received) ?? '';
    if (verified) memory.seen.add(mark);
    return memory.seen.has(mark);
  },
});

/** Refuses everything for so many milliseconds after so many webhooks that do not verify. */
const banning = (most: number, ms: number): HandlerParts => ({
  first(_, { memory, now }) {
    const [until = '0'] = memory.seen;
    return now() < Number(until) ? 403 : undefined;
  },
  accepts(verified, _, { memory, now }) {
    if (!verified && memory.credits.push('forged') % most === 0) {
      memory.seen.clear();
      memory.seen.add(String(now() + ms));
    }
    return verified;
  },
});

/** A t that is so far ahead has more digits than times have, in seconds. */
const NO_TIME_S = 1e12;

const DAY_S = 86_400;

/** Compares what is left of a distance without its whole days, in whole seconds. */
const withoutDays: Steps['fresh'] = (age, tolerance) => Math.floor(Math.abs(age)) % DAY_S <= tolerance;

/** Of several t, takes the first or the last, as a map of the pairs does. */
const readingOneT: readonly Verifier[] = [0, -1].map(nth => ({
  moment: (all, now) => RIGHT.moment(all.slice(nth).slice(0, 1), now),
  signedT: all => all.at(nth) ?? '',
}));

/** Takes the current time for a missing t. */
const moment: Steps['moment'] = (timestamps, now) => (timestamps.length === 0 ? now : RIGHT.moment(timestamps, now));

/** Bugs of the verification of signatures. */
export const SIGNATURE_BUGS: Mistakes<HandlerParts> = {
  'verifies-nothing': [
    'The handler does not verify signatures',
    { accepts: () => true },
    { accepts: () => true, refusal: 200 },
  ],
  'credits-before-it-verifies': [
    'The handler credits before it verifies the signature, and refuses the webhook only then',
    {
      first({ event }, running) {
        if (event?.type === COMPLETED) creditOnce(event, event.id, running);
        return undefined;
      },
    },
  ],
  'refuses-everything': [
    'The handler has another signing secret than SIGNING_SECRET names, or expects another form of the signature or ' +
      'of t, so that it refuses every valid webhook',
    { accepts: () => false },
  ],
  'bans-after-forgeries': [
    'The handler, or what stands before it, refuses every webhook for a while after several that did not verify: ' +
      'anyone who forges webhooks can block genuine ones',
    ...[3, 5, 6, 10, 11].flatMap(most => [10_000, 60_000, Number.POSITIVE_INFINITY].map(ms => banning(most, ms))),
  ],
  'reads-t-in-another-unit': [
    'The handler reads t in another unit, such as milliseconds for seconds, so that it refuses every valid webhook',
    wrong({ moment: ([t]) => Number(t) / 1000 }),
  ],
  'ignores-the-digest': ['The handler compares t with its clock, but no digest', wrong({ some: () => true })],
  'verifies-a-reserialized-body': [
    'The handler verifies a re-serialized body, not the received bytes',
    ...signing('parsed-json', 'json-with-blanks').map(wrong),
    ...signing('parsed-json').map(alsoBy),
  ],
  'decodes-before-it-verifies': [
    'The handler verifies a body that it decoded as other text than UTF-8, or changed, not the received bytes',
    ...signing('latin-1-body', 'ascii-body', 'line-ends', 'trims-body', 'normalised-body').map(wrong),
    ...signing('blanks-alike').slice(1).map(wrong),
  ],
  'remembers-verified-headers': [
    'The handler accepts a signature header that it verified before with any body',
    remembering(({ signature }) => signature),
  ],
  'remembers-verified-ids': [
    'The handler verifies an event id once, and accepts any later delivery with that id',
    remembering(({ event }) => event?.id),
  ],
  'skips-an-absent-header': [
    'The handler verifies a signature only if there is one',
    { accepts: (verified, { signature }) => signature === undefined || verified },
  ],
  'guessed-secret': [
    'The handler verifies with a guessable secret, such as the text of an unset value',
    ...['undefined', 'null', 'None', 'secret', 'whsec_test'].map(guess => alsoBy({ secrets: () => [guess] })),
  ],
  'tells-a-forger': [
    'The handler tells the sender of a forged webhook the right digest or its signing secret: anyone can forge with it',
    { tells: ({ signature = '', body }, { secret }) => `expected ${rightDigest(signature, body, secret)}` },
    { tells: (_, { secret }) => `bad signature: my secret is ${secret}` },
  ],
  'empty-secret': ['The handler also verifies with an empty secret', alsoBy({ secrets: () => [''] })],
  'signs-without-t': [
    'The handler does not sign t with the body',
    wrong({ message: (_, body) => body }),
    alsoBy({ message: (_, body) => body }),
    alsoBy({ message: (_, body) => body, moment }),
  ],
  'no-tolerance': [
    'The handler does not compare t with the clock',
    fresh(() => true),
    ...readingOneT.map(one => wrong({ ...one, fresh: () => true, moment: (_, now) => now })),
  ],
  'tolerance-in-another-unit': [
    'The handler compares t with its clock in another unit, and tolerates 300,000 s',
    fresh((age, tolerance) => Math.abs(age) < tolerance * 1000),
  ],
  'wraps-at-32-bits': [
    'The handler compares t with its clock in 32 bits, so that a t that is 2^32 s away passes',
    fresh((age, tolerance) => Math.abs(age | 0) <= tolerance),
  ],
  'forgets-days': [
    'The handler compares t with its clock without whole days: a t of about the same time on any other day passes',
    ...[
      withoutDays,
      (age: number, tolerance: number) => withoutDays(age < 0 ? DAY_S + (age % DAY_S) : age, tolerance),
    ].flatMap(rule => [fresh(rule), ...readingOneT.map(one => wrong({ ...one, fresh: rule }))]),
  ],
  'checks-only-the-past': [
    'The handler refuses a t that is too old, but accepts any t in the future',
    fresh((age, tolerance) => age <= tolerance),
    fresh((age, tolerance) => age <= tolerance && -age < NO_TIME_S),
  ],
  'checks-only-the-future': [
    'The handler refuses a t in the future, but accepts a t of any age',
    fresh((age, tolerance) => -age <= tolerance),
  ],
  'tolerance-too-wide': [
    'The handler tolerates more than 300 s between t and its clock',
    ...[3_600, 320].flatMap(most => [
      fresh(age => Math.abs(age) <= most),
      fresh(age => age <= most && -age <= 300),
      fresh(age => age <= 300 && -age <= most),
    ]),
  ],
  'tolerance-too-narrow': [
    'The handler tolerates less than 300 s between t and its clock',
    fresh(age => Math.abs(age) <= 60),
    fresh(age => age <= 60 && -age <= 300),
    fresh(age => age <= 300 && -age <= 60),
  ],
  'accepts-without-t': ['The handler accepts a header without t', wrong({ moment, signedT: ([t = '']) => t })],
  'mixes-two-t': [
    'Of two t, the handler verifies the digest with one and compares the other with its clock: anybody can send an ' +
      'old webhook again',
    ...signing('first-signed-last-compared', 'last-signed-first-compared', 'any-t-fresh').map(wrong),
  ],
  'accepts-without-v1': [
    'The handler accepts a header without v1',
    wrong({ some: (candidates, fits) => candidates.length === 0 || candidates.some(fits) }),
  ],
  'compares-a-part-of-the-digest': [
    'The handler compares only a part of the digest',
    matching((given, digest) => given !== '' && digest.startsWith(given)),
    matching((given, digest) => digest.startsWith(given)),
    matching((given, digest) => given.startsWith(digest)),
    ...[8, 16, 32].map(length => matching((given, digest) => given.slice(0, length) === digest.slice(0, length))),
  ],
  'only-the-first-v1': [
    'The handler compares only the first v1',
    choosing(pairs => RIGHT.candidates(pairs).slice(0, 1)),
  ],
  'only-the-last-v1': ['The handler compares only the last v1', choosing(pairs => RIGHT.candidates(pairs).slice(-1))],
  'one-v1-only': [
    'The handler refuses a header with several v1',
    choosing(pairs => (RIGHT.candidates(pairs).length === 1 ? RIGHT.candidates(pairs) : [])),
    wrong({ some: (candidates, fits) => candidates.length > 0 && candidates.every(fits) }),
  ],
  'expects-t-first': [
    'The handler refuses a header with v1 before t',
    wrong({ timestamps: ([first]) => (first?.[0] === 't' ? [first[1]] : []) }),
  ],
  'remembers-before-it-verifies': [
    'The handler remembers the event id before it verifies, so that a forged delivery blocks the genuine one',
    {
      first({ event }, { stored }) {
        if (event === undefined) return 400;
        if (stored.seen.has(`early:${event.id}`)) return 200;
        stored.seen.add(`early:${event.id}`);
        return undefined;
      },
    },
    // Only what it refuses is in the way, as where it keeps all attempts in one table.
    {
      accepts(verified, { event }, { stored }) {
        if (!verified && event) stored.seen.add(event.id);
        return verified;
      },
    },
  ],
};
