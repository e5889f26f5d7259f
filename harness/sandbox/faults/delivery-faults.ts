import type { AttemptOutcome } from '../delivery/attempt.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { dashed } from './edits.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';

/** Faults of delivery (Events: at least once, every step). */
export const DELIVERY_FAULTS: Faults = {
  'no-redelivery': {
    requirement: 'webhook.at-least-once',
    summary: 'An event is not redelivered.',
    hooks: givingUp(() => true),
    alsoIntermittent: true,
  },
  'no-redelivery-after-5xx': {
    requirement: 'webhook.at-least-once',
    summary: 'An event is not redelivered after a server error.',
    hooks: givingUp(outcome => outcome.kind === 'answered' && outcome.status >= 500),
  },
  'no-redelivery-after-drop': {
    requirement: 'webhook.at-least-once',
    summary: 'An event is not redelivered after the connection dropped.',
    hooks: givingUp(({ kind }) => kind === 'failed'),
  },
  'no-redelivery-after-timeout': {
    requirement: 'webhook.at-least-once',
    summary: 'An event is not redelivered after a timeout.',
    hooks: givingUp(({ kind }) => kind === 'timed-out'),
  },
  'no-second-redelivery': {
    requirement: 'webhook.at-least-once',
    summary: 'An event is redelivered once at most.',
    hooks: givingUp((_, attempt) => attempt > 1),
  },
  'no-second-redelivery-after-drop': {
    requirement: 'webhook.at-least-once',
    summary: 'A redelivery whose connection dropped is the last.',
    hooks: givingUp(({ kind }, attempt) => attempt > 1 && kind === 'failed'),
  },
  'no-second-redelivery-after-timeout': {
    requirement: 'webhook.at-least-once',
    summary: 'A redelivery that timed out is the last.',
    hooks: givingUp(({ kind }, attempt) => attempt > 1 && kind === 'timed-out'),
  },
  'no-events': {
    requirement: 'event.every-step',
    summary: 'A simulated step causes no webhook.',
    hooks: { events: (events, { step }) => (step === undefined || events.length === 0 ? undefined : []) },
    alsoIntermittent: true,
  },
  // `completed-missing` is the fault of the event that credits.
  ...Object.fromEntries(
    EVENTS.filter(event => !LIFECYCLE[event].credits).map((event): [string, Fault] => [
      `no-event-for-${dashed(event)}`,
      {
        requirement: `simulate.${dashed(event)}`,
        summary: `${event} causes no webhook.`,
        hooks: { events: (_, { step }) => (step === event ? [] : undefined) },
      },
    ]),
  ),
};

function givingUp(after: (outcome: AttemptOutcome, attempt: number) => boolean): FaultHooks {
  return {
    retry: (decision, { number }) =>
      decision.afterMs !== undefined && after(decision.outcome, number)
        ? { ...decision, afterMs: undefined }
        : undefined,
  };
}
