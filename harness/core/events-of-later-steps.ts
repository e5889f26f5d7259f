import type { Cause, Course } from './causes-of-events.ts';
import type { Step } from './evidence.ts';
import type { EventSeen, View } from './view.ts';
import { arrivalOf } from './windows.ts';
import { writeStep } from './write-step.ts';

/** A step that was not refused, in its course, with the event that it was given. */
interface Given {
  readonly course: Course;
  readonly step: Step;
  /** The step after it. */
  readonly next: Step | undefined;
  readonly event: EventSeen | undefined;
}

/**
 * Removes events that only appear to be late events of a step: for every order that took the same steps, the event came
 * after a later step. It belongs to the later step in two cases. Orders that took no later step received nothing in the
 * same time. Or orders that never took this step received it after the later step, just as often.
 *
 * @param taken the event that each step was given
 */
export function withoutEventsOfLaterSteps(
  view: View,
  courses: readonly Course[],
  causes: readonly Cause[],
  taken: ReadonlyMap<Step, EventSeen>,
): ReadonlyMap<Step, EventSeen> {
  const all = courses.flatMap(course =>
    course.steps.map((step, nth): Given & { way: string } => {
      const way = course.steps
        .slice(0, nth + 1)
        .map(writeStep)
        .join();
      return { way, course, step, next: course.steps[nth + 1], event: taken.get(step) };
    }),
  );
  const causeOf = new Map(causes.map(({ event, moment }) => [event, moment?.step]));
  const own = new Map(taken);
  for (const same of Map.groupBy(all, ({ way }) => way).values()) {
    // An event that is of an earlier call says nothing about this step.
    const isPossible = ({ step, event }: Given) => event && (causeOf.get(event)?.at ?? step.at) >= step.at;
    const given = same.filter(isPossible);
    const areLate = given.every(({ next, event }) => next && event && arrivalOf(event) >= next.at);
    if (given.length === 0 || !areLate) continue;
    if (isSilentAlone(view, same) || given.every(one => comesWithout(courses, one, causeOf)))
      for (const { step } of same) own.delete(step);
  }
  return own;
}

/** Whether an order that took no later step brought nothing, for longer than any other took. */
function isSilentAlone(view: View, same: readonly Given[]): boolean {
  const longest = Math.max(...same.map(({ step, event }) => (event ? arrivalOf(event) - step.at : 0)));
  return same.some(
    ({ step, next, event }) =>
      next === undefined &&
      event === undefined &&
      view.outcomeOf(step) === 'accepted' &&
      view.until > step.at + longest &&
      !view.troubled(step.at, step.at + longest, step.exchange),
  );
}

/** Whether a step's event is, by its type, the only one of a later step, after which it comes without this step too. */
function comesWithout(
  courses: readonly Course[],
  { course, step, event }: Given,
  causeOf: ReadonlyMap<EventSeen, Step | undefined>,
): boolean {
  const later = event && causeOf.get(event);
  if (later === undefined || later.at <= step.at) return false;
  const countIn = (own: Course) => own.events.filter(({ type }) => type === event?.type).length;
  const takes = (own: Course, taken: Step) => own.steps.filter(one => one.event === taken.event).length;
  const others = courses.filter(own => takes(own, step) === 0 && takes(own, later) > 0);
  return countIn(course) <= takes(course, later) && others.some(own => countIn(own) > 0);
}
