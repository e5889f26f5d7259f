import { FAILURES, saysFailure } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/answered.ts';
import type { Model } from './estimate.ts';
import type { DueOf, Explanation } from './explanation.ts';
import { isKindOf } from './kinds.ts';
import { LIMITS } from './limits.ts';
import { fits } from './moves.ts';
import type { Call, Sighting, Timed, Trace } from './trace.ts';

/** An event without an order that may be the missing event of any order. */
export type SpareEvent = Pick<Sighting, 'type' | 'at'>;

/** An event without an order for which nothing was due, and the call that sent it, if any. */
interface Undue {
  readonly explanation: Explanation;
  readonly event: Sighting;
  readonly call?: Call;
  readonly defect: 'mistake' | 'thoughRefused' | 'contradicted';
}

/**
 * The events without an order that were sent although nothing was due. One such event may be of any order, or of none,
 * so a sound service explains it. It does not explain events that come beside the same thing in several orders.
 *
 * @param left the events without an order that are left over
 */
export function undueNameless(
  model: Model,
  dueOf: DueOf,
  explanations: readonly Explanation[],
  left: readonly SpareEvent[],
): readonly Undue[] {
  return [
    ...sentByMistakes(model, dueOf, explanations, left),
    ...besideCredits(model, explanations),
    ...behindRefusals(model, explanations, left),
  ];
}

/** Failures that are told right beside the credits of orders, although no call asked for one. */
function besideCredits(model: Model, explanations: readonly Explanation[]): readonly Undue[] {
  const ofFailure = new Set(FAILURES.flatMap(failure => [...model.owes(failure)]));
  const credits = explanations.flatMap(({ trace: { events } }) => events.filter(({ isCredit }) => isCredit));
  const isBeside = ({ at }: Timed) => credits.some(credit => Math.abs(credit.at - at) <= TOGETHER_MS);
  return proven(explanations, isBeside, (trace, event) => {
    const isOfFailure = [...ofFailure].some(kind => isKindOf(kind, event.seen.type ?? ''));
    const isOfRefusal = trace.callsBefore(event).some(call => isRefused(call) && fits(model, call, event));
    const isUndue = trace.credit !== undefined && isOfFailure && saysFailure(event.type) && !isOfRefusal;
    return isUndue ? { defect: 'contradicted' } : undefined;
  });
}

/** Events that come right after refused steps, and that such steps send if they are accepted. */
function behindRefusals(model: Model, explanations: readonly Explanation[], left: readonly SpareEvent[]) {
  const refused = explanations.flatMap(({ trace: { calls } }) => calls.filter(isRefused));
  const isBehind = (call: Call, { at }: Timed) => at >= call.at && at - call.at <= TOGETHER_MS;
  return [...new Set(left.map(({ type }) => type))].flatMap(type => {
    const fitting = new Set(refused.filter(call => fits(model, call, { type, isCredit: false })));
    const isBeside = (event: Timed) => [...fitting].some(call => isBehind(call, event));
    return proven(explanations, isBeside, ({ calls }, event) => {
      const call = calls.findLast(one => fitting.has(one) && isBehind(one, event));
      return call && left.includes(event) ? { call, defect: 'thoughRefused' } : undefined;
    });
  });
}

function isRefused({ role, answer }: Call): boolean {
  return role === 'step' && answer === 'refused';
}

/** The events without an order and without a cause that have another cause, if chance hardly brings them there. */
function proven(
  explanations: readonly Explanation[],
  isBeside: (event: Timed) => boolean,
  causeIn: (trace: Trace, event: Sighting) => Pick<Undue, 'call' | 'defect'> | undefined,
): readonly Undue[] {
  const all = explanations.flatMap((explanation): readonly Undue[] => {
    const { trace, moves } = explanation;
    const events = moves.flatMap(({ event, call }) => (event?.isNameless && call === undefined ? [event] : []));
    const [first] = events.flatMap(event => {
      const cause = causeIn(trace, event);
      return cause ? [{ explanation, event, ...cause }] : [];
    });
    return first ? [first] : [];
  });
  const events = all.map(({ explanation: { trace }, event: { at } }) => ({ trace, at }));
  return comeBeside(events, isBeside) ? all : [];
}

