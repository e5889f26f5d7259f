import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { type AttemptContext, type FaultHooks, type Faults, faultsOf, type RetryDecision } from './fault.ts';
import { dashed } from './hooks.ts';

/** A slower answer is late. */
const LATE_MS = 250;

/** The failures of an attempt after which a service gives up, by the words of a fault's name. */
const FAILURES: { readonly [words: string]: readonly [string, (outcome: RetryDecision['outcome']) => boolean] } = {
  later: [
    'an answer that asks to try again later: 408, 425 or 429',
    outcome => outcome.kind === 'answered' && [408, 425, 429].includes(outcome.status),
  ],
  drop: ['the connection dropped', ({ kind }) => kind === 'failed'],
  timeout: ['a timeout', ({ kind }) => kind === 'timed-out'],
};

/** Faults of delivery (Events: at least once, every step). */
export const DELIVERY_FAULTS: Faults = {
  'webhook.at-least-once': {
    'no-redelivery': ['An event is not redelivered.', givingUp(() => true), { alsoIntermittent: isSentOnce }],
    'no-redelivery-after-5xx': [
      'An event is not redelivered after a server error.',
      givingUp(({ outcome }) => outcome.kind === 'answered' && outcome.status >= 500),
    ],
    ...faultsOf(FAILURES, (words, [after, hasFailed]) => [
      `no-redelivery-after-${words}`,
      [`An event is not redelivered after ${after}.`, givingUp(({ outcome }) => hasFailed(outcome))],
    ]),
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
    'no-redelivery-for-slow-receiver': [
      'An event is not redelivered after an answer that refuses it late.',
      givingUp(({ outcome }) => outcome.kind === 'answered' && outcome.tookMs > LATE_MS),
    ],
    'no-second-redelivery': [
      'An event is redelivered once at most.',
      givingUp((_, { number }) => number > 1),
      { breaks: isSentOnce },
    ],
    ...faultsOf(FAILURES, (words, [after, hasFailed]) => [
      `no-second-redelivery-after-${words}`,
      [
        `An event is not redelivered a second time after ${after}.`,
        givingUp(({ outcome }, { number }) => number > 1 && hasFailed(outcome)),
        { breaks: isSentOnce },
      ],
    ]),
  },
  'event.every-step': {
    'no-events': [
      'A simulated step causes no webhook.',
      { events: (events, { step }) => (step === undefined || events.length === 0 ? undefined : []) },
      { alsoIntermittent: true },
    ],
  },
  // `completed-missing` is the fault for the event that credits.
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

/** Whether a later event of an order can be acknowledged before an earlier one. */
function isUnordered({ delivery }: SandboxDialect): boolean {
  return !delivery.inOrder;
}

/**
 * Whether some events are sent only once. Two copies that are redelivered once each make four attempts, which is
 * enough.
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
