import { isError, withoutRequestId } from './edits.ts';
import type { Fault } from './fault.ts';

/** Faults of answers as such: headers, media types, length (Endpoints). */
export const RESPONSE_FAULTS: readonly Fault[] = [
  {
    name: 'request-id-missing-on-errors',
    requirement: 'response.request-id',
    summary: 'Error responses carry no request-id.',
    hooks: { replied: reply => (isError(reply) ? withoutRequestId(reply) : undefined) },
  },
];
