import { COMPLETED } from '../../../evidence/dialect.ts';
import { type Mistakes, nowIfMissing, type Steps } from '../../sdk/mistakes/verifier.ts';
import { rightDigest } from '../leak.ts';
import { creditOnce, type HandlerParts, type Received } from './handler.ts';

type Verifier = Partial<Steps>;

const wrong = (verifier: Verifier): HandlerParts => ({ verifier });
const fresh = (rule: Steps['fresh']): HandlerParts => ({ verifier: { fresh: rule } });

/** Also accepts what a second verifier accepts. */
const alsoBy = (also: Verifier): HandlerParts => ({ also });

/** Accepts verified webhooks, and those with the same mark as an earlier one. */
const remembering = (markOf: (received: Received) => string | undefined): HandlerParts => ({
  accepts(verified, received, { memory }) {
    const mark = markOf(received) ?? '';
    if (verified) memory.seen.add(mark);
    return memory.seen.has(mark);
  },
});

/** Refuses everything for a while after several webhooks that do not verify. */
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

const DAY_S = 86_400;

/** Compares a distance without its whole days, in whole seconds. */
const withoutDays = (age: number, tolerance: number) => Math.floor(Math.abs(age)) % DAY_S <= tolerance;

/** Bugs in verifying signatures. */
export const SIGNATURE_BUGS: Mistakes<HandlerParts> = {
  'verifies-nothing': [
    'The handler does not verify signatures, or no longer after one that was right',
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
      'of t, or its clock is off by more than 300 s, so that it refuses every valid webhook',
    { accepts: () => false },
  ],
  'bans-after-forgeries': [
    'The handler, or what stands before it, refuses every webhook for a while after several that did not verify: ' +
      'anyone who forges webhooks can block genuine ones',
    ...[3, 5, 6, 10, 11, 15, 20, 25, 30, 40, 50, 75, 100].flatMap(most =>
      [10_000, 60_000, Number.POSITIVE_INFINITY].map(ms => banning(most, ms)),
    ),
  ],
  'breaks-at-a-forgery': [
    'The handler refuses every webhook after one that did not verify: something, such as a shared hash, keeps a ' +
      'wrong state, and anyone who forges a webhook can block genuine ones',
    {
      accepts(verified, _, { memory }) {
        if (!verified) memory.seen.add('broken');
        return !memory.seen.has('broken');
      },
    },
  ],
  'refuses-at-random': [
    'The handler sometimes takes a genuine webhook for a forged one: threads share a state, such as a buffer or a hash',
    { accepts: (verified, { event }, { chance }) => verified && !(event && chance(event.order, 'lost')) },
  ],
  'drops-line-ends': [
    'The handler verifies the body without its line ends, not the raw body',
    wrong({ body: body => Buffer.from(body.toString('latin1').replace(/[\r\n]/g, ''), 'latin1') }),
  ],
  'matches-a-pattern': [
    'The handler searches the header with one pattern, which takes one v1, and only as far as the pattern fits',
    wrong({ pairs: header => Object.entries(/t=(?<t>\d+).*v1=(?<v1>[0-9a-f]+)/.exec(header)?.groups ?? {}) }),
  ],
  'ignores-the-digest': ['The handler compares t with its clock, but no digest', wrong({ some: () => true })],
  'remembers-verified-headers': [
    'The handler accepts a signature header that it verified before with any body',
    remembering(({ signature }) => signature),
  ],
  'remembers-verified-ids': [
    'The handler verifies an event id once, and accepts any later delivery with that id',
    remembering(({ event }) => event?.id),
  ],
  'verifies-once-per-order': [
    'The handler verifies the first webhook of an order, and accepts whatever comes about it later',
    remembering(({ event }) => event?.order),
  ],
  'verifies-once-per-connection': [
    'The handler verifies the first webhooks of a connection, and accepts what follows one that verified: behind a ' +
      'proxy, senders share connections',
    remembering(({ connection }) => connection),
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
    alsoBy({ message: (_, body) => body, moment: nowIfMissing }),
  ],
  'no-tolerance': [
    'The handler does not compare t with the clock',
    fresh(() => true),
    // Of several t, it takes the first or the last, as a map of the pairs does.
    ...[0, -1].map(nth => wrong({ fresh: () => true, moment: (_, now) => now, signedT: all => all.at(nth) ?? '' })),
  ],
  'tolerance-in-another-unit': [
    'The handler compares t with its clock in another unit, and tolerates 300,000 s',
    fresh((age, tolerance) => Math.abs(age) < tolerance * 1000),
  ],
  'forgets-days': [
    'The handler compares t with its clock without whole days: a t of about the same time on any other day passes',
    fresh(withoutDays),
    fresh((age, tolerance) => withoutDays(age < 0 ? DAY_S + (age % DAY_S) : age, tolerance)),
  ],
  'clock-is-off': [
    'The clock of the handler is off: it tolerates more than 300 s on one side, and less on the other',
    ...[90, -90].map(ahead => fresh((age, tolerance) => Math.abs(age + ahead) <= tolerance)),
  ],
  'tolerance-too-wide': [
    'The handler tolerates more than 300 s between t and its clock',
    ...[3_600, 320].flatMap(most => [
      fresh(age => Math.abs(age) <= most),
      fresh(age => age <= most && -age <= 300),
      fresh(age => age <= 300 && -age <= most),
    ]),
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
    // Only refused events block, as in a handler with one table for all attempts.
    {
      accepts(verified, { event }, { stored }) {
        if (!verified && event) stored.seen.add(event.id);
        return verified;
      },
    },
  ],
};
