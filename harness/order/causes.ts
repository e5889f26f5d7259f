import { oncePerObject } from '../base/once.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/answered.ts';
import type { Exchange, Journey, Step, Wait } from '../evidence/evidence.ts';
import type { ReceivedEvent, View } from '../evidence/view.ts';
import type { Model } from './estimate.ts';
import type { Explanation } from './explanation.ts';
import { LIMITS } from './limits.ts';
import { fits } from './moves.ts';
import { explainRun } from './run.ts';
import { type Call, inputsOf, isStep, type Sighting, type StepCall, type Trace } from './trace.ts';

/** Which call caused which event, according to the explanations of the orders. */
interface Causes {
  /** Every step, with the event that it caused. */
  readonly steps: readonly StepEffect[];
  /** Every event of every journey, with its cause. */
  readonly causes: readonly Cause[];
}

/** A step of a journey with its effect. */
interface StepEffect {
  readonly journey: Journey;
  readonly step: Step;
  readonly accepted: boolean;
  /** The first event that the step caused; absent if none arrived. */
  readonly event?: ReceivedEvent;
  /** The wait for its webhook; absent if nobody waited. */
  readonly wait?: Wait;
}

/** An event with its cause. */
export interface Cause {
  readonly event: ReceivedEvent;
  readonly sighting: Sighting;
  readonly trace: Trace;
  /** The call that explains it, or else the last call before it that may have acted; absent if there is none. */
  readonly call?: Call;
}

/** Reads from the explanations of all orders which call caused which event. */
export const causesIn = oncePerObject((view: View): Causes => {
  const all = explainRun(view).explanations.map(explanation => causesOf(view, explanation));
  return {
    steps: all.flatMap(({ steps }) => steps),
    causes: all.flatMap(({ causes }) => causes),
  };
});

/** The types of the events that a call caused, without those that name no order and belong to no step. */
export function typesAfter(view: View, { id }: Pick<Exchange, 'id'>): ReadonlySet<string | undefined> {
  const { model } = explainRun(view);
  const isOfNoStep = ({ isNameless, type }: Sighting) => isNameless && model.isUnasked(type) && !model.isOwed(type);
  const own = causesIn(view).causes.filter(({ call, sighting }) => call?.exchange.id === id && !isOfNoStep(sighting));
  return new Set(own.map(({ event }) => event.type));
}

function causesOf(view: View, { trace, moves }: Explanation): Causes {
  const { journey, calls, events } = trace;
  const callOf = new Map(moves.flatMap(({ call, event }) => (call && event ? [[event, call] as const] : [])));
  const steps = journey.steps.map((step): StepEffect => {
    const call = calls.find(each => each.step === step);
    const event = events.find(each => call !== undefined && callOf.get(each) === call)?.seen;
    const accepted = view.answerTo(step) === 'taken';
    return { journey, step, accepted, ...(event && { event }), ...(call?.wait && { wait: call.wait }) };
  });
  const causes = events.map((sighting): Cause => {
    const call = callOf.get(sighting) ?? actingBefore(trace, sighting).at(-1);
    return { event: sighting.seen, sighting, trace, ...(call && { call }) };
  });
  return { steps, causes };
}

function actingBefore(trace: Trace, event: Sighting): readonly Call[] {
  return trace.callsBefore(event).filter(({ answer }) => mayAct(answer));
}

/** For each simulate event, the types that it sends, in order: the sequence that most calls show. */
export const owedTypes = oncePerObject((view: View): ReadonlyMap<SimulateEvent, readonly string[]> => {
  const { model, explanations } = explainRun(view);
  return new Map(
    SIMULATE_EVENTS.map(event => {
      // A step with a field may send something else, so such calls count only if there are no others.
      const [owed = []] = inputsOf(event)
        .map(input => {
          const lists = explanations.flatMap(explanation => eventsOfCalls(explanation, input));
          return mostCommon(lists).filter(({ type }) => model.owes(input).has(type));
        })
        .filter(({ length }) => length > 0);
      return [event, owed.flatMap(({ seen }) => seen.type ?? [])];
    }),
  );
});

