import { COMPLETED } from '../../../evidence/dialect.ts';
import type { Mistakes } from '../../sdk/mistakes/verifier.ts';
import { creditOnce, type HandlerParts, onStored, type Running } from './handler.ts';

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
