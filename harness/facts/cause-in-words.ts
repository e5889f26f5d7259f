import { oncePerObject } from '../base/once.ts';
import type { SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { View } from '../evidence/view.ts';
import { stepInWords } from '../evidence/write-step.ts';
import type { Cause } from '../order/causes.ts';
import type { Call } from '../order/trace.ts';

/** The cause of events that arrive before anything is simulated. */
export const BEFORE = 'before any step';

/** The cause of an event, in words: `deposit_detected`, `deposit_detected of another amount`, `before any step`. */
export function causeInWords({ call }: Cause): string {
  if (call === undefined) return BEFORE;
  return call.step ? stepInWords(call.step) : (actsAsStep(call) ?? call.exchange.condition ?? '');
}

/** Whether a probe's call caused an event. Such an event answers the probe's own gap only. */
export function isOfProbe({ call }: Cause): boolean {
  return call !== undefined && call.step === undefined && actsAsStep(call) === undefined;
}

/** The event of a probe in which only the key is unusual, so that it acts as a step. */
function actsAsStep({ role, asks }: Call): SimulateEvent | undefined {
  return role === 'keyless' ? asks : undefined;
}

/** How many events of one type a call may cause. */
const MOST_OF_CALL = 2;

/**
 * Types of which one journey has more events than its calls can cause. They belong to the creation of orders and name
 * none, so the events of all orders are attributed to the journey that is alone at that time.
 */
export const madeWithOrders = oncePerObject((view: View): ReadonlySet<string> => {
  const calls = Map.groupBy(view.evidence.exchanges, ({ journey }) => journey);
  const types = view.evidence.journeys.flatMap(journey => {
    const byType = Map.groupBy(view.eventsOf(journey), ({ type }) => type);
    // Probes are not steps, but may be accepted.
    const most = MOST_OF_CALL * ((calls.get(journey.id)?.length ?? 0) + 1);
    return [...byType].flatMap(([type, own]) => (type !== undefined && own.length > most ? [type] : []));
  });
  return new Set(types.filter(type => type !== COMPLETED));
});
