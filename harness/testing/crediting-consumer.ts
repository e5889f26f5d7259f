import { COMPLETED, type Dialect } from '../evidence/dialect.ts';
import type { Headers } from '../evidence/evidence.ts';
import { locate, typeOf } from '../evidence/interpretation.ts';
import { resolveDialect } from '../sandbox/dialect/resolve-dialect.ts';
import { verifySignature } from '../webhooks/signature.ts';

/** A webhook as a backend receives it. */
export interface Webhook {
  readonly headers: Headers;
  readonly body: Buffer;
}

interface ConsumerOptions {
  readonly secrets: readonly string[];
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly dialect?: Dialect;
}

/**
 * A customer's backend that follows the specification. It verifies the signature over the raw bytes, within the
 * tolerance. It de-duplicates on the event id. It credits only on `disbursement.completed`.
 */
export function creditingConsumer({ secrets, now, dialect }: ConsumerOptions) {
  const { signatureHeader, timestampUnit: unit, eventId, eventType, orderId } = resolveDialect(dialect);
  const settled = new Set<string>();
  const credited: string[] = [];
  /** Handles a webhook. @returns the status to answer with; any status other than 2xx asks for another delivery */
  const consume = ({ headers, body }: Webhook): number => {
    const header = headerLines(headers, signatureHeader);
    if (!verifySignature({ header, body, secrets, now: now(), unit }).accepted) return 400;
    // Parse the body only after verification: an unverified body is not trusted.
    const read = { headers, body: { size: body.length, sha256: '', text: body.toString('utf8') } };
    const type = typeOf(read, eventType);
    const event = locate(read, eventId, type);
    if (event === undefined) return 422;
    const order = type === COMPLETED && !settled.has(event) ? locate(read, orderId, type) : undefined;
    if (order !== undefined) credited.push(order);
    settled.add(event);
    return 200;
  };
  return { consume, credited };
}

/** The lines of a header, regardless of the case of its name, in the form for the signature verifier. */
export function headerLines(headers: Headers, name: string): readonly string[] {
  return headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}