/** The events that each call with an input caused. */
function eventsOfCalls({ trace: { calls }, moves }: Explanation, input: string) {
  if (calls.some(({ role }) => role !== 'step')) return [];
  const matching = calls.filter(call => call.input === input && call.answer === 'taken' && !call.isRepeated);
  return matching.map(call => moves.flatMap(move => (move.call === call && move.event ? [move.event] : [])));
}

function mostCommon(lists: readonly (readonly Sighting[])[]): readonly Sighting[] {
  const byTypes = Map.groupBy(
    lists.filter(({ length }) => length > 0),
    list => list.map(({ type }) => type).join(),
  );
  const [most] = [...byTypes.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0] ?? [];
}

/** An event, the step that explains it, and other steps that may have sent it. */
interface Effect {
  readonly event: Sighting;
  readonly type: string;
  readonly call: StepCall;
  readonly rivals: readonly StepCall[];
}

/** Stands for an event type that cannot be read. */
const UNREADABLE = '(unreadable)';

/**
 * Reads from the explanations of all orders which types of events each step caused; `sure` are the events that no other
 * step can have caused. An event of an `unsure` step may belong to another one. The webhooks of a `veiled` simulate
 * event cannot be attributed, so that such a step is never known to be silent.
 */
export function effectsOf(view: View) {
  const { model } = explainRun(view);
  const all = causesIn(view).causes.flatMap(cause => effectOf(cause, model));
  const veiled = new Set<SimulateEvent>();
  const areNamed = all.some(({ event }) => !event.isNameless);
  const effects = [...Map.groupBy(all, ({ type }) => type)].flatMap(([type, ofType]) => {
    const nameless = areNamed ? ofType.filter(({ event }) => event.isNameless) : [];
    if (ofType.length - nameless.length >= LIMITS.mostly * ofType.length) return model.isUnasked(type) ? [] : ofType;
    for (const { call } of ofType) veiled.add(call.step.event);
    return [];
  });
  const ofSteps = [...Map.groupBy(effects, ({ call }) => call.step)];
  const kinds = new Map(ofSteps.map(([step, ofStep]) => [step, new Set(ofStep.map(({ type }) => type))]));
  const types = new Map(
    ofSteps.map(([step, ofStep]) => [step, new Set(ofStep.map(({ event }) => event.seen.type ?? UNREADABLE))]),
  );
  // A rival is ruled out if the delay would exceed that of every event which only one step can have sent.
  const delay = ({ event }: Effect, call: Call) => event.at - call.at;
  const longest = Math.max(0, ...effects.map(one => (one.rivals.length === 0 ? delay(one, one.call) : 0)));
  const sure = new Set<ReceivedEvent>();
  const unsure = new Set<Step>();
  for (const effect of effects) {
    const rivals = effect.rivals.filter(rival => delay(effect, rival) <= longest);
    if (rivals.length === 0) sure.add(effect.event.seen);
    const silent = rivals.filter(({ step }) => !kinds.get(step)?.has(effect.type));
    for (const { step } of silent.length > 0 ? [effect.call, ...silent] : []) unsure.add(step);
  }
  return { types, sure, unsure, veiled };
}

/** The effect of a step, with the other steps that may have sent the event. Empty if no step caused it. */
function effectOf({ sighting: event, trace, call }: Cause, model: Model): readonly Effect[] {
  if (call === undefined || !isStep(call)) return [];
  const others = actingBefore(trace, event).filter(isStep);
  const rivals = others.filter(other => other !== call && mayHaveSent(model, other, event));
  return [{ event, type: event.type || UNREADABLE, call, rivals }];
}

function mayHaveSent(model: Model, call: Call, event: Sighting): boolean {
  return fits(model, call, event) || model.owes(call.input).size === 0;
}
