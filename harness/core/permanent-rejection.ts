import type { Answer } from './evidence.ts';

/**
 * Whether an answer to a delivery may be taken for the last word. Which answers acknowledge a delivery is not specified
 * (Events); a 4xx blames the request, so that nobody surely has to send it again.
 */
export function isPermanentRejection({ kind, status = 0 }: Answer): boolean {
  return kind === 'status' && status >= 400 && status < 500;
}
