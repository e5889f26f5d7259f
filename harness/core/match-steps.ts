import type { Course } from './causes-of-events.ts';
import { COMPLETED } from './dialect.ts';
import type { Step } from './evidence.ts';
import { leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from './lifecycle.ts';
import type { EventSeen } from './view.ts';
import { arrivalOf, type Window, windowsOf } from './windows.ts';

/** The window of a step and the course that it is of. */
interface StepWindow extends Window<Step, EventSeen> {
  readonly course: Course;
  /** Whether something came between each step before it and the next, so that nothing earlier is still to come. */
  readonly isSettled: boolean;
}

/** The share of a type's arrivals that must come after a step for the type to be that step's own. */
const OWN_SHARE = 0.5;
/** The share of the journeys which took a step that must show a type for it to be expected of the others. */
const EXPECTED_SHARE = 0.6;

/**
 * Gives each step one event. A step first takes an event from before the next step, of the type that most often comes
 * after such steps; a late event goes to a step that still lacks one. Events beyond the usual number after their step
 * are surplus; so is what came in place of its own.
 */
export function matchSteps(courses: readonly Course[]) {
  const windows = courses.flatMap(stepWindows);
  const shareOf = sharesOf(windows);
  const belongs = possibleBelonging(windows);
  const usual = usualCounts(windows);
  const taken = new Map<Step, EventSeen>();
  const left = new Set(windows.flatMap(({ arrivals }) => arrivals));
  const give = (step: Step, events: readonly EventSeen[]) => {
    const share = ({ type }: EventSeen) => (type === undefined ? 1 : shareOf(type, step.event));
    const possible = events.filter(event => left.has(event) && belongs(event.type, step.event));
    const [event] = possible.sort((a, b) => share(b) - share(a));
    if (event === undefined) return;
    taken.set(step, event);
    left.delete(event);
  };
  for (const { moment: step, arrivals } of windows) if (step) give(step, arrivals);
  for (const { moment: step, course } of windows) {
    if (step === undefined || taken.has(step)) continue;
    const later = windows.filter(other => other.course === course && other.moment && other.moment.at > step.at);
    // A late event: one too many after a later step, or one that cannot be of that step.
    give(
      step,
      later.flatMap(({ moment, arrivals }) =>
        arrivals.length > usual(moment?.event)
          ? arrivals
          : arrivals.filter(({ type }) => moment && !belongs(type, moment.event)),
      ),
    );
  }
  const surplus = windows.flatMap(({ moment, arrivals }) => {
    const rest = arrivals.filter(event => left.has(event));
    const event = moment && taken.get(moment);
    if (moment && event === undefined) return rest;
    const own = event && arrivals.includes(event) ? 1 : 0;
    return rest.slice(Math.max(0, usual(moment?.event) - own));
  });
  return { taken, surplus };
}

function stepWindows(course: Course): readonly StepWindow[] {
  const windows = windowsOf(course.steps, course.events, arrivalOf);
  const silent = windows.findIndex(({ moment, arrivals }) => moment !== undefined && arrivals.length === 0);
  return windows.map((window, index) => ({ ...window, course, isSettled: silent < 0 || index <= silent }));
}

/**
 * The usual number of events after a step; for undefined, before any step. Windows that are not settled, or with a
 * refused delivery, count only if there are no others: an earlier step's event may come there, or a redelivery under
 * another id.
 */
function usualCounts(windows: readonly StepWindow[]): (event: SimulateEvent | undefined) => number {
  const isCalm = ({ arrivals, isSettled }: StepWindow) =>
    isSettled && !arrivals.some(({ deliveries }) => deliveries.some(({ answer }) => answer.refused));
  const medians = new Map(
    [...Map.groupBy(windows, ({ moment }) => moment?.event)].map(([event, all]) => {
      const calm = all.filter(isCalm);
      const counts = (calm.length > 0 ? calm : all).map(({ arrivals }) => arrivals.length).sort((a, b) => a - b);
      return [event, counts[Math.floor(counts.length / 2)]];
    }),
  );
  return event => medians.get(event) ?? 0;
}

/**
 * Whether a type may be what a step caused: at least half of its arrivals come after it; or any do, if no type is
 * known for the step. Lenient, so that no step is wrongly said to lack its event; but a type that is expected of
 * another step cannot stand for the one that is expected of this.
 */
function possibleBelonging(windows: readonly StepWindow[]) {
  const ended = endedCourses(windows);
  const shareOf = sharesOf(windows.filter(({ course, moment }) => moment !== undefined || !ended.has(course)));
  const expected = expectedTypes(
    windows.filter(({ course }) => !ended.has(course)),
    shareOf,
  );
  return (type: string | undefined, step: SimulateEvent): boolean => {
    const own = expected.get(step) ?? NONE;
    if (type === undefined || own.has(type)) return true;
    const isKnown = own.size > 0;
    if (isKnown && [...expected.values()].some(types => types.has(type))) return false;
    const share = shareOf(type, step);
    if (share >= OWN_SHARE) return true;
    return !isKnown && share > 0 && shareOf(type, undefined) <= 0.5;
  };
}

/**
 * The courses of orders that end by themselves before any step: a type comes then, and nothing later, as wherever it
 * comes then. They say nothing about what steps cause.
 */
function endedCourses(windows: readonly StepWindow[]): ReadonlySet<Course> {
  const goingOn = new Set(windows.flatMap(({ course, moment, arrivals }) => (moment && arrivals[0] ? [course] : [])));
  const first = windows.filter(({ moment }) => moment === undefined);
  const introducing = new Set(
    first.flatMap(({ course, arrivals }) => (goingOn.has(course) ? arrivals.map(({ type }) => type) : [])),
  );
  const ends = ({ arrivals }: StepWindow) => arrivals.some(({ type }) => !introducing.has(type));
  return new Set(first.filter(ends).map(({ course }) => course));
}

const NONE: ReadonlySet<string> = new Set();

/** The share of a type's arrivals, in settled windows if any, that come after a step; for undefined, before any. */
type ShareOf = (type: string, step: SimulateEvent | undefined) => number;

function sharesOf(windows: readonly StepWindow[]): ShareOf {
  const arrivals = windows.flatMap(({ arrivals, moment, isSettled }) =>
    arrivals.map(({ type }) => ({ type, after: moment?.event, isSettled })),
  );
  const shares = new Map<string | undefined, ReadonlyMap<SimulateEvent | undefined, number>>();
  for (const [type, all] of Map.groupBy(arrivals, ({ type }) => type)) {
    const settled = all.filter(({ isSettled }) => isSettled);
    const telling = settled.length > 0 ? settled : all;
    const counts = Map.groupBy(telling, ({ after }) => after);
    // The specification says which step the credit signal belongs to, wherever it turns up.
    if (type === COMPLETED) shares.set(type, new Map(SIMULATE_EVENTS.filter(leadsToCredit).map(event => [event, 1])));
    else shares.set(type, new Map([...counts].map(([event, own]) => [event, own.length / telling.length])));
  }
  return (type, step) => shares.get(type)?.get(step) ?? 0;
}

/** By step: the types that nearly every journey shows for it. */
function expectedTypes(windows: readonly StepWindow[], shareOf: ShareOf) {
  return new Map(
    [...Map.groupBy(windows, ({ moment }) => moment?.event)].map(([step, all]) => {
      const shown = all.flatMap(({ course }) => [...new Set(course.events.flatMap(({ type }) => type ?? []))]);
      const own = shown.filter(type => shareOf(type, step) >= OWN_SHARE);
      const counts = [...Map.groupBy(own, type => type)];
      return [
        step,
        new Set(counts.filter(([, same]) => same.length >= EXPECTED_SHARE * all.length).map(([type]) => type)),
      ];
    }),
  );
}
