import { EVENT_FIELDS } from '../contract/lifecycle.ts';
import type { Step } from './evidence.ts';

/** What a step asks for: the input of the order's state machine. */
export type StepInput = Pick<Step, 'event' | 'receivedAmount' | 'receivedNetwork'>;

/** A step in words: `fail`, `deposit_detected received_amount 0.01`. */
export function writeStep(step: StepInput): string {
  const given = EVENT_FIELDS.filter(own => step[own.step] !== undefined);
  return [step.event, ...given.map(own => `${own.wire} ${step[own.step]}`)].join(' ');
}
