import { FAILURES, LIFECYCLE, saysFailure } from '../contract/lifecycle.ts';
import { OF_THE_STATE } from '../evidence/answered.ts';
import { askedEvent, otherwiseNamed } from '../evidence/asked-event.ts';
import { readCondition } from '../evidence/condition.ts';
import type { Exchange } from '../evidence/evidence.ts';
import type { Move } from './explanation.ts';
import { LIMITS } from './limits.ts';
import { asksForCredit, asksForOwnCredit, type Call, endsUnpaid, isTaken, type Sighting, type Trace } from './trace.ts';

/** The requirements that a defect breaks, and whether it is only advice. */
export interface Broken {
  /** The finding is about the first. */
  readonly requirements: readonly string[];
  readonly isAdvice: boolean;
  /** Why the order is credited for another disburse; absent if it is not. */
  readonly again?: CreditedAgain;
  /** Whether a call may be due a credit. */
  readonly mayCredit?: (call: Call) => boolean;
}

const DELIVERED = ['event.completed-delivered', 'collection.credit-signal'];
const EARLY = ['event.completed-not-before-disburse', 'collection.credit-signal'];
const ON_FAILURE = 'event.completed-never-on-failure';

/**
 * The requirements that a move with a defect breaks.
 *
 * @param why why orders of the run that are disbursed again are credited again
 * @param mayCredit whether a call may be due a credit
 */
export function brokenBy(trace: Trace, move: Move, why: CreditedAgain, mayCredit = asksForOwnCredit): Broken {
  const { defect, event, call } = move;
  if (defect === 'thoughRefused' && isFailureOfPaid(trace, call, event))
    return { requirements: [ON_FAILURE, 'collection.credit-signal'], isAdvice: false };
  if (defect === 'odd' || defect === 'copied' || defect === 'thoughRefused')
    return { requirements: ['event.every-step'], isAdvice: true };
  // A service may fail an order by itself. Nothing else happens to an order that no call has touched.
  const isFirst = isOfStart(trace, move);
  if (defect === 'stray')
    return { requirements: [isFirst ? 'simulate.own-order' : 'event.every-step'], isAdvice: !isFirst };
  const requirements = requirementsOf(trace, move);
  // A race takes two calls at once.
  const mayRace = trace.calls.some(call => asksForCredit(call) && call.isContested);
  const isAgain = defect === 'credit' && event !== undefined && isOfAnotherCall(trace, event, mayCredit);
  return isAgain && (why !== 'race' || mayRace)
    ? { requirements, isAdvice: why === 'each' || why === 'either', again: why, mayCredit }
    : { requirements, isAdvice: false };
}

/** Whether an event arrived before the first call of its order, and tells of no failure. */
export function isOfStart(trace: Trace, { event }: Move): boolean {
  return event !== undefined && !saysFailure(event.type) && trace.isBeforeCalls(event);
}

/** Whether an event of a refused call says that an order failed, although the order was credited before. */
function isFailureOfPaid({ events }: Trace, call: Call | undefined, event: Sighting | undefined): boolean {
  const isFailure = call?.asks !== undefined && FAILURES.includes(call.asks);
  return isFailure && event !== undefined && events.some(other => isCredit(other) && other.at <= event.at);
}

/** The calls that simulate nothing but may have acted: those that were not refused or, if all were, all of them. */
export function suspectsOf({ calls }: Trace, until: number): readonly Call[] {
  const before = calls.filter(({ role, at, answer }) => role === 'mistake' && at <= until && answer !== 'limited');
  const open = before.filter(({ answer }) => answer !== 'refused');
  return open.length > 0 ? open : before;
}

/** The requirement that a call without a known event is judged by; `undefined` for any other call. */
export function requirementOf(call: Exchange): string | undefined {
  if (otherwiseNamed(askedEvent(call)) !== undefined) return 'simulate.event-values';
  const { requirement, omits } = readCondition(call.condition) ?? {};
  return omits === 'body' ? 'simulate.event-required' : requirement;
}

function requirementsOf(trace: Trace, { defect, call, event, lacks }: Move): readonly string[] {
  const step = ['event.every-step', ...(call?.asks ? [LIFECYCLE[call.asks].requirement] : [])];
  const before = event ? trace.callsBefore(event) : [];
  const hasFailed = before.some(endsUnpaid);
  switch (defect) {
    case 'lost':
      if (lacks === 'webhook') return step;
      return lacks === 'credit' ? DELIVERED : [...DELIVERED, ...step];
    case 'misdirected':
      return ['simulate.own-order', ...(event?.isCredit || lacks === 'credit' || lacks === 'both' ? DELIVERED : step)];
    case 'wrongType':
      return step;
    case 'mistake': {
      const suspects = suspectsOf(trace, event?.at ?? call?.at ?? 0);
      const broken = new Set(suspects.flatMap(({ exchange }) => requirementOf(exchange) ?? []));
      return [...broken, ...(event?.isCredit ? EARLY : [])];
    }
    case 'refusedOnPath':
      return [
        ...['lifecycle.happy-path', 'collection.lifecycle', 'simulate.route'],
        ...(call?.asks ? [LIFECYCLE[call.asks].requirement] : []),
      ];
    case 'keyless':
      return ['auth.header'];
    case 'contradicted':
      return [ON_FAILURE, 'collection.credit-signal'];
    case 'creditThoughRefused':
      return [...EARLY, ...(hasFailed ? [ON_FAILURE] : [])];
    case 'credit': {
      const isTwice = trace.events.filter(({ isCredit }) => isCredit).length > 1 ? ['collection.credited-once'] : [];
      const wasAsked = before.some(one => asksForCredit(one) && one.answer !== 'refused');
      if (wasAsked && isTwice.length > 0) return isTwice;
      return [...(hasFailed ? [ON_FAILURE] : []), ...EARLY, ...isTwice];
    }
    default:
      return [];
  }
}

