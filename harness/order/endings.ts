import { FAILURES, HAPPY_PATH } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/answered.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Journey } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import type { Model } from './estimate.ts';
import { aWhile, LIMITS } from './limits.ts';
import { asksForCredit, type Call, isOfPath, isTaken, type Sighting, type Trace } from './trace.ts';

/**
 * Returns when the service ended each order by itself, for example because its quote expired; `Infinity` if it did not.
 * From then on the order may refuse or ignore steps. The webhook of the end arrives a while later.
 *
 * @param slowest the delay (ms) of the slowest webhook of any call
 */
export function endingsOf(traces: readonly Trace[], model: Model, slowest: number): (trace: Trace) => number {
  const endOf = endEventsOf(traces, model, slowest);
  return trace => (endOf(trace)?.at ?? Number.POSITIVE_INFINITY) - Math.max(slowest, LIMITS.leastWhileMs);
}

/**
 * Returns the event with which the service ended each order by itself, or `undefined`. Two kinds of events end an
 * order: one that only failures send although no call asked for one, unless orders go on after it; and one that names
 * the order and comes after a pause, if no order with such an event is credited afterwards.
 */
export function endEventsOf(traces: readonly Trace[], model: Model, slowest: number) {
  const long = aWhile(slowest);
  const isFailure = (type: string) =>
    FAILURES.some(event => model.owes(event).has(type)) && !HAPPY_PATH.some(event => model.owes(event).has(type));
  const unasked = traces.flatMap(trace =>
    trace.events.flatMap(event => (isUnasked(trace, event, model) ? [{ trace, event }] : [])),
  );
  const credited = traces.filter(({ credit }) => credit);
  const endings = new Set(
    [...Map.groupBy(unasked, ({ event }) => event.type)].flatMap(([type, all]) => {
      if (isFailure(type) && !isOfOneStep(all, long) && !all.some(one => actsAfter(one, model))) return [type];
      if (type === COMPLETED || type === '') return [];
      const spontaneous = all.filter(({ trace, event }) => !event.isNameless && trace.comesByItself(event, long));
      if (spontaneous.length === 0) return [];
      const without = credited.filter(({ events }) => !events.some(event => event.type === type));
      // What nearly every order gets before its steps belongs to its creation: one order without it proves nothing.
      const isOfStart =
        spontaneous.filter(({ trace, event }) => trace.isBeforeCalls(event)).length > LIMITS.mostly * traces.length;
      const isOver =
        without.length >= (isOfStart ? LIMITS.several : 1) &&
        !spontaneous.some(({ trace, event }) => trace.events.some(one => one.isCredit && one.at > event.at));
      // If nearly every order ended at its creation, none could be driven.
      const isFinal = !isOfStart && spontaneous.some(one => after(one).some(({ answer }) => answer === 'refused'));
      const shows = (call: Call) => call.answer === 'taken' && isOfPath(call);
      const goesOn = spontaneous.some(one => after(one).some(shows) || actsAfter(one, model));
      return isOver || (isFinal && !goesOn) ? [type] : [];
    }),
  );
  return (trace: Trace) => trace.events.find(event => isUnasked(trace, event, model) && endings.has(event.type));
}

/** An event with its order. */
interface OfOrder {
  readonly trace: Trace;
  readonly event: Sighting;
}

/**
 * Whether several orders show an event after the same step, and none shows it spontaneously. A timer is independent of
 * steps, so it ends orders after different steps and during pauses.
 */
function isOfOneStep(events: readonly OfOrder[], long: number): boolean {
  const steps = new Set(
    events.map(({ trace, event }) => {
      const call = trace.callsBefore(event).at(-1);
      return call?.answer === 'taken' && !trace.comesByItself(event, long) ? call.asks : undefined;
    }),
  );
  return events.length >= LIMITS.several && steps.size === 1 && !steps.has(undefined);
}

/** Whether an order sent what a later step owes. The event then did not end it. */
function actsAfter(one: OfOrder, model: Model): boolean {
  return after(one).some(call => one.trace.eventsAfter(call).some(({ type }) => model.owes(call.input).has(type)));
}

function after({ trace: { calls }, event }: OfOrder) {
  return calls.filter(({ at, role }) => role === 'step' && at > event.at);
}

/** Whether no call before an event asked for its type. */
export function isUnasked(trace: Trace, event: Sighting, model: Model): boolean {
  return !trace.callsBefore(event).some(({ asks }) => asks !== undefined && model.owes(asks).has(event.type));
}

/** Whether an order may have ended before the run: it comes from `ORDER_IDS` and accepts no step. */
export function mayBeSpent(view: View, journey: Journey): boolean {
  const { target, settings } = view.evidence.run;
  return (
    target.kind === 'remote' &&
    settings.orderSetting === 'ORDER_IDS' &&
    journey.steps.every(step => !mayAct(view.answerTo(step)) && (view.statusOf(step) ?? 500) < 500)
  );
}

/**
 * The disburses that cannot explain a credit: those of orders that failed before, and those before a confirmed deposit.
 * Such orders were credited only after a further failure, and so many were never credited that their credits are
 * hardly all late.
 *
 * @param chance the probability that a credit arrives later than the run listened
 */
export function vainDisburses(
  traces: readonly Trace[],
  model: Model,
  chance: (call: Call) => number,
): ReadonlySet<Call> {
  const disburses = traces.flatMap(trace => {
    const { credit } = trace;
    const before = credit ? trace.callsBefore(credit) : trace.calls;
    const call = before.findLast(one => isTaken(one) && asksForCredit(one));
    if (call?.way === undefined || call.isOnPath) return [];
    const isOver = hasFailed(trace, call, model);
    if (!isOver && !isEarly(call)) return [];
    const isOfFailure = before.slice(before.indexOf(call) + 1).some(isFailure);
    const isVain = credit === undefined || (isOfFailure && (isOver || !mayHaveWaited(trace, call, credit)));
    return [{ call, isOver, isSilent: credit === undefined, isVain }];
  });
  const alike = [...Map.groupBy(disburses, ({ isOver }) => isOver).values()];
  const vain = alike.filter(group => {
    const areLate = group.reduce((product, { call, isSilent }) => product * (isSilent ? chance(call) : 1), 1);
    return areLate <= LIMITS.chance && group.every(({ isVain }) => isVain);
  });
  return new Set(vain.flat().map(({ call }) => call));
}

/** Whether an order sent the webhook of a failure before a call. */
function hasFailed(trace: Trace, { at }: Call, model: Model): boolean {
  return trace.calls
    .filter(isFailure)
    .some(call => trace.eventsAfter(call).some(event => event.at < at && model.owes(call.input).has(event.type)));
}

/** Whether an event may belong to an early step that the service held back until the order took the step before it. */
export function mayHaveWaited(trace: Trace, call: Call, event: Sighting): boolean {
  const isBetween = (one: Call) => one.at > call.at && isOfPath(one) && mayAct(one.answer);
  return isEarly(call) && trace.callsBefore(event).some(isBetween);
}

function isFailure({ asks }: Call): boolean {
  return FAILURES.some(failure => failure === asks);
}

/** Whether a step of the happy path comes before the steps that lead to it. */
export function isEarly({ way = '', asks = 'disburse' }: Call): boolean {
  const words = way.split(',').map(word => word.split(' ')[0]);
  return !HAPPY_PATH.slice(0, Math.max(0, HAPPY_PATH.indexOf(asks))).every(event => words.includes(event));
}
