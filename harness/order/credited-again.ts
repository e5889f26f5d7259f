import { LIMITS } from './limits.ts';
import { asksForOwnCredit, type Call, creditCalls, type Sighting, type Trace } from './trace.ts';

/**
 * Why an order is credited for each of its disburses: `each` of them sends a credit, as 4.3 may be read; or two `race`,
 * since the service owes none for an order that is disbursed; or `either`, where no later disburse tells.
 */
export type CreditedAgain = 'each' | 'race' | 'either';

/**
 * What the orders of a run show about a disburse of an order that is disbursed already. Only one that was sent after
 * the credit had come tells: an earlier one may have been the first that did anything.
 *
 * @param isQuiet whether a webhook of a call would have come by the end of the run
 */
export function creditedAgain(traces: readonly Trace[], isQuiet: (call: Call) => boolean): CreditedAgain {
  const later = traces.flatMap(trace => {
    const disburses = trace.calls.filter(asksForOwnCredit);
    const [first, ...more] = trace.events.filter(isCredit);
    const crediting = new Set(more.map(credit => disburses.findLast(({ at }) => at <= credit.at)));
    const own = disburses.filter(({ at }) => at > (first?.at ?? Number.POSITIVE_INFINITY));
    return own.map(call => ({ call, isCredited: crediting.has(call) }));
  });
  if (later.some(({ call, isCredited }) => isCredited && call.verdict === 'taken')) return 'each';
  const isSilent = ({ call, isCredited }: (typeof later)[number]) =>
    !isCredited && (call.verdict === 'refused' || (call.verdict === 'taken' && isQuiet(call)));
  return later.filter(isSilent).length >= LIMITS.several ? 'race' : 'either';
}

/**
 * Whether an event is the nth credit of its order, after the nth call that may have credited it, but the first. One
 * that follows a refused disburse may be of that.
 */
export function isOfAnotherCall(trace: Trace, event: Sighting): boolean {
  const nth = trace.events.filter(own => isCredit(own) && own.at < event.at).length;
  const last = trace.calls.findLast(call => asksForOwnCredit(call) && call.at <= event.at);
  const isAfter = event.at >= (creditCalls(trace)[nth] ?? Number.POSITIVE_INFINITY);
  return isCredit(event) && nth > 0 && isAfter && last?.verdict !== 'refused';
}

function isCredit({ isCredit: credits, isSigned }: Sighting): boolean {
  return credits && isSigned;
}
