import { FAILURES, HAPPY_PATH, SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import type { View } from '../evidence/view.ts';
import { endingsOf } from './endings.ts';
import type { Model } from './estimate.ts';
import { type Due, type Explanation, nthOf } from './explain.ts';
import { aWhile, LIMITS } from './limits.ts';
import { asksForCredit, type Call, type Trace, tracesOf } from './trace.ts';
import { unreadableFor } from './unreadable-webhooks.ts';

/** What orders that were explained without a defect show: which steps send their webhook, on which way. */
export interface Shown {
  readonly webhooks: ReadonlySet<string>;
  readonly credits: ReadonlySet<string>;
  /** The events that sent any webhook, on whatever way. */
  readonly heard: ReadonlySet<string>;
  /** How long the slowest webhook took that came after the time-out; 0 where none did. */
  readonly slowest: number;
  /** How long the slowest webhook of any call took. */
  readonly longest: number;
  /** The events of which many orders took a step, and none sent a webhook. */
  readonly silent: ReadonlySet<string>;
  /** The types of which one order alone shows whose they are. */
  readonly once: ReadonlySet<string>;
  /** By type and place: when the last order took the step that shows the event. */
  readonly last: ReadonlyMap<string, number>;
  /** By type and input: how many orders show the event. */
  readonly counts: ReadonlyMap<string, number>;
  /** The places at which a step was refused. */
  readonly refused: ReadonlySet<string>;
}

const NOTHING: Shown = {
  webhooks: new Set(),
  credits: new Set(),
  heard: new Set(),
  slowest: 0,
  longest: 0,
  refused: new Set(),
  silent: new Set(),
  counts: new Map(),
  last: new Map(),
  once: new Set(),
};

/** What sound orders teach about what is due. */
export function shownBy(explanations: readonly Explanation[], model: Model): Shown {
  const webhooks = new Set<string>();
  const credits = new Set<string>();
  const heard = new Set<string>();
  let slowest = 0;
  let longest = 0;
  const refused = new Set<string>();
  const counts = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { moves, trace } of explanations) {
    if (trace.calls.some(({ role }) => role !== 'step')) continue;
    for (const call of trace.calls) if (call.verdict === 'refused') refused.add(placeOf(call));
    if (moves.some(({ defect }) => defect !== undefined)) continue;
    for (const { call, event, defect } of moves) {
      if (call?.asks === undefined || event === undefined || defect !== undefined || call.role !== 'step') continue;
      if (!model.owes(call.input).has(event.type)) continue;
      const key = `${event.type} by ${call.input}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      last.set(`${event.type} at ${placeOf(call)}`, call.at);
      heard.add(call.asks);
      webhooks.add(placeOf(call));
      if (event.isCredit) credits.add(placeOf(call));
      if (call.wait?.outcome === 'missed' && event.at > call.wait.to) slowest = Math.max(slowest, event.at - call.at);
      longest = Math.max(longest, event.at - call.at);
    }
  }
  const taken = Map.groupBy(
    explanations.flatMap(({ trace }) =>
      trace.calls.filter(({ verdict, role }) => role === 'step' && verdict === 'taken'),
    ),
    ({ asks = '' }) => asks,
  );
  const silent = new Set(
    [...taken].flatMap(([asks, own]) => (own.length >= LIMITS.enough && !heard.has(asks) ? [asks] : [])),
  );
  const byType = Map.groupBy(counts, ([key]) => key.split(' by ')[0] ?? '');
  const once = new Set([...byType].flatMap(([type, own]) => (own.length === 1 && own[0]?.[1] === 1 ? [type] : [])));
  return { webhooks, credits, heard, slowest, longest, refused, silent, counts, last, once };
}

/** Whether an order that took the same step later shows the step's own type. */
export function isShownLater({ last }: Shown, call: Call): boolean {
  return [...last].some(([key, at]) => key.endsWith(` at ${placeOf(call)}`) && at > call.at);
}

function placeOf({ way, asks }: Call): string {
  return `${way} > ${asks}`;
}

/** Statuses about the key or the order, and not about the step, unless the order took another one. */
const OF_THE_ORDER = new Set([401, 403, 404, 410]);

/** How a step is refused for the state of its order. */
const REFUSED = new Set([400, 403, 409, 422]);

/** What is due of the calls of a run. */
export function dueIn(view: View, model: Model, shown: Shown = NOTHING) {
  const early = tracesOf(view).flatMap(({ calls }) =>
    calls.filter(call => call.role === 'step' && call.way !== undefined && asksForCredit(call) && isEarly(call)),
  );
  const isStrict = early.length > 0 && early.every(({ verdict }) => verdict === 'refused' || verdict === 'broken');
  const traces = tracesOf(view);
  const endedAt = endingsOf(traces, model, shown.longest);
  const { target } = view.evidence.run;
  const steps = traces.flatMap(({ calls }) => calls.filter(({ role }) => role === 'step'));
  // Where a remote target takes no step at all, perhaps no order is ready: a matter of their supply.
  const isSupplied = target.kind === 'embedded' || steps.some(({ verdict }) => verdict === 'taken');
  return (trace: Trace): Due => {
    const ended = endedAt(trace);
    const isSilent = (call: Call) => {
      const { wait, at, exchange } = call;
      if (
        wait === undefined ||
        wait.outcome === 'abandoned' ||
        !view.listening ||
        trace.journey.diagnoses !== undefined
      )
        return false;
      if (at >= ended) return false;
      // What was waited for came; but where the webhook of another call has its type, it may be that one.
      const isElsewhere = trace.calls.some(
        other => other.wait?.outcome === 'missed' && other !== call && sharesType(model, call, other),
      );
      if (wait.outcome === 'came' && (!isElsewhere || view.until - at < LIMITS.patience * shown.longest)) return false;
      const isQueued = view.until - at < LIMITS.patience * shown.slowest && !trace.events.some(own => own.at >= at);
      if (isQueued && !shown.silent.has(call.asks ?? '')) return false;
      if (view.troubled(at, wait.to, exchange.id)) return false;
      return unreadableFor(view, trace.journey, at, wait.to) === undefined;
    };
    /** A failure after which the order refuses its next step: it did act, although it may be silent. */
    const hasFailed = (call: Call) => {
      const next = trace.calls.find(({ at, role }) => role === 'step' && at > call.at);
      if (next === undefined || !FAILURES.some(event => event === call.asks) || call.at >= ended) return false;
      if (trace.events.some(({ at }) => at >= call.at) || view.troubled(call.at, next.at, call.exchange.id))
        return false;
      const isHeard = trace.calls.every(
        own =>
          own.at >= call.at ||
          REFUSED.has(own.exchange.response?.status ?? 0) ||
          trace.events.some(({ at, type }) => at >= own.at && at < call.at && model.owes(own.input).has(type)),
      );
      const way = call.way === '' ? [] : (call.way ?? '?').split(',');
      const onPath = way.every((word, nth) => word === HAPPY_PATH[nth]) && next.asks === HAPPY_PATH[way.length];
      return isHeard && onPath && next.input === next.asks && REFUSED.has(next.exchange.response?.status ?? 0);
    };
    /** Where an order may be held, nobody waits for its webhook; but the run may have gone on for as long. */
    const isQuiet = (call: Call) => {
      if (call.wait) return isSilent(call);
      const until = call.at + view.evidence.run.settings.deliveryTimeoutMs;
      const isOver = until <= view.until && view.until - call.at >= LIMITS.patience * shown.slowest;
      return isOver && !view.troubled(call.at, until, call.exchange.id);
    };
    const isFirst = (call: Call) =>
      call.role === 'step' && call.verdict === 'taken' && !call.isRepeated && call.way !== undefined;
    return {
      isShown: call =>
        shown === NOTHING ||
        (call.way !== undefined && shown.webhooks.has(placeOf(call)) && !shown.refused.has(placeOf(call))),
      isOfAnother(call, type) {
        if (shown === NOTHING) return false;
        if (trace.calls.some(own => own.asks !== undefined && model.owes(own.asks).has(type))) return false;
        // The same event with other fields is no other step.
        const others = [...shown.counts].filter(
          ([key]) => key.startsWith(`${type} by `) && !key.startsWith(`${type} by ${call.asks}`),
        );
        const own = typesOfItsOwn(model, call);
        if (trace.events.some(event => own.includes(event.type))) return false;
        return (
          own.some(one => shown.last.has(`${one} at ${placeOf(call)}`)) &&
          others.some(([, count]) => count >= LIMITS.several)
        );
      },
      isNear: (call, event) =>
        (!shown.once.has(event.type) || nthOf(trace, event) > model.most(event.type)) &&
        event.at - call.at <= aWhile(shown.longest),
      isDue(call) {
        if (!isFirst(call) || trace.journey.diagnoses !== undefined) return false;
        if (hasFailed(call)) return true;
        if (isStrict && isLastAfterMismatch(trace, call, model)) return isQuiet(call);
        if (!isSilent(call) || cameLate(trace, model, shown)) return false;
        if (call.isOnPath || shown.webhooks.has(placeOf(call))) return true;
        // Where no webhook of any step was heard, silence says nothing of this kind of step.
        if (shown.heard.size === 0 || call.way?.includes('received_amount')) return false;
        return !shown.heard.has(call.asks ?? '');
      },
      isCreditDue(call) {
        if (!asksForCredit(call) || !isFirst(call) || !isSilent(call)) return false;
        return call.isOnPath || shown.credits.has(placeOf(call));
      },
      isRefusable(call) {
        const status = call.exchange.response?.status ?? 0;
        if (call.verdict !== 'refused' && call.verdict !== 'broken') return true;
        if (call.at >= ended || view.clockWasSet(call.at, call.exchange.id)) return true;
        if (call.verdict === 'broken') return false;
        const tookAny = trace.calls.some(({ role, verdict }) => role === 'step' && verdict === 'taken');
        if (OF_THE_ORDER.has(status) && !tookAny && !isNeverFirst(steps, call)) return true;
        return !isSupplied || isBusy(trace, call, model);
      },
    };
  };
}

/** Whether a step comes before one that leads to it on the happy path. */
function isEarly({ way = '', asks = 'disburse' }: Call): boolean {
  const words = way.split(',').map(word => word.split(' ')[0]);
  return !HAPPY_PATH.slice(0, HAPPY_PATH.indexOf(asks)).every(event => words.includes(event));
}

/**
 * Whether a call is the last one on the happy path of an order that received another amount than was due: every step
 * before it was accepted and sent its webhook. An order may be held for its amount; but then a service that accepts the
 * step only where it is due refuses it.
 */
function isLastAfterMismatch({ calls, events }: Trace, call: Call, model: Model): boolean {
  const words = (call.way ?? '').split(',');
  const isPath = words.every((word, nth) => word.split(' ')[0] === HAPPY_PATH[nth]);
  if (!asksForCredit(call) || !call.isPlain || !isPath || words.length !== HAPPY_PATH.length - 1) return false;
  if (!call.way?.includes('received_amount') || calls.some(({ role }) => role !== 'step')) return false;
  const before = calls.filter(({ at, verdict }) => at < call.at && verdict === 'taken');
  return before.every(own => events.some(({ at, type }) => at >= own.at && owedTo(model, own).has(type)));
}

function owedTo(model: Model, { input, asks }: Call): ReadonlySet<string> {
  const own = model.owes(input);
  return own.size > 0 || asks === undefined ? own : model.owes(asks);
}

/** The types that only this input causes. */
function typesOfItsOwn(model: Model, { asks, input }: Call): readonly string[] {
  const others = SIMULATE_EVENTS.filter(event => event !== asks);
  return [...model.owes(input)].filter(type => !others.some(event => model.owes(event).has(type)));
}

/** Whether as many events came as there were steps, in a run whose webhooks come late: which is whose is not known. */
function cameLate({ calls, events }: Trace, model: Model, { slowest }: Shown): boolean {
  const taken = new Set(
    calls.flatMap(({ verdict, asks, role }) => (verdict === 'taken' && role === 'step' && asks ? [asks] : [])),
  );
  const isPassed = calls.some(({ wait }) => wait?.outcome === 'missed' && events.some(({ at }) => at > wait.to));
  return slowest > 0 && isPassed && events.filter(({ type }) => !model.isUnasked(type)).length >= taken.size;
}

/** Whether two calls send webhooks of one type. */
function sharesType(model: Model, one: Call, other: Call): boolean {
  return !model.owes(one.input).isDisjointFrom(model.owes(other.input));
}

/** Whether the webhook of the step before had not come yet: a service may take one step at a time. */
function isBusy({ calls, events }: Trace, call: Call, model: Model): boolean {
  const before = calls.findLast(({ at, verdict, role }) => role === 'step' && verdict === 'taken' && at < call.at);
  if (before === undefined) return false;
  const own = model.owes(before.input);
  return !events.some(({ at, type }) => at >= before.at && at <= call.at && (own.size === 0 || own.has(type)));
}

/** Whether several orders were refused a step at first and none took it, where others took another: it is the step. */
function isNeverFirst(steps: readonly Call[], { asks }: Call): boolean {
  const first = steps.filter(({ way, isPlain }) => way === '' && isPlain);
  const same = first.filter(call => call.asks === asks);
  const isDeclined = ({ verdict, exchange }: Call) =>
    (verdict === 'refused' || verdict === 'broken') && exchange.response?.status !== 401;
  return same.length >= LIMITS.never && same.every(isDeclined) && first.some(({ verdict }) => verdict === 'taken');
}
