import type { SimulateEvent } from '../../core/lifecycle.ts';
import type { AttemptContext, AttemptOutcome } from '../delivery/attempt.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { dashed } from './edits.ts';
import type { Fault, FaultHooks } from './fault.ts';

/** Faults of delivery (Events: at least once, every step). */
export const DELIVERY_FAULTS: readonly Fault[] = [
  {
    name: 'no-redelivery',
    requirement: 'webhook.at-least-once',
    summary: 'A delivery that was not acknowledged never comes again.',
    hooks: givingUp(() => true),
    listedIntermittent: true,
  },
  {
    name: 'no-redelivery-after-5xx',
    requirement: 'webhook.at-least-once',
    summary: 'A delivery that was answered with a server error never comes again.',
    hooks: givingUp(outcome => outcome.kind === 'answered' && outcome.status >= 500),
  },
  {
    name: 'no-redelivery-after-drop',
    requirement: 'webhook.at-least-once',
    summary: 'A delivery whose connection was dropped never comes again.',
    hooks: givingUp(outcome => outcome.kind === 'failed'),
  },
  {
    name: 'no-redelivery-after-timeout',
    requirement: 'webhook.at-least-once',
    summary: 'A delivery that was answered too late never comes again.',
    hooks: givingUp(outcome => outcome.kind === 'timed-out'),
  },
  {
    name: 'no-second-redelivery',
    requirement: 'webhook.at-least-once',
    summary: 'A delivery that was not acknowledged comes again once, and never after that.',
    hooks: givingUp((_, { number }) => number > 1),
  },
  {
    name: 'no-second-redelivery-after-drop',
    requirement: 'webhook.at-least-once',
    summary: 'A redelivery whose connection was dropped is the last.',
    hooks: givingUp((outcome, { number }) => number > 1 && outcome.kind === 'failed'),
  },
  {
    name: 'no-second-redelivery-after-timeout',
    requirement: 'webhook.at-least-once',
    summary: 'A redelivery that was answered too late is the last.',
    hooks: givingUp((outcome, { number }) => number > 1 && outcome.kind === 'timed-out'),
  },
  {
    name: 'no-events',
    requirement: 'event.every-step',
    summary: 'A simulated step causes no webhook.',
    hooks: { drafted: (drafts, { step }) => (step === undefined || drafts.length === 0 ? undefined : []) },
    listedIntermittent: true,
  },
  // An event that credits has a fault of its own: `completed-missing`.
  ...EVENTS.filter(event => !LIFECYCLE[event].credits).map(event => ({
    name: `no-event-for-${dashed(event)}`,
    requirement: `simulate.${dashed(event)}`,
    summary: `${event} causes no webhook.`,
    hooks: silent(event),
  })),
];

function givingUp(after: (outcome: AttemptOutcome, context: AttemptContext) => boolean): FaultHooks {
  return {
    settled: (decision, context) =>
      decision.againAfterMs !== undefined && after(decision.outcome, context)
        ? { ...decision, againAfterMs: undefined }
        : undefined,
  };
}

function silent(event: SimulateEvent): FaultHooks {
  return { drafted: (_, { step }) => (step === event ? [] : undefined) };
}
