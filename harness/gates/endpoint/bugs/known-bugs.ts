import { isAscii } from 'node:buffer';
import { header } from '../../../base/json.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import { EVENT_MISTAKES } from '../../mistakes/event-mistakes.ts';
import { creditOnce, type EventContent, type HandlerParts, onStored, type Received } from '../../mistakes/handler.ts';
import type { Mistakes } from '../../mistakes/verifier.ts';
import { VERIFIER_MISTAKES } from '../../sdk/mistakes/known-mistakes.ts';
import { CREDIT_BUGS } from './credit-bugs.ts';
import { LOST_WEBHOOK_BUGS, REMEMBERS_ALL } from './lost-webhook-bugs.ts';
import { SIGNATURE_BUGS } from './signature-bugs.ts';

/** A wrong handler. */
export interface KnownBug {
  /** Stable. All ways of one bug share it. */
  readonly name: string;
  /** What the handler does, in one sentence. */
  readonly bug: string;
  readonly parts: HandlerParts;
}

/** Buffers deliveries in memory, and stores this many when one more than `kept` others waits. */
const buffering = (most: number, kept = 0): HandlerParts => ({
  credits: () => true,
  process({ order, type }, key, { stored, memory }) {
    memory.credits.push(type === COMPLETED && !memory.seen.has(key) ? order : '');
    memory.seen.add(key);
    if (memory.credits.length === most + kept) stored.credits.push(...memory.credits.splice(0, most).filter(Boolean));
    return true;
  },
});

/** Bugs that acknowledge a webhook too early, so that a crash loses it. */
export const CRASH_BUGS: Mistakes<HandlerParts> = {
  'commits-with-the-next': ['The handler does not commit a credit until the next webhook comes', buffering(1, 1)],
  'acknowledges-before-it-stores': [
    'The handler acknowledges before it stores the credit: a crash after the acknowledgement loses the credit',
    {
      process(said, key, running) {
        if (running.memory.seen.has(key)) return true;
        running.memory.seen.add(key);
        running.later(() => creditOnce(said, key, running), 300);
        return true;
      },
    },
    ...[8, 50].map(buffering),
  ],
  'skips-what-is-pending': [
    'The handler stores the event, but after a crash it skips what it had not credited yet, even if that comes again',
    onStored(({ order }, _, { stored, later }) => {
      later(() => stored.credits.push(order), 60);
      return true;
    }),
  ],
  // Listed after the more common bug, which explains the same if a copy looks like the first delivery.
  'acknowledges-a-copy': [
    'The handler acknowledges a copy while the first one is under way: where that fails, the webhook is lost',
    {
      *process(said, key, running) {
        const { stored, memory, isCut } = running;
        if (stored.seen.has(key) || memory.seen.has(key)) return true;
        memory.seen.add(key);
        yield 15;
        memory.seen.delete(key);
        return !isCut() && creditOnce(said, key, running);
      },
    },
  ],
};

/** Refuses some requests before it reads them. */
const refusing = (status: number, refuses: (received: Received) => boolean): HandlerParts => ({
  first: received => (refuses(received) ? status : undefined),
});

const hasLength = ({ headers }: Pick<Received, 'headers'>) => header(headers, 'content-length') !== undefined;

const isGarbled = ({ body, pieces }: Received) => pieces > 1 && !isAscii(body);

/** What a text search of a body looks for: the ids, or any id. */
const SEARCHES: readonly ((said: EventContent, body: Buffer) => boolean)[] = [
  ({ id, order }, body) => [id, order].every(one => body.includes(JSON.stringify(one).slice(1, -1))),
  (_, body) => body.includes('id":"'),
];

