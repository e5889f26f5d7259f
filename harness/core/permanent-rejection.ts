import type { Answer } from './evidence.ts';

/**
 * Whether a sender may take an answer to its delivery as final. The specification does not say which answers
 * acknowledge a delivery (Events); a 4xx blames the request, so the sender need not repeat it.
 */
export function isPermanentRejection({ kind, status = 0 }: Answer): boolean {
  return kind === 'status' && status >= 400 && status < 500;
}
