import { COMPLETED, type Dialect } from '../evidence/dialect.ts';
import type { Headers } from '../evidence/evidence.ts';
import { locate, typeOf } from '../evidence/locator.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { headerLines } from './header-lines.ts';
import { spokenDialect } from './spoken-dialect.ts';

/** A webhook as a backend receives it. */
export interface Webhook {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** What a backend stores and does. */
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

/** What a consumer needs to know of the service. */
export interface ConsumerOptions {
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
