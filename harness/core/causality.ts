import { type Cause, causesOfEvents } from './causes-of-events.ts';
import { withoutEventsOfLaterSteps } from './events-of-later-steps.ts';
import type { Journey, Step, Wait } from './evidence.ts';
import { matchSteps } from './match-steps.ts';
import { oncePerObject } from './once.ts';
import type { EventSeen, View } from './view.ts';

/**
 * Which step caused which event. The specification names one event type only, so what a step causes is learned from
 * the whole evidence: a type belongs to the step after which it mostly arrives.
 */
export interface Causality {
  /** Every step, with the event that it caused. */
  readonly steps: readonly StepSeen[];
  /** Every event of every journey, with what caused it. */
  readonly causes: readonly Cause[];
  /** Events that no step accounts for: more than usual, or others than its own, arrived after their step. */
  readonly surplus: readonly EventSeen[];
}

/** A step of a journey with what came of it. */
export interface StepSeen {
  readonly journey: Journey;
  readonly step: Step;
  readonly accepted: boolean;
  /** The event that the step caused; absent where none came. */
  readonly event?: EventSeen;
  /** How its webhook was waited for; absent where it was not. */
  readonly wait?: Wait;
}

/** Learns from the whole evidence which step caused which event. Computed once for a view. */
export const causality = oncePerObject((view: View): Causality => {
  const waits = new Map(view.evidence.waits.filter(({ kind }) => kind === 'event').map(wait => [wait.since, wait]));
  const courses = view.evidence.journeys.map(journey => {
    const steps = journey.steps.filter(step => view.outcomeOf(step) !== 'refused');
    return { journey, steps, events: view.eventsOf(journey) };
  });
  const { taken: given, surplus } = matchSteps(courses);
  const causes = causesOfEvents(view, courses);
  const taken = withoutEventsOfLaterSteps(view, courses, causes, given);
  const steps = view.evidence.journeys.flatMap(journey =>
    journey.steps.map(step => {
      const event = taken.get(step);
      const wait = waits.get(step.exchange);
      const accepted = view.outcomeOf(step) === 'accepted';
      return { journey, step, accepted, ...(event && { event }), ...(wait && { wait }) };
    }),
  );
  return { steps, causes, surplus };
});

/** The steps whose event is, by its type, of no other call: one that comes late may have been given to another step. */
export const stepsWithOwnEvent = oncePerObject(({ steps, causes }: Causality): ReadonlySet<StepSeen> => {
  const stepOf = new Map(causes.map(({ event, moment }) => [event, moment?.step]));
  return new Set(steps.filter(({ step, event }) => event !== undefined && stepOf.get(event) === step));
});
