import type { SimulateEvent } from '../contract/lifecycle.ts';
import { stepInWords } from '../evidence/write-step.ts';
import type { Cause } from '../order/causes.ts';
import type { Call } from '../order/trace.ts';

/** The cause of events that arrive before anything is simulated. */
export const BEFORE = 'before any step';

/** What caused an event, in words: `deposit_detected`, `deposit_detected of another amount`, `before any step`. */
export function causeInWords({ call }: Cause): string {
  if (call === undefined) return BEFORE;
  return call.step ? stepInWords(call.step) : (actsAsStep(call) ?? call.exchange.condition ?? '');
}

/** Whether a probe's call caused an event. Such an event answers the probe's own gap only. */
export function isOfProbe({ call }: Cause): boolean {
  return call !== undefined && call.step === undefined && actsAsStep(call) === undefined;
}

/** The event of a call of a probe in which only the key is unusual: then it acts as a step. */
function actsAsStep({ role, asks }: Call): SimulateEvent | undefined {
  return role === 'keyless' ? asks : undefined;
}
