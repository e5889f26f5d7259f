import { COMPLETED, type Dialect } from '../core/dialect.ts';
import type { Headers } from '../core/evidence.ts';
import { locate, typeOf } from '../core/locator.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { headerLines } from './header-lines.ts';
import { spokenDialect } from './spoken-dialect.ts';

/** A webhook as a backend gets it. */
export interface Webhook {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** What a backend remembers and does. */
export interface Ledger {
  /**
   * In one transaction, remembers an event and credits an order, if there is one to credit; does neither where the event
   * is remembered already. Where it throws, it may have been done or not.
   */
  settle(event: string, order: string | undefined): Promise<void>;
}

/** Takes webhooks in. @returns the status to answer with; anything but a 2xx asks for another delivery */
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
 * The customer's backend as the specification wants it: verifies the signature over the raw bytes, within the
 * tolerance; de-duplicates on the event id; credits on `disbursement.completed` and on nothing else.
 */
export function creditingConsumer({ secrets, now, dialect, ledger }: ConsumerOptions): Consumer {
  const { signatureHeader, timestampUnit, eventId, eventType, orderId } = spokenDialect(dialect);
  return async ({ headers, body }) => {
    const header = headerLines(headers, signatureHeader);
    const verdict = verifySignature({ header, body, secrets: secrets(), now: now(), unit: timestampUnit });
    if (!verdict.accepted) return 400;
    // Read only now: until it is verified, what it says is a stranger's word.
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
