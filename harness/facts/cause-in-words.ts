import { stepInWords } from '../evidence/write-step.ts';
import type { Cause } from '../order/causes.ts';

/** The cause of events that arrive before anything is simulated. */
export const BEFORE = 'before any step';

/** What caused an event, in words: `deposit_detected`, `deposit_detected of another amount`, `before any step`. */
export function causeInWords({ moment }: Cause): string {
  if (moment === undefined) return BEFORE;
  return moment.step ? stepInWords(moment.step) : (moment.event ?? moment.call?.condition ?? '');
}

/** Whether a probe's call caused an event. Such an event answers the probe's own gap only. */
export function isOfProbe({ moment }: Cause): boolean {
  return moment?.call !== undefined && moment.event === undefined;
}
