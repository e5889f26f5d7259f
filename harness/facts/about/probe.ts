import { isSimulateEvent } from '../../core/lifecycle.ts';
import { BEFORE } from '../steps-behind.ts';

/** Whether what is behind an event is a probe's call and no step: what comes of it answers the probe's own gap. */
export function isProbe(step: string): boolean {
  return step !== BEFORE && !isSimulateEvent(step.split(' ', 1)[0]);
}