/** Bugs in reading requests. */
export const HTTP_BUGS: Mistakes<HandlerParts> = {
  'redirects-webhooks': [
    'The handler, or what stands before it, answers every webhook with a redirect, such as to https or to a path ' +
      'with a slash at its end: senders do not follow redirects',
    refusing(308, () => true),
  ],
  'reads-one-piece': [
    'The handler reads only the first part of a body',
    { accepts: (verified, { pieces }) => verified && pieces === 1 },
    { accepts: (verified, { pieces, ...received }) => verified && (pieces === 1 || !hasLength(received)) },
  ],
  'gives-up-on-slow-bodies': [
    'The handler gives up on a body whose second part comes a moment later',
    refusing(400, ({ pieces, ...received }) => pieces > 1 && hasLength(received)),
  ],
  'decodes-each-piece': [
    'The handler decodes each part of a body by itself: a character that is cut between two of them is lost',
    ...[400, 200].map(status => refusing(status, isGarbled)),
    // It verifies the text, in which bytes that are no UTF-8 are replaced.
    {
      verifier: { body: body => Buffer.from(body.toString()) },
      accepts: (verified, received) => verified && !isGarbled(received),
    },
  ],
  'decodes-as-ascii': [
    'The handler refuses a body with characters beyond ASCII: it decodes it as other text than UTF-8',
    refusing(400, ({ body }) => !isAscii(body)),
  ],
  'searches-the-body': [
    'The handler searches the text of the body for the ids, and does not parse it: JSON spells one text in many ways',
    ...SEARCHES.flatMap(finds =>
      [400, 200].map(status => refusing(status, ({ event, body }) => event !== undefined && !finds(event, body))),
    ),
  ],
  'compares-the-content-type': [
    'The handler drops a webhook whose content type has a parameter, such as a charset',
    ...[200, 415].map(status =>
      refusing(status, ({ headers }) => header(headers, 'content-type') !== 'application/json'),
    ),
  ],
  'limits-bodies': [
    'The handler takes no body of a few thousand bytes',
    ...[1_024, 4_000].map(most => refusing(413, ({ body }) => body.length > most)),
  ],
  'refuses-expectations': [
    'The handler, or what stands before it, refuses Expect: 100-continue',
    refusing(417, ({ headers }) => header(headers, 'expect') !== undefined),
  ],
  'needs-a-length': [
    'The handler does not read a chunked body',
    refusing(411, received => !hasLength(received)),
    { accepts: (verified, received) => verified && hasLength(received) },
  ],
  'leaves-a-body-unread': [
    'The handler refuses a webhook before it has read the body, and takes the rest of it for the next request of the ' +
      'connection: behind a proxy, anyone who forges webhooks can block genuine ones',
    {
      first: ({ connection }, { memory }) => (memory.seen.has(connection) ? 400 : undefined),
      accepts(verified, { connection }, { memory }) {
        if (!verified) memory.seen.add(connection);
        return verified;
      },
    },
  ],
  'dies-of-a-request': [
    'The handler exits, or does not answer any more, after certain requests or after a number of them, as where it ' +
      'never releases a lock or a slot',
    {
      first({ event }, running) {
        if (event === undefined) running.die();
        return undefined;
      },
    },
    {
      accepts(verified, { body }, running) {
        if (verified && !body.toString().trimStart().startsWith('{')) running.die();
        return verified;
      },
    },
    ...[500_000, 3_000].map(
      (most): HandlerParts => ({
        first({ body }, { memory }) {
          if (body.length > most) memory.seen.add('full');
          return memory.seen.has('full') ? 503 : undefined;
        },
      }),
    ),
  ],
};

/** A mistake that the handlers of SDKs make, too. */
function shared<Replaced>(mistakes: Mistakes<Replaced>, partsOf: (way: Replaced) => readonly HandlerParts[]) {
  return Object.fromEntries(
    Object.entries(mistakes).map(
      ([name, [bug, ...ways]]) => [name, [ofHandler(bug), ...ways.flatMap(partsOf)] as const] as const,
    ),
  );
}

/** All known bugs. Those that lose every credit or end the process precede mistakes with ids, which may do so too. */
const BUGS: Mistakes<HandlerParts> = {
  ...SIGNATURE_BUGS,
  ...CRASH_BUGS,
  ...LOST_WEBHOOK_BUGS,
  ...HTTP_BUGS,
  // A handler may remember only completions, or events of every type.
  ...shared(EVENT_MISTAKES, way => (way.process ? [way] : [way, { ...REMEMBERS_ALL, ...way }])),
  ...CREDIT_BUGS,
  ...shared(VERIFIER_MISTAKES, verifier => [{ verifier }]),
};

/** A mistake of an SDK as one of the handler: "its comparison is inverted", "of two t it signs the first". */
function ofHandler(bug: string): string {
  const said = bug
    .replace(/\bits?\b/, word => (word === 'it' ? 'the handler' : "the handler's"))
    .replace(/\bsigns\b/, 'verifies')
    .replace('before signing', 'before it verifies');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

/**
 * The known bugs in each of their ways: a right handler with some parts replaced. If cases fail, the gate simulates
 * each of them with the same deliveries. If no case tells two apart, the first is named.
 */
export const KNOWN_BUGS: readonly KnownBug[] = Object.entries(BUGS).flatMap(([name, [bug, ...ways]]) =>
  ways.map(parts => ({ name, bug, parts })),
);
