import { isOk } from './answered.ts';
import { askedEvent } from './asked-event.ts';
import { readCondition } from './condition.ts';
import { COMPLETED } from './dialect.ts';
import type { Exchange, Journey, Step, Wait } from './evidence.ts';
import { EVENT_FIELDS, isSimulateEvent, leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from './lifecycle.ts';
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

/** An event with what caused it. */
export interface Cause {
  readonly event: EventSeen;
  /** Absent where nothing had been simulated before the event arrived. */
  readonly moment?: Moment;
}

/** A simulate call that may have caused events: a step that was not refused, or a probe's call that was accepted. */
export interface Moment {
  readonly at: number;
  /** The step; absent for a probe's call. */
  readonly step?: Step;
  /** The probe's call; absent for a step. */
  readonly call?: Exchange;
  /** What it simulates. A probe's call has one if only its key is unusual: then it acts as a step. */
  readonly event?: SimulateEvent;
}

/** What arrived after one moment and before the next. */
export interface Window<M, A> {
  /** Absent for what arrived before the first moment. */
  readonly moment?: M;
  readonly arrivals: readonly A[];
}

/** Groups arrivals by the last moment at or before each. @param moments by time @param at when an arrival arrived */
export function windowsOf<M extends { readonly at: number }, A>(
  moments: readonly M[],
  arrivals: readonly A[],
  at: (arrival: A) => number,
): readonly Window<M, A>[] {
  return [undefined, ...moments].map((moment, index) => {
    const from = moment?.at ?? Number.NEGATIVE_INFINITY;
    const to = moments[index]?.at ?? Number.POSITIVE_INFINITY;
    return { ...(moment && { moment }), arrivals: arrivals.filter(one => at(one) >= from && at(one) < to) };
  });
}

/** The last step of a journey that was sent at or before a time; undefined before its first. */
export function lastStepBefore({ steps }: Pick<Journey, 'steps'>, time: number): Step | undefined {
  return steps.findLast(({ at }) => at <= time);
}

/** When an event first arrived. */
export function arrivalOf({ deliveries: [{ at }] }: EventSeen): number {
  return at;
}

/** The share of a type's arrivals that must come after a step for the type to be that step's own. */
const OWN_SHARE = 0.5;
/** The share of the journeys which took a step that must show a type for it to be expected of the others. */
const EXPECTED_SHARE = 0.6;
/** A type surely belongs to a step if more than this share of the journeys that took it show the type after it. */
const MOSTLY = 0.5;

/** A type surely belongs to a step if it comes behind that step in at least this share of the journeys that show it. */
const NEARLY_ALL = 0.9;
/** And in more than this share of those that took the step in the same way, with an amount or without. */
const OFTEN = 0.25;

/** Learns from the whole evidence which step caused which event. Computed once for a view. */
export const causality = oncePerObject((view: View): Causality => {
  const waits = new Map(view.evidence.waits.filter(({ kind }) => kind === 'event').map(wait => [wait.since, wait]));
  const courses = view.evidence.journeys.map(journey => {
    const steps = journey.steps.filter(step => view.outcomeOf(step) !== 'refused');
    const calm = steps.filter(step => waits.has(step.exchange) || step === steps.at(-1));
    return { journey, steps, calm, events: view.eventsOf(journey) };
  });
  const windows = courses.flatMap(course =>
    windowsOf(course.steps, course.events, arrivalOf).map(window => ({ ...window, course })),
  );
  const { taken, surplus } = match(windows);
  const steps = view.evidence.journeys.flatMap(journey =>
    journey.steps.map(step => {
      const event = taken.get(step);
      const wait = waits.get(step.exchange);
      const accepted = view.outcomeOf(step) === 'accepted';
      return { journey, step, accepted, ...(event && { event }), ...(wait && { wait }) };
    }),
  );
  return { steps, causes: causesOf(view, courses), surplus };
});

/** What happened in one journey. A step that was refused caused nothing, so it is left out. */
interface Course {
  readonly journey: Journey;
  readonly steps: readonly Step[];
  /** Those whose events had time to arrive before the next call: they were waited for, or the step is the last. */
  readonly calm: readonly Step[];
  readonly events: readonly EventSeen[];
}

/** The window of a step and the course that it is of. */
interface StepWindow extends Window<Step, EventSeen> {
  readonly course: Course;
}

/**
 * Gives each step one event. A step first takes an event from before the next step; a late event goes to a step that
 * still lacks one. Events beyond the usual number after their step are surplus; so is what came in place of its own.
 */
function match(windows: readonly StepWindow[]) {
  const belongs = possibleBelonging(windows);
  const usual = usualCounts(windows);
  const taken = new Map<Step, EventSeen>();
  const left = new Set(windows.flatMap(({ arrivals }) => arrivals));
  const give = (step: Step, events: readonly EventSeen[]) => {
    const event = events.find(event => left.has(event) && belongs(event.type, step.event));
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
  const surplus = windows
    .flatMap(({ moment, arrivals }) => (moment && !taken.has(moment) ? arrivals : arrivals.slice(usual(moment?.event))))
    .filter(event => left.has(event));
  return { taken, surplus };
}

/**
 * Gives each event its cause: the last call before it that its type surely belongs to, since an event that comes late
 * arrives after a later step than its own; else the last call before it. As many events of a type as there are calls
 * that it belongs to are theirs in turn.
 */
function causesOf(view: View, courses: readonly Course[]): readonly Cause[] {
  const events = eventsAfterMoments(view, courses);
  const belongs = sureBelonging(courses, events);
  const alike = Map.groupBy(events, ({ event: { journey, type } }) => `${journey.id} ${type}`);
  const turns = new Map([...alike.values()].flatMap(same => [...inTurn(same, belongs)]));
  return events.map(({ event, before }) => {
    const own = turns.get(event) ?? before.findLast(moment => belongs(event.type, moment)) ?? before.at(-1);
    return { event, ...(own && { moment: own }) };
  });
}

/** The causes of the events of one journey and type, in turn, if they are as many as the calls that they belong to. */
function inTurn(
  events: ReturnType<typeof eventsAfterMoments>,
  belongs: (type: string | undefined, moment: Moment) => boolean,
): ReadonlyMap<EventSeen, Moment> {
  const own = events.at(-1)?.before.filter(moment => belongs(events[0]?.event.type, moment)) ?? [];
  const pairs = events.flatMap(({ event, before }, nth) => {
    const moment = own[nth];
    return moment && before.includes(moment) ? [[event, moment] as const] : [];
  });
  return new Map(own.length === events.length && pairs.length === events.length ? pairs : []);
}

/** Every event with the calls before it that may have caused it, in the order of time. */
function eventsAfterMoments(view: View, courses: readonly Course[]) {
  const probes = Map.groupBy(view.evidence.exchanges.filter(isAcceptedProbe), ({ journey }) => journey);
  return courses.flatMap(({ journey, steps, events }) => {
    const moments: readonly Moment[] = [
      ...steps.map(step => ({ at: step.at, step, event: step.event })),
      ...(probes.get(journey.id) ?? []).map(call => ({ at: call.sentAt, call, ...eventOfProbe(call) })),
    ].sort((a, b) => a.at - b.at);
    return events.map(event => ({ event, before: moments.filter(({ at }) => at <= arrivalOf(event)) }));
  });
}

/** Whether a type comes behind one step alone, or most journeys that took a step, and gave it time, show it then. */
function sureBelonging(courses: readonly Course[], events: ReturnType<typeof eventsAfterMoments>) {
  const calm = new Set(courses.flatMap(course => course.calm));
  const took = countJourneys([...calm].map(step => [kindOf(step.event, step), step]));
  const showed = countJourneys(
    events.flatMap(({ event, before }) => {
      const step = before.at(-1)?.step;
      return step && calm.has(step) ? [[`${kindOf(step.event, step)} ${event.type}`, step]] : [];
    }),
  );
  const owners = ownersOfTypes(events);
  const all = countJourneys(
    courses.flatMap(({ steps }) => steps.map(step => [kindOf(step.event, step), step] as const)),
  );
  const behind = countJourneys(
    events.flatMap(({ event, before }) =>
      before.flatMap(({ step }) => (step ? [[`${kindOf(step.event, step)} ${event.type}`, step] as const] : [])),
    ),
  );
  return (type: string | undefined, moment: Moment) => {
    if (moment.event === undefined) return false;
    if (type === COMPLETED) return leadsToCredit(moment.event);
    const kind = kindOf(moment.event, moment.step);
    const owner = owners.get(type);
    if (owner !== undefined)
      return owner === moment.event && (behind.get(`${kind} ${type}`) ?? 0) > OFTEN * (all.get(kind) ?? 0);
    return (showed.get(`${kind} ${type}`) ?? 0) > MOSTLY * (took.get(kind) ?? Number.POSITIVE_INFINITY);
  };
}

/**
 * By type: the step behind which it comes in nearly all journeys, and no more often than the step was taken; of several
 * the one that is first taken last. So a type that often comes late, after a later step, is known to be its own step's.
 */
function ownersOfTypes(events: ReturnType<typeof eventsAfterMoments>) {
  // What a probe's call causes shows nothing about steps.
  const ofSteps = events.filter(({ before }) => before.every(({ event }) => event !== undefined));
  const byType = Map.groupBy(ofSteps, ({ event }) => event.type);
  return new Map([...byType].map(([type, all]) => [type, ownerOf(all)]));
}

function ownerOf(events: ReturnType<typeof eventsAfterMoments>): SimulateEvent | undefined {
  const journeys = [...Map.groupBy(events, ({ event }) => event.journey).values()];
  const nearlyAll = (holds: (own: typeof events) => boolean) =>
    journeys.filter(holds).length >= NEARLY_ALL * journeys.length;
  const stepsOf = (before: readonly Moment[], step: SimulateEvent) => before.filter(({ event }) => event === step);
  const behind = SIMULATE_EVENTS.filter(step =>
    nearlyAll(own => own.every(({ before }, nth) => stepsOf(before, step).length > nth)),
  );
  const beginning = (own: typeof events, step: SimulateEvent) => stepsOf(own[0]?.before ?? [], step)[0]?.at ?? 0;
  return behind.find(step => nearlyAll(own => behind.every(other => beginning(own, other) <= beginning(own, step))));
}

/** By key: of how many journeys the steps are. */
function countJourneys(steps: readonly (readonly [key: string, step: Step])[]): ReadonlyMap<string, number> {
  const byKey = Map.groupBy(steps, ([key]) => key);
  return new Map([...byKey].map(([key, own]) => [key, new Set(own.map(([, { journey }]) => journey)).size]));
}

/** A step that names an amount or a network may cause other events than one that does not. */
function kindOf(event: SimulateEvent, step: Step | undefined): string {
  return [event, ...EVENT_FIELDS.filter(field => step?.[field.step] !== undefined).map(({ wire }) => wire)].join();
}

function isAcceptedProbe({ operation, condition, response }: Exchange): boolean {
  return operation === 'simulateCollectionOrder' && condition !== undefined && isOk(response?.status ?? 0);
}

function eventOfProbe(call: Exchange): Pick<Moment, 'event'> {
  const event = readCondition(call.condition)?.key === 'refused' ? askedEvent(call) : undefined;
  return isSimulateEvent(event) ? { event } : {};
}

/**
 * The usual number of events after a step; for undefined, before any step. Windows with a refused delivery count only
 * if there are no others, since a redelivery under another id would count twice.
 */
function usualCounts(windows: readonly StepWindow[]): (event: SimulateEvent | undefined) => number {
  const isCalm = ({ arrivals }: StepWindow) =>
    !arrivals.some(({ deliveries }) => deliveries.some(({ answer }) => answer.refused));
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
  const shareOf = sharesOf(windows);
  const expected = expectedTypes(windows, shareOf);
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

const NONE: ReadonlySet<string> = new Set();

/** The share of a type's arrivals that come after a step; for undefined, before any. */
type ShareOf = (type: string, step: SimulateEvent | undefined) => number;

function sharesOf(windows: readonly StepWindow[]): ShareOf {
  const arrivals = windows.flatMap(window =>
    window.arrivals.map(({ type }) => ({ type, after: window.moment?.event })),
  );
  const shares = new Map<string | undefined, ReadonlyMap<SimulateEvent | undefined, number>>();
  for (const [type, all] of Map.groupBy(arrivals, ({ type }) => type)) {
    const counts = Map.groupBy(all, ({ after }) => after);
    // The specification says which step the credit signal belongs to, wherever it turns up.
    if (type === COMPLETED) shares.set(type, new Map(SIMULATE_EVENTS.filter(leadsToCredit).map(event => [event, 1])));
    else shares.set(type, new Map([...counts].map(([event, own]) => [event, own.length / all.length])));
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
