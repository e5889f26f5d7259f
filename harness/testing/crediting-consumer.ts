import type { TimestampUnit } from '../base/timestamp.ts';
import type { SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED, type Dialect, type Locator } from '../evidence/dialect.ts';
import type { Headers } from '../evidence/evidence.ts';
import { locate, typeOf } from '../evidence/locator.ts';
import { drawDialect } from '../sandbox/dialect/resolve-dialect.ts';
import { verifySignature } from '../webhooks/signature.ts';

/** A webhook as a backend receives it. */
export interface Webhook {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The storage and the credits of a backend. */
export interface Ledger {
  /**
   * In one transaction, stores an event and credits an order, if there is one to credit. Does neither if the event is
   * already stored. If it throws, the transaction may or may not have been committed.
   */
  settle(event: string, order: string | undefined): Promise<void>;
}

/** A ledger in memory, and the orders that it has credited. */
export function memoryLedger(): Ledger & { readonly credited: readonly string[] } {
  const settled = new Set<string>();
  const credited: string[] = [];
  return {
    credited,
    settle: async (event, order) => {
      if (order !== undefined && !settled.has(event)) credited.push(order);
      settled.add(event);
    },
  };
}

/** Handles a webhook. @returns the status to answer with; any status other than 2xx asks for another delivery */
export type Consumer = (webhook: Webhook) => Promise<number>;

interface ConsumerOptions {
  readonly secrets: () => readonly string[];
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly dialect?: Dialect;
  readonly ledger: Ledger;
}

/**
 * A customer's backend that follows the specification. It verifies the signature over the raw bytes, within the
 * tolerance. It de-duplicates on the event id. It credits only on `disbursement.completed`.
 */
export function creditingConsumer({ secrets, now, dialect, ledger }: ConsumerOptions): Consumer {
  const { signatureHeader, timestampUnit, eventId, eventType, orderId } = spokenDialect(dialect);
  return async ({ headers, body }) => {
    const header = headerLines(headers, signatureHeader);
    const verdict = verifySignature({ header, body, secrets: secrets(), now: now(), unit: timestampUnit });
    if (!verdict.accepted) return 400;
    // Parse the body only after verification: an unverified body is not trusted.
    const read = { headers, body: { size: body.length, sha256: '', text: body.toString('utf8') } };
    const type = typeOf(read, eventType);
    const event = locate(read, eventId, type);
    if (event === undefined) return 422;
    try {
      await ledger.settle(event, type === COMPLETED ? locate(read, orderId, type) : undefined);
      return 200;
    } catch {
      return 500;
    }
  };
}

/** The lines of a header, regardless of the case of its name, in the form for the signature verifier. */
export function headerLines(headers: Headers, name: string): readonly string[] {
  return headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

/** The parts of a dialect that a test needs to read webhooks. */
interface SpokenDialect {
  readonly signatureHeader: string;
  readonly timestampUnit: TimestampUnit;
  readonly eventId: Locator;
  readonly eventType: Locator;
  readonly orderId: Locator;
  /** The types that each step causes. */
  readonly eventTypes: { readonly [event in SimulateEvent]: string | readonly string[] };
  readonly otherEvents: readonly string[];
}

/** A dialect of the sandbox. Unset keys have their defaults. */
export function spokenDialect(dialect: Dialect = {}): SpokenDialect {
  const defaults = drawDialect(choices => choices[0] as never) as Dialect & SpokenDialect;
  return { ...defaults, ...dialect, eventTypes: { ...defaults.eventTypes, ...dialect.eventTypes } };
}