/**
 * Why an order is credited for each of its disburses. `each`: every disburse sends a credit, as 4.3 may be read.
 * `race`: two simultaneous disburses are credited, although a disbursed order is owed nothing. `either`: no later
 * disburse tells. `doubled`: even one disburse is credited twice, so that a second credit proves nothing.
 */
export type CreditedAgain = 'each' | 'race' | 'either' | 'doubled';

/**
 * What a run shows about disburses of orders that are already disbursed. Only a disburse sent after the credit arrived
 * counts: an earlier one may have been the first to take effect.
 *
 * @param isQuiet whether a webhook of a call would have arrived by the end of the run
 */
export function creditedAgain(traces: readonly Trace[], isQuiet: (call: Call) => boolean): CreditedAgain {
  if (areDoubled(traces)) return 'doubled';
  const later = traces.flatMap(trace => {
    const [first, ...more] = trace.events.filter(isCredit);
    const disburses = trace.calls.filter(asksForOwnCredit);
    const crediting = new Set(more.map(credit => disburses.findLast(({ at }) => at <= credit.at)));
    const disbursed = disbursesOfCredited(trace);
    return disbursed.map(call => ({
      ...{ call, isCredited: crediting.has(call), before: lastTaken(trace, call) },
      isMoved: trace.events.some(one => !one.isCredit && one.at > (first?.at ?? 0) && one.at < call.at),
    }));
  });
  // A service that refuses disburses because of the state of the order does not send a credit for each.
  const isDeclined = ({ call, isCredited, before }: (typeof later)[number]) =>
    !isCredited &&
    before !== undefined &&
    asksForCredit(before) &&
    OF_THE_STATE.has(call.exchange.response?.status ?? 0);
  if (later.filter(isDeclined).length >= LIMITS.several) return 'race';
  const isSilent = ({ call, isCredited }: (typeof later)[number]) =>
    !isCredited && (call.answer === 'refused' || (call.answer === 'taken' && isQuiet(call)));
  // An order that sent something since its credit may be owed another. One that sent nothing is disbursed still.
  const still = later.filter(({ isMoved }) => !isMoved);
  const silent = still.filter(isSilent).length;
  const isOwedNone = silent >= LIMITS.several && silent > LIMITS.mostly * still.length;
  if (isOwedNone && !later.some(({ isMoved, isCredited }) => isMoved && isCredited)) return 'race';
  if (later.some(({ call, isCredited }) => isCredited && call.answer === 'taken')) return 'each';
  return later.filter(isSilent).length >= LIMITS.several ? 'race' : 'either';
}

/** Whether several orders that were disbursed once received more than one credit, without a refused delivery. */
export function areDoubled(traces: readonly Trace[]): boolean {
  const doubled = traces.filter(trace => {
    const [disburse, ...others] = trace.calls.filter(asksForCredit);
    const credits = disburse ? trace.eventsAfter(disburse).filter(isCredit) : [];
    return others.length === 0 && credits.length > 1 && !credits.some(event => event.isRefused);
  });
  return doubled.length >= LIMITS.several;
}

/** The disburses that were sent after the first credit of their order arrived. */
export function disbursesOfCredited({ calls, events }: Trace): readonly Call[] {
  const credit = events.find(isCredit);
  return credit ? calls.filter(call => asksForOwnCredit(call) && call.at > credit.at) : [];
}

function lastTaken({ calls }: Trace, { at }: Call): Call | undefined {
  return calls.findLast(call => isTaken(call) && call.at < at);
}

/**
 * Whether an event is a second or later credit that follows as many calls that may have credited the order. A credit
 * after a refused disburse may belong to that disburse.
 */
function isOfAnotherCall(trace: Trace, event: Sighting, mayCredit = asksForOwnCredit): boolean {
  const nth = trace.events.filter(other => isCredit(other) && other.at < event.at).length;
  const last = trace.callsBefore(event).findLast(mayCredit);
  const isAfter = event.at >= (trace.creditCalls(mayCredit)[nth] ?? Number.POSITIVE_INFINITY);
  return isCredit(event) && nth > 0 && isAfter && last?.answer !== 'refused';
}

function isCredit({ isCredit: credits, isSigned }: Sighting): boolean {
  return credits && isSigned;
}
