import { SIMULATE_EVENTS } from '../../core/dialect.ts';
import { BEFORE } from '../steps-behind.ts';

/** Whether what is behind an event is a probe's call and no step: what comes of it answers the probe's own gap. */
export function isProbe(step: string): boolean {
  return step !== BEFORE && !SIMULATE_EVENTS.some(event => step === event || step.startsWith(`${event} `));
}
