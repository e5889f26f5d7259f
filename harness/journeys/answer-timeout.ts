/** The bounds of the time-out of answers, in milliseconds. */
const LEAST = 10_000;
const MOST = 30_000;

/**
 * How long an answer is waited for, in milliseconds: as long as a webhook, within bounds. A run with short time-outs is
 * not held up by a service that does not answer.
 */
export function answerTimeout(deliveryTimeoutMs: number): number {
  return Math.min(MOST, Math.max(LEAST, deliveryTimeoutMs));
}
