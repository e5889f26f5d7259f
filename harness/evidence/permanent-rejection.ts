import type { Answer } from './evidence.ts';

/** Statuses that ask to try again later: Request Timeout, Too Early, Too Many Requests. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Whether a sender may take an answer to its delivery as final. The specification does not say which answers
 * acknowledge a delivery (Events); a 4xx blames the request, so the sender need not repeat it, unless it says "later".
 */
export function isPermanentRejection({ kind, status = 0 }: Answer): boolean {
  return kind === 'status' && status >= 400 && status < 500 && !LATER.has(status);
}
