import { FAILURES, HAPPY_PATH } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/classify.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Journey } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import type { Model } from './estimate.ts';
import { aWhile, LIMITS } from './limits.ts';
import { type Call, comesByItself, isOfPath, type Sighting, type Trace } from './trace.ts';

/**
 * When the service ended each order by itself, such as when its quote expired: from then on its steps may be refused,
 * or do nothing. Its webhook arrives a while later.
 *
 * @param slowest how long (ms) the slowest webhook of any call took
 */
export function endingsOf(traces: readonly Trace[], model: Model, slowest: number): (trace: Trace) => number {
  const endOf = endEventsOf(traces, model, slowest);
  return trace => (endOf(trace)?.at ?? Number.POSITIVE_INFINITY) - Math.max(slowest, LIMITS.leastWhileMs);
}

/**
 * The event with which the service ended each order by itself; undefined where it did not. An order ends with an event
 * that only failures send, although no call asked for one, unless another step sends it or an order goes on after it.
 * It also ends with an event that names it and comes after a while in which nothing was asked, if no order that has
 * such an event is credited afterwards.
 */
export function endEventsOf(traces: readonly Trace[], model: Model, slowest: number) {
  const long = aWhile(slowest);
  const isFailure = (type: string) =>
    FAILURES.some(event => model.owes(event).has(type)) && !HAPPY_PATH.some(event => model.owes(event).has(type));
  const unasked = traces.flatMap(trace =>
    trace.events.flatMap(event => (isUnasked(trace, event, model) ? [{ trace, event }] : [])),
  );
  const credited = traces.filter(({ events }) => events.some(({ isCredit }) => isCredit));
  const endings = new Set(
    [...Map.groupBy(unasked, ({ event }) => event.type)].flatMap(([type, all]) => {
      if (isFailure(type) && !isOfOneStep(all, long) && !all.some(one => actsAfter(one, model))) return [type];
      if (type === COMPLETED || type === '') return [];
      const own = all.filter(({ trace, event }) => !event.isNameless && comesByItself(trace, event, long));
      if (own.length === 0) return [];
      const without = credited.filter(({ events }) => !events.some(event => event.type === type));
      // What nearly every order gets before its steps comes when it is made: one that lacks it shows nothing.
      const isOfStart = own.filter(isFirst).length > LIMITS.mostly * traces.length;
      const isOver =
        without.length >= (isOfStart ? LIMITS.several : 1) &&
        !own.some(({ trace, event }) => trace.events.some(one => one.isCredit && one.at > event.at));
      const isFinal = own.some(one => after(one).some(({ answer }) => answer === 'refused'));
      // An order that had ended when it was made would take no step at all.
      const shows = (call: Call) => call.answer === 'taken' && (isOfStart || isOfPath(call));
      const goesOn = own.some(one => after(one).some(shows));
      return isOver || (isFinal && !goesOn) ? [type] : [];
    }),
  );
  return ({ calls, events }: Trace) =>
    events.find(event => isUnasked({ calls }, event, model) && endings.has(event.type));
}

/** An event with the order that it is about. */
interface OfOrder {
  readonly trace: Trace;
  readonly event: Sighting;
}

/**
 * Whether several orders show an event after the same step, and none shows one by itself. A timer knows nothing of
 * steps: it ends orders after different ones, and while nothing is asked.
 */
function isOfOneStep(own: readonly OfOrder[], long: number): boolean {
  const steps = new Set(
    own.map(({ trace, event }) => {
      const call = trace.calls.findLast(({ at }) => at <= event.at);
      return call?.answer === 'taken' && !comesByItself(trace, event, long) ? call.asks : undefined;
    }),
  );
  return own.length >= LIMITS.several && steps.size === 1 && !steps.has(undefined);
}

/** Whether an event came before anything was asked of its order. */
function isFirst({ trace: { calls }, event }: OfOrder): boolean {
  return calls.every(({ at }) => at > event.at);
}

/** Whether an order sent what a step owes that was asked for after an event: then the event did not end it. */
function actsAfter(one: OfOrder, model: Model): boolean {
  const { events } = one.trace;
  return after(one).some(call => events.some(({ at, type }) => at > call.at && model.owes(call.input).has(type)));
}

/** The steps that an order took after an event. */
function after({ trace: { calls }, event }: OfOrder) {
  return calls.filter(({ at, role }) => role === 'step' && at > event.at);
}

/** Whether no call before an event asked for what sends its type. */
function isUnasked({ calls }: Pick<Trace, 'calls'>, { at, type }: Sighting, model: Model): boolean {
  return !calls.some(call => call.at <= at && call.asks !== undefined && model.owes(call.asks).has(type));
}

/** An order from before the run that takes no step at all may have been driven to its end before. */
export function mayBeSpent(view: View, journey: Journey): boolean {
  const { target, settings } = view.evidence.run;
  return (
    target.kind === 'remote' &&
    settings.orderSetting === 'ORDER_IDS' &&
    journey.steps.every(step => !mayAct(view.answerTo(step)) && (view.statusOf(step) ?? 500) < 500)
  );
}
