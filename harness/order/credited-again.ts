import { LIMITS } from './limits.ts';
import { asksForCredit, type Call, creditCalls, type Sighting, type Trace } from './trace.ts';

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
export function creditedAgain(traces: readonly Trace[], isQuiet: (call: Call) => boolean): CreditedAgain | undefined {
  const later = traces.flatMap(trace => {
    const disburses = trace.calls.filter(isDisburse);
    const [first, ...more] = trace.events.filter(isCredit);
    const crediting = new Set(more.map(credit => disburses.findLast(({ at }) => at <= credit.at)));
    const own = disburses.filter(({ at }) => at > (first?.at ?? Number.POSITIVE_INFINITY));
    return own.map(call => ({ call, isCredited: crediting.has(call) }));
  });
  if (later.some(({ call, isCredited }) => isCredited && call.verdict === 'taken')) return 'each';
  const isRefusedOrQuiet = (call: Call) => call.verdict === 'refused' || (call.verdict === 'taken' && isQuiet(call));
  const never = later.filter(({ call, isCredited }) => !isCredited && isRefusedOrQuiet(call));
  if (never.length >= LIMITS.several) return 'race';
  return traces.some(isCreditedForAnother) ? 'either' : undefined;
}

/** Whether an event is the nth credit of its order, after the nth call that may have credited it, but the first. */
export function isOfAnotherCall(trace: Trace, event: Sighting | undefined): boolean {
  if (!event || !isCredit(event)) return false;
  const nth = trace.events.filter(own => isCredit(own) && own.at < event.at).length;
  return nth > 0 && event.at >= (creditCalls(trace)[nth] ?? Number.POSITIVE_INFINITY);
}

/** Whether the second call that may have credited an order was sent before the first credit came. */
export function isRace(trace: Trace): boolean {
  const [, second = Number.POSITIVE_INFINITY] = creditCalls(trace);
  return second < (trace.events.find(isCredit)?.at ?? 0);
}

/** Whether an order shows a credit of another call, where no refused disburse lay between. */
function isCreditedForAnother(trace: Trace): boolean {
  return trace.events.some(event => {
    const last = trace.calls.findLast(call => isDisburse(call) && call.at <= event.at);
    return isOfAnotherCall(trace, event) && last !== undefined && last.verdict !== 'refused';
  });
}

function isCredit({ isCredit: credits, isSigned }: Sighting): boolean {
  return credits && isSigned;
}

function isDisburse(call: Call): boolean {
  return call.role === 'step' && asksForCredit(call);
}
