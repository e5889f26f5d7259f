import { timingSafeEqual } from 'node:crypto';
import { type TimestampUnit, timestampNanoseconds } from '../base/timestamp.ts';
import { parseSignatureHeader, signatureOf } from '../evidence/signatures/signature-header.ts';

/** Webhook timestamp tolerance, in seconds, on either side of now (Limits). */
export const TOLERANCE_SECONDS = 300;

/** The inputs of a verification. */
export interface SignedMessage {
  /** The value of the signature header, or its lines; null if it is absent. Each character is one byte. */
  readonly header: string | readonly string[] | null;
  /** The raw bytes of the body. */
  readonly body: Uint8Array;
  /** Signing secrets. Each is the HMAC key verbatim. Empty ones are ignored. */
  readonly secrets: readonly string[];
  /** The receiver's clock, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** Tolerance in seconds, inclusive. Default 300; 0 means exactly now, not "unchecked". */
  readonly toleranceSeconds?: number;
  /** Unit of `t`. Default seconds. */
  readonly unit?: TimestampUnit;
}

/** Why a delivery is refused. No other reasons exist. */
export type RefusalReason =
  | 'no-header'
  | 'no-secret'
  | 'no-timestamp'
  | 'ambiguous-timestamp'
  | 'malformed-timestamp'
  | 'no-signature'
  | 'signature-mismatch'
  | 'timestamp-too-old'
  | 'timestamp-too-new';

/** Accepted, with the position of the verifying secret; or refused, with the reason. */
export type SignatureVerdict =
  | { readonly accepted: true; readonly secret: number }
  | { readonly accepted: false; readonly reason: RefusalReason };

/**
 * Verifies the signature of a delivery by the rules of the specification (Signature header, 1 to 4). It covers the
 * verbatim text of `t` and the raw bytes of the body. Every `v1` is compared in constant time; other pairs are ignored.
 * Two different `t` are refused as ambiguous. Never throws.
 */
export function verifySignature(message: SignedMessage): SignatureVerdict {
  const { header, body, now, toleranceSeconds = TOLERANCE_SECONDS, unit = 's' } = message;
  if (header === null || header.length === 0) return refuse('no-header');
  const { t: timestamps, v1 } = parseSignatureHeader(header);
  const [t] = timestamps;
  if (t === undefined) return refuse('no-timestamp');
  if (timestamps.some(other => other !== t)) return refuse('ambiguous-timestamp');
  const signedAt = timestampNanoseconds(t, unit);
  if (signedAt === undefined) return refuse('malformed-timestamp');
  if (v1.length === 0) return refuse('no-signature');
  if (message.secrets.every(secret => secret === '')) return refuse('no-secret');
  const secret = message.secrets.findIndex(key => key !== '' && matchesAny(v1, signatureOf(t, body, key)));
  if (secret < 0) return refuse('signature-mismatch');
  const age = BigInt(Math.round(now * 1000)) * 1000n - signedAt;
  const tolerance = BigInt(Math.round(toleranceSeconds * 1e9));
  if (age > tolerance) return refuse('timestamp-too-old');
  if (-age > tolerance) return refuse('timestamp-too-new');
  return { accepted: true, secret };
}

/** A signature header that verifies under each of the secrets: `t=…,v1=…[,v1=…]`. */
export function signatureHeader(t: string, body: Uint8Array, secrets: readonly string[]): string {
  return [`t=${t}`, ...secrets.map(secret => `v1=${signatureOf(t, body, secret)}`)].join(',');
}

/** Compares every candidate, so that the time does not reveal which one matched. */
function matchesAny(candidates: readonly string[], digest: string): boolean {
  const wanted = Buffer.from(digest);
  let matched = false;
  for (const candidate of candidates) {
    const given = Buffer.from(candidate);
    // The length is no secret, and a header may contain thousands of candidates.
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) matched = true;
  }
  return matched;
}

function refuse(reason: RefusalReason): SignatureVerdict {
  return { accepted: false, reason };
}
