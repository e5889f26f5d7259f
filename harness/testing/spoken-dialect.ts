import type { TimestampUnit } from '../base/timestamp.ts';
import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { Dialect, Locator } from '../evidence/dialect.ts';
import { drawDialect } from '../sandbox/index.ts';

/** What a test needs to know of a dialect to read its webhooks. */
export interface SpokenDialect {
  readonly signatureHeader: string;
  readonly timestampUnit: TimestampUnit;
  readonly eventId: Locator;
  readonly eventType: Locator;
  readonly orderId: Locator;
  /** The types that each step causes. */
  readonly eventTypes: { readonly [event in SimulateEvent]: string | readonly string[] };
  readonly otherEvents: readonly string[];
}

/** A dialect of the sandbox. Each key that is not given has its default. */
export function spokenDialect(dialect: Dialect = {}): SpokenDialect {
  const defaults = drawDialect(choices => choices[0] as never) as Dialect & SpokenDialect;
  return { ...defaults, ...dialect, eventTypes: { ...defaults.eventTypes, ...dialect.eventTypes } };
}
