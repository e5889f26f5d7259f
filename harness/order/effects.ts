import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { Step } from '../evidence/evidence.ts';
import type { EventSeen, View } from '../evidence/view.ts';
import { mayAct } from './classify.ts';
import type { Model } from './estimate.ts';
import type { Explanation } from './explanation.ts';
import { LIMITS } from './limits.ts';
import { fits } from './moves.ts';
import { explainRun } from './run.ts';
import type { Call, Sighting, StepCall } from './trace.ts';

/** What the steps of a run caused, as far as it is known. */
export interface Effects {
  /** By step: the types of its events. */
  readonly types: ReadonlyMap<Step, ReadonlySet<string>>;
  /** The events that no other step can have caused. */
  readonly sure: ReadonlySet<EventSeen>;
  /** Steps whose effects are ambiguous: an event may belong to either of two. */
  readonly unsure: ReadonlySet<Step>;
  /** The simulate events whose webhooks cannot be attributed, so that such a step is never known to be silent. */
  readonly veiled: ReadonlySet<SimulateEvent>;
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

/** Reads from the explanations of all orders which types of events each step caused. */
export function effectsOf(view: View): Effects {
  const { model, explanations } = explainRun(view);
  const all = explanations.flatMap(explanation => effectsIn(explanation, model));
  const veiled = new Set<SimulateEvent>();
  const areNamed = all.some(({ event }) => !event.isNameless);
  const effects = [...Map.groupBy(all, ({ type }) => type)].flatMap(([type, own]) => {
    const nameless = areNamed ? own.filter(({ event }) => event.isNameless) : [];
    if (own.length - nameless.length >= LIMITS.mostly * own.length) return model.isUnasked(type) ? [] : own;
    for (const { call } of own) veiled.add(call.step.event);
    return [];
  });
  const ofSteps = [...Map.groupBy(effects, ({ call }) => call.step)];
  const kinds = new Map(ofSteps.map(([step, own]) => [step, new Set(own.map(({ type }) => type))]));
  const types = new Map(
    ofSteps.map(([step, own]) => [step, new Set(own.map(({ event }) => event.seen.type ?? UNREADABLE))]),
  );
  // What takes longer than any event that only one step can have sent is not of a rival.
  const delay = ({ event }: Effect, call: Call) => event.at - call.at;
  const longest = Math.max(0, ...effects.map(one => (one.rivals.length === 0 ? delay(one, one.call) : 0)));
  const sure = new Set<EventSeen>();
  const unsure = new Set<Step>();
  for (const effect of effects) {
    const rivals = effect.rivals.filter(rival => delay(effect, rival) <= longest);
    if (rivals.length === 0) sure.add(effect.event.seen);
    const silent = rivals.filter(({ step }) => !kinds.get(step)?.has(effect.type));
    for (const { step } of silent.length > 0 ? [effect.call, ...silent] : []) unsure.add(step);
  }
  return { types, sure, unsure, veiled };
}

/** The events of an order that steps sent. One that no call explains is taken for the last step's before it. */
function effectsIn({ trace: { calls, events }, moves }: Explanation, model: Model): readonly Effect[] {
  const callOf = new Map(moves.flatMap(({ call, event }) => (call && event ? [[event, call] as const] : [])));
  return events.flatMap((event): readonly Effect[] => {
    const before = calls.filter(({ at, verdict }) => at <= event.at && mayAct(verdict));
    const call = callOf.get(event) ?? before.at(-1);
    if (call === undefined || !isStep(call)) return [];
    const rivals = before.filter(isStep).filter(other => other !== call && mayHaveSent(model, other, event));
    return [{ event, type: event.type || UNREADABLE, call, rivals }];
  });
}

function isStep(call: Call): call is StepCall {
  return call.step !== undefined;
}

/** Whether the webhook of a step has the type of an event, or is not known. */
function mayHaveSent(model: Model, call: Call, event: Sighting): boolean {
  return fits(model, call, event) || model.owes(call.input).size === 0;
}
