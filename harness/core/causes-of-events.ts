import { isOk } from './answered.ts';
import { askedEvent } from './asked-event.ts';
import { readCondition } from './condition.ts';
import { COMPLETED } from './dialect.ts';
import type { Exchange, Journey, Step } from './evidence.ts';
import { EVENT_FIELDS, isSimulateEvent, leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from './lifecycle.ts';
import type { EventSeen, View } from './view.ts';
import { arrivalOf } from './windows.ts';

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

/** What happened in one journey. A step that was refused caused nothing, so it is left out. */
export interface Course {
  readonly journey: Journey;
  readonly steps: readonly Step[];
  readonly events: readonly EventSeen[];
}

/** A type surely belongs to a step if it comes behind that step in at least this share of the journeys that show it. */
const NEARLY_ALL = 0.9;
/** And in more than this share of those that took the step in the same way, with an amount or without. */
const OFTEN = 0.25;

/**
 * Gives each event its cause: the last call before it that its type surely belongs to, since an event that comes late
 * arrives after a later step than its own; else the last call before it. As many events of a type as there are calls
 * that it belongs to are theirs in turn.
 */
export function causesOfEvents(view: View, courses: readonly Course[]): readonly Cause[] {
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

/** Whether a type comes behind one step alone, and not seldom behind a step that was taken in the same way. */
function sureBelonging(courses: readonly Course[], events: ReturnType<typeof eventsAfterMoments>) {
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
    return owners.get(type) === moment.event && (behind.get(`${kind} ${type}`) ?? 0) > OFTEN * (all.get(kind) ?? 0);
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
