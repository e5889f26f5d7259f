import type { Locator, TimestampUnit } from './dialect.ts';
import { locate, type Readable, typeOf } from './locator.ts';

/**
 * One way to read a deployment's webhooks: the part of its dialect that a judgement needs. Several interpretations may
 * fit the same evidence; a check fails only if it fails under every one of them.
 */
export interface Interpretation {
  /** Names of the headers, in lower case, of which any may carry the signature. */
  readonly signatureHeaders: readonly string[];
  readonly timestampUnit: TimestampUnit;
  readonly eventId?: Locator;
  readonly eventType?: Locator;
  readonly orderId?: Locator;
}

/** The event id of a delivery, read at the place for its type; undefined where there is none. */
export function eventIdOf(
  delivery: Readable,
  { eventId, eventType }: Pick<Interpretation, 'eventId' | 'eventType'>,
): string | undefined {
  return eventId === undefined ? undefined : locate(delivery, eventId, typeOf(delivery, eventType));
}
