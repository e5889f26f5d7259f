import { oncePerObject } from '../base/once.ts';
import { HAPPY_PATH, leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from '../contract/lifecycle.ts';
import { OF_THE_ORDER, OF_THE_STATE } from '../evidence/answered.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { View } from '../evidence/view.ts';
import { endingsOf, isEarly, vainDisburses } from './endings.ts';
import { type Model, owedTo } from './estimate.ts';
import type { Due } from './explanation.ts';
import { aWhile, LIMITS } from './limits.ts';
import { unreadableFor } from './nameless.ts';
import { type Shown, shownBy } from './shown.ts';
import { asksForCredit, type Call, inputsOf, isOfPath, isTaken, type Sighting, type Trace, tracesOf } from './trace.ts';

/** Decides which webhooks and credits are due for the calls of a run. */
export function dueIn(view: View, model: Model, shown = shownBy([], model)) {
  const traces = tracesOf(view);
  const endedAt = endingsOf(traces, model, shown.longest);
  const { target } = view.evidence.run;
  const steps = traces.flatMap(({ calls }) => calls.filter(({ role }) => role === 'step'));
  const early = steps.filter(call => call.way !== undefined && asksForCredit(call) && isEarly(call));
  const isStrict = early.length > 0 && early.every(({ answer }) => answer === 'refused' || answer === 'broken');
  // If a remote target accepts no step at all, perhaps no order is ready, which is a matter of order supply.
  const isSupplied = target.kind === 'embedded' || steps.some(({ answer }) => answer === 'taken');
  const { deliveryTimeoutMs } = view.evidence.run.settings;
  const vain = vainDisburses(traces, model, ({ at, exchange: { id } }) => {
    const until = view.heardUntil(id);
    return view.mayHaveLost(at, until, id) ? 1 : shown.creditsAfter(until - at);
  });
  const withoutCall = new Map(HAPPY_PATH.map(event => [event, typesWithoutCall(traces, model, event)] as const));
  return (trace: Trace): Due => {
    const ended = endedAt(trace);
    /** The time until which the webhook of a call may be queued; 0 if none is late, or if it cannot be. */
    const queuedUntil = (call: Call) => {
      const isOver = trace.eventsAfter(call).length > 0 || shown.isNeverHeard(call);
      return isOver || shown.slowest === 0 ? 0 : call.at + LIMITS.patience * shown.slowest;
    };
    const isSilent = (call: Call) => {
      const { wait, at, exchange } = call;
      if (wait === undefined || wait.outcome === 'abandoned' || !view.listening) return false;
      const heardFor = view.heardUntil(exchange.id) - at;
      if (at >= ended || heardFor < shown.longest) return false;
      // A webhook came during the wait, but it may belong to another call that sends the same type, or to no order.
      const isElsewhere =
        trace.calls.some(
          other => other.wait?.outcome === 'missed' && other !== call && sharesType(model, call, other),
        ) || isOfNobody(trace, call, model);
      if (wait.outcome === 'came' && (!isElsewhere || heardFor < LIMITS.patience * shown.longest)) return false;
      if (at + heardFor < queuedUntil(call)) return false;
      if (view.mayHaveLost(at, wait.to, exchange.id)) return false;
      return unreadableFor(view, trace.journey, at, wait.to) === undefined;
    };
    /**
     * Whether a step acted although it sent nothing: later, the order refuses or ignores a step that it would otherwise
     * have accepted. It would have accepted it if it is the same step, the next step of the happy path, or a step that
     * another order took after the same steps. If the service refuses every early disburse, an accepted disburse also
     * shows that all steps before it acted.
     */
    const hasActed = (call: Call) => {
      const wasHeard = (earlier: Call) =>
        isRefusal(earlier) ||
        trace.eventsAfter(earlier).some(({ at, type }) => at < call.at && owedTo(model, earlier).has(type));
      if (call.at >= ended || !trace.calls.every(earlier => earlier.at >= call.at || wasHeard(earlier))) return false;
      const later = trace.calls.filter(({ at, role }) => role === 'step' && at > call.at);
      if (isStrict && isOfPath(call) && [call, ...later].some(each => asksForCredit(each) && each.answer === 'taken'))
        return true;
      const moving = later.findIndex(({ answer }) => answer !== 'refused');
      return later.slice(0, moving < 0 ? undefined : moving + 1).some(probe => {
        const until = isRefusal(probe) ? probe.at : Number.POSITIVE_INFINITY;
        if (trace.eventsAfter(call).some(({ at }) => at <= until)) return false;
        if (view.mayHaveLost(call.at, probe.at, call.exchange.id)) return false;
        const before = { ...probe, ...(call.way !== undefined && { way: call.way }) };
        const isTakeable = probe.input === probe.asks && (isNextOnPath(before) || shown.sends(before));
        if (isRefusal(probe)) return isTakeable || probe.input === call.input;
        return isTakeable && probe.answer === 'taken' && isQuiet(probe);
      });
    };
    /** Whether no webhook of a call came. If nobody waited for it, the run must have gone on for long enough. */
    const isQuiet = (call: Call) => (call.wait ? isSilent(call) : isHeardOut(view, shown, call, deliveryTimeoutMs));
    /** Whether the order took a step without a call: it has the webhooks of the step. */
    const wasTaken = ({ asks }: Call) => {
      const types = (asks && withoutCall.get(asks)) ?? [];
      return types.length > 0 && types.every(type => trace.events.some(event => event.type === type));
    };
    const isFirst = (call: Call) => isTaken(call) && !call.isRepeated && call.way !== undefined && !wasTaken(call);
    return {
      isShown: call => call.way !== undefined && shown.sends(call),
      isCopy: event =>
        trace.events.some(({ type, at, isRefused }) => isRefused && type === event.type && at < event.at) &&
        trace.nthOf(event) > shown.most(trace, event.type),
      isOfAnother(call, event) {
        const { type } = event;
        // The event may replace another only if there is at most one more of its type than calls that send it.
        const owing = trace.callsBefore(event).filter(({ asks }) => asks && model.owes(asks).has(type));
        if (trace.nthOf(event) <= owing.length) return false;
        const types = typesOfItsOwn(model, call);
        if (trace.events.some(({ type: other }) => types.includes(other))) return false;
        return types.some(each => shown.sends(call, each)) && shown.isOfAnother(type, call);
      },
      isVain: (call, { isCredit }) => isCredit && vain.has(call),
      isNear: (call, event) =>
        (!shown.isShownOnce(event.type) || trace.nthOf(event) > model.most(event.type)) &&
        event.at - call.at <= aWhile(shown.longest),
      isDue: oncePerObject((call: Call) => {
        if (!isFirst(call) || shown.isHeld(call)) return false;
        if (hasActed(call) && isQuiet(call)) return true;
        if (!isSilent(call)) return false;
        if (call.isOnPath || shown.sends(call)) return true;
        // If the run heard no webhook of any step, the silence says nothing about this kind of step.
        if (shown.isSilent) return false;
        return !shown.isHeard(call);
      }),
      provenAt(call) {
        const { at, wait, exchange } = call;
        if (!isFirst(call)) return 0;
        if (wait === undefined) return hasActed(call) ? at + timeToHear(shown, deliveryTimeoutMs) : 0;
        if (wait.outcome !== 'missed' || !(call.isOnPath || shown.sends(call))) return 0;
        const until = Math.max(view.hiddenUntil(at, wait.to, exchange.id), queuedUntil(call));
        return Number.isFinite(until) ? until : 0;
      },
      isCreditDue(call) {
        if (!asksForCredit(call) || !isFirst(call) || !isSilent(call)) return false;
        return call.isOnPath || shown.credits(call) || isSettled(trace, call, model);
      },
      isRefusable(call) {
        const status = call.exchange.response?.status ?? 0;
        if (call.answer !== 'refused' && call.answer !== 'broken') return true;
        if (call.at >= ended || view.clockWasSet(call.at, call.exchange.id)) return true;
        if (call.answer === 'broken') return false;
        if (wasTaken(call)) return true;
        const tookAny = trace.calls.some(isTaken);
        if (OF_THE_ORDER.has(status) && !tookAny && !isNeverFirst(steps, call)) return true;
        return !isSupplied || isBusy(trace, call, model);
      },
    };
  };
}

/** Whether the run went on for long enough after a call to hear its webhook. @param ms the least time to listen */
export function isHeardOut(view: View, shown: Shown, { at, exchange: { id } }: Call, ms: number): boolean {
  return view.heardUntil(id) - at >= timeToHear(shown, ms) && !view.mayHaveLost(at, at + ms, id);
}

/** How long (ms) a run listens for a webhook that nobody waits for: `ms`, or longer if webhooks were slow. */
export function timeToHear({ slowest }: Shown, ms: number): number {
  return Math.max(ms, LIMITS.patience * slowest);
}

/** Whether a step is refused for the state of its order. */
function isRefusal({ exchange }: Call): boolean {
  return OF_THE_STATE.has(exchange.response?.status ?? 0);
}

/** Whether a step is the next one of the happy path, and only the happy path led to it. */
function isNextOnPath({ way, asks }: Call): boolean {
  const words = way === '' ? [] : (way ?? '?').split(',');
  return words.every((word, nth) => word === HAPPY_PATH[nth]) && asks === HAPPY_PATH[words.length];
}

/** Whether an order shows all other events that accompany a credit after a call. The credit is then due as well. */
function isSettled(trace: Trace, call: Call, model: Model): boolean {
  const beside = [...model.owes(call.asks ?? '')].filter(type => type !== COMPLETED);
  const came = new Set(trace.eventsAfter(call).flatMap(({ type, isNameless }) => (isNameless ? [] : [type])));
  return beside.length > 0 && beside.every(type => came.has(type));
}

/** The types that no other step causes. */
function typesOfItsOwn(model: Model, call: Call): readonly string[] {
  const others = SIMULATE_EVENTS.filter(event => event !== call.asks);
  return [...owedTo(model, call)].filter(type => !others.some(event => model.owes(event).has(type)));
}

/** Whether only events about no order arrived during the wait for a webhook. */
function isOfNobody(trace: Trace, call: Call, model: Model): boolean {
  const came = trace.eventsAfter(call).filter(({ at }) => at <= (call.wait?.to ?? call.at));
  return came.length > 0 && came.every(({ type, isNameless }) => isNameless && !model.isOwed(type));
}

function sharesType(model: Model, one: Call, other: Call): boolean {
  return !model.owes(one.input).isDisjointFrom(model.owes(other.input));
}

/**
 * The webhook types of a step of the happy path that orders take without a call, such as the confirmation of a deposit;
 * empty if orders need the call. No order gets a type twice, and one order is credited after them although no call
 * asked for the step. If no call of the step ever sends a webhook, they are the types of the step before it.
 */
export function typesWithoutCall(traces: readonly Trace[], model: Model, event: SimulateEvent): readonly string[] {
  const before = HAPPY_PATH[HAPPY_PATH.indexOf(event) - 1];
  const typesOf = (step: SimulateEvent) => [...new Set(inputsOf(step).flatMap(input => [...model.owes(input)]))];
  const own = typesOf(event);
  const others = before === undefined ? [] : typesOf(before);
  const types = own.length > 0 ? own : others.length > 1 ? others : [];
  const isShown = traces.some(({ calls, events, credit }) => {
    const creditedAt = credit?.at ?? 0;
    const firstOf = (type: string) => events.find(one => one.type === type)?.at ?? Number.POSITIVE_INFINITY;
    const cameAt = Math.max(...types.map(firstOf));
    // A refused call may have acted, but not before it was made.
    const isNoCause = ({ asks, answer, at }: Call) =>
      asks !== event || at > creditedAt || (answer === 'refused' && at > cameAt);
    return cameAt < creditedAt && calls.every(isNoCause);
  });
  return !leadsToCredit(event) && isShown && types.every(type => model.most(type) === 1) ? types : [];
}

/** Whether the webhook of the previous step was not yet acknowledged: a service may process one step at a time. */
function isBusy(trace: Trace, call: Call, model: Model): boolean {
  const before = trace.calls.findLast(other => isTaken(other) && !other.isRepeated && other.at < call.at);
  if (before === undefined) return false;
  const owed = model.owes(before.input);
  const isAcknowledged = ({ seen }: Sighting) =>
    seen.deliveries.some(({ at, answer }) => !answer.refused && at + (answer.afterMs ?? 0) <= call.at);
  return !trace.eventsAfter(before).some(event => (owed.size === 0 || owed.has(event.type)) && isAcknowledged(event));
}

/** Whether several orders were refused this first step and none took it, while others took another first step. */
function isNeverFirst(steps: readonly Call[], { asks }: Call): boolean {
  const first = steps.filter(({ way, isPlain }) => way === '' && isPlain);
  const alike = first.filter(call => call.asks === asks);
  const isDeclined = ({ answer, exchange }: Call) =>
    (answer === 'refused' || answer === 'broken') && exchange.response?.status !== 401;
  return alike.length >= LIMITS.never && alike.every(isDeclined) && first.some(({ answer }) => answer === 'taken');
}
