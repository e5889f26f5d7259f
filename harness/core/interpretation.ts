import type { Locator, TimestampUnit } from './dialect.ts';

/**
 * One way to read a deployment's webhooks: what of its dialect a judgement needs. Several readings may fit the same
 * evidence; a check fails only if it fails under every one of them.
 */
export interface Interpretation {
  /** Names of the headers, in lower case, of which any may carry the signature. */
  readonly signatureHeaders: readonly string[];
  readonly timestampUnit: TimestampUnit;
  readonly eventId?: Locator;
  readonly eventType?: Locator;
  readonly orderId?: Locator;
}
