import type { AttemptContext, RetryDecision } from '../delivery/attempt.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { dashed } from './edits.ts';
import type { FaultHooks, Faults } from './fault.ts';

/** Faults of delivery (Events: at least once, every step). */
export const DELIVERY_FAULTS: Faults = {
  'webhook.at-least-once': {
    'no-redelivery': ['An event is not redelivered.', givingUp(() => true), { alsoIntermittent: isSentOnce }],
    'no-redelivery-after-5xx': [
      'An event is not redelivered after a server error.',
      givingUp(({ outcome }) => outcome.kind === 'answered' && outcome.status >= 500),
    ],
    'no-redelivery-after-later': [
      'An event is not redelivered after an answer that asks to try again later: 408, 425 or 429.',
      givingUp(({ outcome }) => asksForLater(outcome)),
    ],
    'no-redelivery-after-drop': [
      'An event is not redelivered after the connection dropped.',
      givingUp(({ outcome }) => outcome.kind === 'failed'),
    ],
    'no-redelivery-after-timeout': [
      'An event is not redelivered after a timeout.',
      givingUp(({ outcome }) => outcome.kind === 'timed-out'),
    ],
    'no-redelivery-behind-another': [
      'An event is not redelivered once a later event of the order was acknowledged.',
      {
        retry: decision =>
          decision.afterMs === undefined && !decision.forgetsEarlier
            ? { ...decision, forgetsEarlier: true }
            : undefined,
      },
      { breaks: isUnordered },
    ],
    'no-redelivery-behind-later-step': [
      'An event is not redelivered once a later event of its order was created.',
      givingUpEarlier(),
    ],
    'no-second-redelivery': [
      'An event is redelivered once at most.',
      givingUp((_, { number }) => number > 1),
      { breaks: isSentOnce },
    ],
    'no-redelivery-for-slow-receiver': [
      'An event is not redelivered after an answer that refuses it late.',
      givingUp(({ outcome }) => outcome.kind === 'answered' && outcome.tookMs > LATE_MS),
    ],
    'no-second-redelivery-after-later': [
      'A redelivery that is answered 408, 425 or 429 is the last.',
      givingUp(({ outcome }, { number }) => number > 1 && asksForLater(outcome)),
      { breaks: isSentOnce },
    ],
    'no-second-redelivery-after-drop': [
      'A redelivery whose connection dropped is the last.',
      givingUp(({ outcome }, { number }) => number > 1 && outcome.kind === 'failed'),
      { breaks: isSentOnce },
    ],
    'no-second-redelivery-after-timeout': [
      'A redelivery that timed out is the last.',
      givingUp(({ outcome }, { number }) => number > 1 && outcome.kind === 'timed-out'),
      { breaks: isSentOnce },
    ],
  },
  'event.every-step': {
    'no-events': [
      'A simulated step causes no webhook.',
      { events: (events, { step }) => (step === undefined || events.length === 0 ? undefined : []) },
      { alsoIntermittent: true },
    ],
  },
  // `completed-missing` is the fault of the event that credits.
  ...Object.fromEntries(
    EVENTS.filter(event => !LIFECYCLE[event].credits).map((event): [string, Faults[string]] => {
      const hooks: FaultHooks = { events: (_, { step }) => (step === event ? [] : undefined) };
      return [
        `simulate.${dashed(event)}`,
        { [`no-event-for-${dashed(event)}`]: [`${event} causes no webhook.`, hooks] },
      ];
    }),
  ),
};

/** An answer that takes longer is late. */
const LATE_MS = 250;

/** Whether an answer asks to try again later. */
function asksForLater(outcome: RetryDecision['outcome']): boolean {
  return outcome.kind === 'answered' && [408, 425, 429].includes(outcome.status);
}

/** Whether a later event of an order can be acknowledged while an earlier one is not. */
function isUnordered({ delivery }: SandboxDialect): boolean {
  return !delivery.inOrder;
}

/**
 * Whether some events are sent once. Two copies that are redelivered once each make four
 * attempts, which is enough; and where one copy at a time is not, the other is.
 */
function isSentOnce({ delivery }: SandboxDialect): boolean {
  return delivery.duplicateEvery !== 1;
}

/** Gives an event up at its first refusal after the next event of its order was created. */
function givingUpEarlier(): FaultHooks {
  const orders = new Map<string, string | undefined>();
  const last = new Map<string | undefined, string>();
  return {
    events: events => {
      for (const { id, orderId } of events) {
        orders.set(id, orderId);
        last.set(orderId, id);
      }
      return undefined;
    },
    ...givingUp((_, { eventId }) => last.get(orders.get(eventId)) !== eventId),
  };
}

function givingUp(after: (decision: RetryDecision, attempt: AttemptContext) => boolean): FaultHooks {
  return {
    retry: (decision, attempt) =>
      decision.afterMs !== undefined && after(decision, attempt) ? { ...decision, afterMs: undefined } : undefined,
  };
}
