import type { Course } from './causes-of-events.ts';
import type { Step } from './evidence.ts';
import type { EventSeen, View } from './view.ts';
import { arrivalOf } from './windows.ts';
import { writeStep } from './write-step.ts';

/** A step that was not refused, with the one after it and the event that it was given. */
interface Given {
  readonly step: Step;
  readonly next: Step | undefined;
  readonly event: EventSeen | undefined;
}

/**
 * Takes away the events that only seem to be late ones of a step. Wherever orders took the step on the same way, what
 * it was given came after a later step; and where an order took no later step, nothing came in as long a time. So each
 * is an event of the later step.
 *
 * @param taken the event that each step was given
 */
export function withoutLaterSteps(
  view: View,
  courses: readonly Course[],
  taken: ReadonlyMap<Step, EventSeen>,
): ReadonlyMap<Step, EventSeen> {
  const all = courses.flatMap(({ steps }) =>
    steps.map((step, nth) => {
      const way = steps
        .slice(0, nth + 1)
        .map(writeStep)
        .join();
      return { way, step, next: steps[nth + 1], event: taken.get(step) };
    }),
  );
  const own = new Map(taken);
  for (const same of Map.groupBy(all, ({ way }) => way).values())
    if (areOfLaterSteps(view, same)) for (const { step } of same) own.delete(step);
  return own;
}

function areOfLaterSteps(view: View, same: readonly Given[]): boolean {
  const delays = same.flatMap(({ step, event }) => (event ? [arrivalOf(event) - step.at] : []));
  const areLate = same.every(({ next, event }) => !event || (next !== undefined && arrivalOf(event) >= next.at));
  if (delays.length === 0 || !areLate) return false;
  const longest = Math.max(...delays);
  return same.some(
    ({ step, next, event }) =>
      next === undefined &&
      event === undefined &&
      view.outcomeOf(step) === 'accepted' &&
      view.until > step.at + longest &&
      !view.troubled(step.at, step.at + longest, step.exchange),
  );
}
