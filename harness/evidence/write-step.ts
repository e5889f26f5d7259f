import { EVENT_FIELDS } from '../contract/lifecycle.ts';
import type { Step } from './evidence.ts';

/** The input of a step to the order's state machine. */
export type StepInput = Pick<Step, 'event' | 'receivedAmount' | 'receivedNetwork'>;

/** A step in words: `fail`, `deposit_detected received_amount 0.01`. */
export function writeStep(step: StepInput): string {
  const given = EVENT_FIELDS.filter(own => step[own.step] !== undefined);
  return [step.event, ...given.map(own => `${own.wire} ${step[own.step]}`)].join(' ');
}

/** A step in words, as a condition. An amount or a network distinguishes it: `deposit_detected of another amount`. */
export function stepInWords(step: StepInput): string {
  const field = EVENT_FIELDS.find(own => step[own.step] !== undefined);
  return field ? `${step.event} ${field.inWords}` : step.event;
}
