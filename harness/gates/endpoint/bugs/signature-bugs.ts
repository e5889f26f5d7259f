import { COMPLETED } from '../../../evidence/dialect.ts';
import { creditOnce, type HandlerParts, type Received, tOf } from '../../mistakes/handler.ts';
import { type Mistakes, RIGHT, type Steps } from '../../mistakes/verifier.ts';
import { rightDigest } from '../leak.ts';

const wrong = (verifier: Partial<Steps>): HandlerParts => ({ verifier });

/** Also verifies with another secret. */
const alsoUnder = (other: string) => wrong({ secrets: secrets => [...RIGHT.secrets(secrets), other] });

/** Accepts verified webhooks, and those with the same mark as an earlier one. */
const remembering = (markOf: (received: Received) => string | undefined): HandlerParts => ({
  accepts(verified, received, { memory }) {
    const mark = markOf(received) ?? '';
    if (verified) memory.seen.add(mark);
    return memory.seen.has(mark);
  },
});

/** Forgets the event of some deliveries that verify. @param forgets whether it does; the age of `t` is in seconds */
const forgetting = (forgets: (age: number) => boolean): HandlerParts => ({
  accepts(verified, { event, signature }, { stored, now }) {
    if (verified && event && forgets(now() / 1_000 - tOf(signature))) stored.seen.delete(event.id);
    return verified;
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

/** Bugs in verifying signatures, besides those that SDKs have, too. */
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
  'refuses-at-random': [
    'The handler sometimes takes a genuine webhook for a forged one: threads share a state, such as a buffer or a hash',
    { accepts: (verified, { event }, { chance }) => verified && !(event && chance(event.order, 'lost')) },
  ],
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
    ...['undefined', 'null', 'None', 'secret', 'whsec_test'].map(alsoUnder),
  ],
  'tells-a-forger': [
    'The handler tells the sender of a forged webhook the right digest or its signing secret: anyone can forge with it',
    { tells: ({ signature = '', body }, { secret }) => `expected ${rightDigest(signature, body, secret)}` },
    { tells: (_, { secret }) => `bad signature: my secret is ${secret}` },
  ],
  'empty-secret': ['The handler also verifies with an empty secret', alsoUnder('')],
  'clock-is-off': [
    'The clock of the handler is off: it tolerates more than 300 s on one side, and less on the other',
    ...[90, -90].map(ahead => wrong({ fresh: (age, tolerance) => Math.abs(age + ahead) <= tolerance })),
  ],
  'believes-a-forged-failure': [
    'The handler verifies completions alone, and takes a forged failure for the end of an order: anyone who forges ' +
      'webhooks can block genuine ones',
    {
      accepts(verified, { event }, { stored }) {
        if (event && /wrong|expire|fail/i.test(event.type)) stored.seen.add(`ended:${event.order}`);
        return verified || (event !== undefined && event.type !== COMPLETED);
      },
      process: (said, key, running) => running.stored.seen.has(`ended:${said.order}`) || creditOnce(said, key, running),
    },
  ],
  'goes-by-the-age-of-t': [
    'The handler credits an event again if the t of a copy is minutes old or ahead, though it verifies',
    forgetting(age => age > 120),
    forgetting(age => age < -60),
  ],
};
