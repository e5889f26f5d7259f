import { oncePerObject } from '../base/once.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../contract/lifecycle.ts';
import type { Exchange, Journey, Step, Wait } from '../evidence/evidence.ts';
import type { EventSeen, View } from '../evidence/view.ts';
import { mayAct } from './classify.ts';
import type { Explanation } from './explanation.ts';
import { explainRun } from './run.ts';
import type { Call, Sighting } from './trace.ts';

/** Which call caused which event, as the explanations of the orders say. */
export interface Causes {
  /** Every step, with the event that it caused. */
  readonly steps: readonly StepSeen[];
  /** Every event of every journey, with what caused it. */
  readonly causes: readonly Cause[];
}

/** A step of a journey with what came of it. */
export interface StepSeen {
  readonly journey: Journey;
  readonly step: Step;
  readonly accepted: boolean;
  /** The first event that the step caused; absent where none came. */
  readonly event?: EventSeen;
  /** How its webhook was waited for; absent where it was not. */
  readonly wait?: Wait;
}

/** An event with what caused it. */
export interface Cause {
  readonly event: EventSeen;
  /** The call that it is explained by, else the last one before it that may have acted; absent where there is none. */
  readonly moment?: CausingCall;
}

/** A simulate call that may have caused events. */
export interface CausingCall {
  readonly at: number;
  /** The step; absent for a call of a probe. */
  readonly step?: Step;
  /** The call of a probe; absent for a step. */
  readonly call?: Exchange;
  /** What it simulates. A call of a probe has one if only its key is unusual: then it acts as a step. */
  readonly event?: SimulateEvent;
}

/** Reads from the explanations of all orders which call caused which event. */
export const causesIn = oncePerObject((view: View): Causes => {
  const all = explainRun(view).explanations.map(explanation => causesOf(view, explanation));
  return {
    steps: all.flatMap(({ steps }) => steps),
    causes: all.flatMap(({ causes }) => causes),
  };
});

/** The types of the events that a call caused. */
export function typesAfter(view: View, { id }: Pick<Exchange, 'id'>): ReadonlySet<string | undefined> {
  const isOwn = ({ step, call }: CausingCall) => step?.exchange === id || call?.id === id;
  const own = causesIn(view).causes.filter(({ moment }) => moment !== undefined && isOwn(moment));
  return new Set(own.map(({ event }) => event.type));
}

function causesOf(view: View, { trace: { journey, calls, events }, moves }: Explanation): Causes {
  const callOf = new Map(moves.flatMap(({ call, event }) => (call && event ? [[event, call] as const] : [])));
  const callOfStep = new Map(calls.flatMap(call => (call.step ? [[call.step, call] as const] : [])));
  const steps = journey.steps.map((step): StepSeen => {
    const call = callOfStep.get(step);
    const event = events.find(own => call !== undefined && callOf.get(own) === call)?.seen;
    const accepted = view.outcomeOf(step) === 'accepted';
    return { journey, step, accepted, ...(event && { event }), ...(call?.wait && { wait: call.wait }) };
  });
  const causes = events.map((event): Cause => {
    const call = callOf.get(event) ?? calls.findLast(({ at, verdict }) => at <= event.at && mayAct(verdict));
    return { event: event.seen, ...(call && { moment: momentOf(call) }) };
  });
  return { steps, causes };
}

function momentOf({ at, step, exchange, role, asks }: Call): CausingCall {
  if (step) return { at, step, event: step.event };
  return { at, call: exchange, ...(role === 'keyless' && asks && { event: asks }) };
}

/** By simulate event: the types that it sends, in the order in which they come. It is the list that most calls show. */
export const owedTypes = oncePerObject((view: View): ReadonlyMap<SimulateEvent, readonly string[]> => {
  const { model, explanations } = explainRun(view);
  return new Map(
    SIMULATE_EVENTS.map(event => {
      const lists = explanations.flatMap(explanation => eventsOfCalls(explanation, event));
      const owed = mostCommon(lists).filter(({ type }) => model.owes(event).has(type));
      return [event, owed.flatMap(({ seen }) => seen.type ?? [])];
    }),
  );
});

/** The events that each call of a simulate event caused, where it had none of the optional fields. */
function eventsOfCalls({ trace: { calls }, moves }: Explanation, event: SimulateEvent) {
  if (calls.some(({ role }) => role !== 'step')) return [];
  const own = calls.filter(call => call.input === event && call.verdict === 'taken' && !call.isRepeated);
  return own.map(call => moves.flatMap(move => (move.call === call && move.event ? [move.event] : [])));
}

/** The list that occurs most often, among those that are not empty. */
function mostCommon(lists: readonly (readonly Sighting[])[]): readonly Sighting[] {
  const alike = Map.groupBy(
    lists.filter(({ length }) => length > 0),
    list => list.map(({ type }) => type).join(),
  );
  const [most] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0] ?? [];
}