/**
 * The webhooks without an order that calls which simulate nothing sent. This holds if several orders have one more
 * event than their steps account for, each soon after such a call, and no other order does. Example: `deposit.detected`
 * after a call without an event, before the step sends its own.
 *
 * @param left the events without an order that are left over
 */
function* sentByMistakes(
  model: Model,
  dueOf: DueOf,
  explanations: readonly Explanation[],
  left: readonly SpareEvent[],
): Generator<Undue> {
  // If the order of one call lacks the type that the call seems to owe, the event may have come to another order.
  const sends = (trace: Trace, type: string) => {
    const owing = trace.calls.filter(
      one => one.role !== 'mistake' && mayAct(one.answer) && model.owes(one.input).has(type),
    );
    return owing.every(one => one.isRepeated || trace.eventsAfter(one).some(event => event.type === type));
  };
  const isOfStep = ({ type }: SpareEvent) =>
    model.isOwed(type) && !model.isUnasked(type) && explanations.every(({ trace }) => sends(trace, type));
  const surplus = explanations.flatMap(explanation => {
    const { trace } = explanation;
    const due = dueOf(trace);
    return trace.events
      .filter(event => left.includes(event) && isOfStep(event))
      .map(event => ({
        explanation,
        event,
        call: trace
          .callsBefore(event)
          .findLast(one => one.role === 'mistake' && one.answer !== 'unknown' && due.isNear(one, event)),
      }));
  });
  for (const [type, ofType] of Map.groupBy(surplus, ({ event }) => event.type)) {
    const ofCalls = ofType.flatMap(({ call, ...one }) => (call ? [{ ...one, call, defect: 'mistake' as const }] : []));
    const areAll = ofCalls.length === left.filter(one => one.type === type).length;
    if (areAll && ofCalls.length >= LIMITS.several) yield* ofCalls;
  }
}

/** An event of an order. */
interface EventOfOrder {
  readonly trace: Trace;
  readonly at: number;
}

/** The longest time (ms) between the webhooks of one call. */
const TOGETHER_MS = 50;

/** How many moments around an event show how often one is beside another by chance: many orders may begin at once. */
const MOMENTS = 21;

/** Whether events of several orders come right beside some others, and hardly by chance. */
export function comeBeside(events: readonly EventOfOrder[], isBeside: (event: EventOfOrder) => boolean): boolean {
  const chances = events.map(({ trace, at }) => {
    const shifted = Array.from({ length: MOMENTS }, (_, nth) => at + 2 * TOGETHER_MS * (nth - (MOMENTS - 1) / 2));
    return shifted.filter(moment => isBeside({ trace, at: moment })).length / MOMENTS;
  });
  const chance = chances.reduce((all, one) => all * one, 1);
  return events.length >= LIMITS.never && chance < LIMITS.chance && events.every(isBeside);
}

/** Whether an event comes right beside one of another order. */
export function besideOthers(others: readonly EventOfOrder[]) {
  return ({ trace, at }: EventOfOrder) =>
    others.some(other => other.trace !== trace && Math.abs(other.at - at) <= TOGETHER_MS);
}

/**
 * The events that a step of another order sent: no call asked for them, no call about their order came shortly before,
 * and each comes right beside an event of its type that a call about another order sent. What a service does to orders
 * by itself comes at times of its own.
 *
 * @param long the least time (ms) after a call in which it sends nothing
 */
export function sentByOthers(model: Model, explanations: readonly Explanation[], long: number) {
  const all = explanations.flatMap(explanation =>
    explanation.moves.flatMap(move => {
      const { call, event, cost, defect = 'stray' } = move;
      if (event === undefined || event.isNameless || defect !== 'stray' || !model.isOwed(event.type)) return [];
      const { trace } = explanation;
      const isAsked = call !== undefined && cost === 0;
      const cause = isAsked ? 'call' : call === undefined && trace.comesByItself(event, long) ? 'nobody' : 'other';
      return [{ explanation, move, trace, type: event.type, at: event.at, cause } as const];
    }),
  );
  return [...Map.groupBy(all, ({ type }) => type).values()].flatMap(ofType => {
    const { nobody = [], call = [] } = Object.groupBy(ofType, ({ cause }) => cause);
    return comeBeside(nobody, besideOthers(call)) ? nobody : [];
  });
}
