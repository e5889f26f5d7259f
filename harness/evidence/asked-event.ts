import { type Json, objectIn } from '../base/json.ts';
import { EVENT_FIELDS, isSimulateEvent, type SimulateEvent } from '../contract/lifecycle.ts';
import { readCondition } from './condition.ts';
import type { Exchange, Step } from './evidence.ts';

/** The event that a simulate call asks for (4.3), of any type; `undefined` if its body has none. */
export function askedEvent({ request }: Pick<Exchange, 'request'>): Json | undefined {
  return objectIn(request.body)?.event;
}

/**
 * The event that a value names in another letter case or with surrounding blanks, which a service may accept (gap
 * request.odd-values). `undefined` for the specified spelling and for anything else.
 */
export function otherwiseNamed(asked: unknown): SimulateEvent | undefined {
  const plain = typeof asked === 'string' ? asked.trim().toLowerCase() : undefined;
  return plain !== asked && isSimulateEvent(plain) ? plain : undefined;
}

/** What is unusual about a simulate call, in words: `without an event`, `whose body is empty`, `with an order id …`. */
export function unusualInWords(call: Pick<Exchange, 'request' | 'condition'>): string {
  const asked = askedEvent(call);
  if (otherwiseNamed(asked) !== undefined) return `with the event ${JSON.stringify(asked)}`;
  const { name, words = '', detail, omits } = readCondition(call.condition) ?? {};
  if (detail === undefined) return words;
  if (omits === 'body') return `whose body is ${detail}`;
  return name === 'invalid-event' ? `with the event ${detail}` : `with ${detail}`;
}

/** The order id that a simulate call invented, if it did. No order has it, and no other call uses it (4.3). */
export function madeUpOrder({ condition, request }: Exchange): string | undefined {
  return condition === 'unknown-order' ? /\/([^/]+)\/simulate$/.exec(request.url)?.[1] : undefined;
}

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
