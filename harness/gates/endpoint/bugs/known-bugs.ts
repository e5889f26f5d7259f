import { COMPLETED } from '../../../evidence/dialect.ts';
import { VERIFIER_MISTAKES } from '../../sdk/mistakes/known-mistakes.ts';
import { type Mistakes, RIGHT, type Steps } from '../../sdk/mistakes/verifier.ts';
import { CREDIT_BUGS } from './credit-bugs.ts';
import { creditOnce, type HandlerParts, onStored, type Running } from './handler.ts';
import { HTTP_BUGS } from './http-bugs.ts';
import { LOST_WEBHOOK_BUGS } from './lost-webhook-bugs.ts';
import { SIGNATURE_BUGS } from './signature-bugs.ts';

/** A wrong handler. */
export interface KnownBug {
  /** Stable. All ways of one bug share it. */
  readonly name: string;
  /** What the handler does, in one sentence. */
  readonly bug: string;
  readonly parts: HandlerParts;
}

/** Locks an event for a moment, and acknowledges copies that find it locked. */
const locking = (fails: (running: Running) => boolean): HandlerParts => ({
  *process(said, key, running) {
    const { stored, memory } = running;
    if (stored.seen.has(key) || memory.seen.has(key)) return true;
    memory.seen.add(key);
    yield 15;
    memory.seen.delete(key);
    return !fails(running) && creditOnce(said, key, running);
  },
});

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

/** Credits and stores an event this many milliseconds after its answer. */
const creditingAfter = (ms: number): HandlerParts => ({
  process(said, key, running) {
    if (running.memory.seen.has(key)) return true;
    running.memory.seen.add(key);
    running.later(() => creditOnce(said, key, running), ms);
    return true;
  },
});

/** Bugs that acknowledge a webhook too early, so that a crash loses it. */
export const CRASH_BUGS: Mistakes<HandlerParts> = {
  'commits-with-the-next': ['The handler does not commit a credit until the next webhook comes', buffering(1, 1)],
  'acknowledges-before-it-stores': [
    'The handler acknowledges before it stores the credit: a crash after the acknowledgement loses the credit',
    ...[20, 5, 300].map(creditingAfter),
    ...[8, 50].map(buffering),
  ],
  'skips-what-is-pending': [
    'The handler stores the event, but after a crash it skips what it had not credited yet, even if that comes again',
    ...[15, 60].map(ms =>
      onStored(({ order }, _, { stored, later }) => {
        later(() => stored.credits.push(order), ms);
        return true;
      }),
    ),
  ],
  // Listed after the more common bug, which explains the same if a copy looks like the first delivery.
  'acknowledges-a-copy': [
    'The handler acknowledges a copy while the first one is under way: where that fails, the webhook is lost',
    locking(() => false),
    locking(({ isCut }) => isCut()),
  ],
};

const OF_HANDLERS: Mistakes<HandlerParts> = {
  ...SIGNATURE_BUGS,
  ...CRASH_BUGS,
  ...LOST_WEBHOOK_BUGS,
  ...CREDIT_BUGS,
  ...HTTP_BUGS,
};

/** Mistakes of SDKs that also occur in handlers that verify signatures themselves. */
const OF_VERIFIERS = Object.entries(VERIFIER_MISTAKES)
  .filter(([name]) => !(name in OF_HANDLERS))
  .map(([name, [bug, ...ways]]) => [name, [ofHandler(bug), ...ways.map(verifier => ({ verifier }))]] as const);

/** A mistake of an SDK as one of the handler: "its comparison is inverted", "of two t it signs the first". */
function ofHandler(bug: string): string {
  const said = bug
    .replace(/\bits?\b/, word => (word === 'it' ? 'the handler' : "the handler's"))
    .replace(/\bsigns\b/, 'verifies')
    .replace('before signing', 'before it verifies');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

/** Ways to combine a wrong comparison of `t` with taking the first or the last of several `t`. */
function withOneT(parts: HandlerParts): readonly HandlerParts[] {
  const { verifier = {}, ...others } = parts;
  if (Object.keys(others).length > 0 || Object.keys(verifier).join() !== 'fresh') return [parts];
  const oneOf = (nth: number): Partial<Steps> => ({
    moment: (all, now) => RIGHT.moment(all.slice(nth).slice(0, 1), now),
    signedT: all => all.at(nth) ?? '',
  });
  return [parts, ...[0, -1].map(nth => ({ verifier: { ...verifier, ...oneOf(nth) } }))];
}

/**
 * The known bugs in each of their ways: a right handler with some parts replaced. If cases fail, the gate simulates
 * each of them with the same deliveries. If no case tells two apart, the first is named.
 */
export const KNOWN_BUGS: readonly KnownBug[] = [...Object.entries(OF_HANDLERS), ...OF_VERIFIERS].flatMap(
  ([name, [bug, ...ways]]) => ways.flatMap(withOneT).map(parts => ({ name, bug, parts })),
);
