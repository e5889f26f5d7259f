import type { Exchange } from '../../core/evidence.ts';
import { bodyOf } from '../../core/json.ts';
import type { Method } from '../protocol.ts';
import type { WireRequest } from './wire.ts';

/** What is recorded of answers that are broken on purpose. */
const FAILURES = {
  drop: { failure: { kind: 'dropped', message: 'the connection was closed without an answer, on purpose' } },
  cut: { failure: { kind: 'cut', message: 'the answer was cut short, on purpose' } },
} as const;

/** One request of an SDK, and the scripted answer to it, as the record has it. */
export function exchangeOf(
  { sentAt, endedAt, request, answer }: WireRequest,
  method: Method,
): Omit<Exchange, 'id' | 'scenario'> {
  const { status, manner } = answer;
  const response = { status, headers: Object.entries(answer.headers), body: bodyOf(answer.body) };
  return {
    operation: method === 'simulate' ? 'simulateCollectionOrder' : method,
    attempt: 0,
    ...{ sentAt, endedAt, request },
    ...(manner !== 'drop' && { response }),
    ...((manner === 'drop' || manner === 'cut') && FAILURES[manner]),
  };
}
