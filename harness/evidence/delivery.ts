import {
  Body,
  boolean,
  choice,
  Headers,
  list,
  number,
  type Of,
  object,
  optional,
  reference,
  text,
  word,
} from '../base/schema.ts';

/**
 * The known mistakes behind a digest that does not verify: the broken requirement, and a description that continues
 * "a v1 …". Every explanation of a signature uses these words.
 */
export const NEAR_MISSES = {
  'reserialised-body': ['signature.raw-body', 'is over re-serialized JSON, not over the raw bytes of the body'],
  'trimmed-body': ['signature.raw-body', 'is over the body without the white space around it'],
  bom: ['signature.raw-body', 'is over the body with a byte order mark added or removed'],
  'line-feed': ['signature.raw-body', 'is over the body with an additional line feed at its end'],
  'line-ends': ['signature.raw-body', 'is over the body with other line endings: CRLF for LF, or LF for CRLF'],
  'other-encoding': [
    'signature.raw-body',
    'is over the body in another character encoding: only what is not ASCII has other bytes',
  ],
  'normalised-body': [
    'signature.raw-body',
    'is over the body with its Unicode normalised: an accent and its letter are one character there, or two',
  ],
  'before-coding': [
    'signature.raw-body',
    'is over the body before its content coding, not over the bytes that are sent',
  ],
  'body-only': ['signature.hmac', 'is over the body alone, without "<t>."'],
  'no-dot': ['signature.hmac', 'is over t and the body without the dot between them'],
  'other-separator': ['signature.hmac', 'is over t and the body with another separator than a dot'],
  'uppercase-hex': ['signature.lowercase-hex', 'is the correct digest in upper case'],
  'unpadded-hex': [
    'signature.lowercase-hex',
    'is the correct digest without its leading zeros: each byte is two hex digits',
  ],
  base64: ['signature.lowercase-hex', 'is the correct digest in base64'],
  sha1: ['signature.hmac', 'is an HMAC-SHA1'],
  sha512: ['signature.hmac', 'is an HMAC-SHA512'],
  'plain-sha256': ['signature.hmac', 'is a plain SHA-256, not an HMAC'],
  'bare-secret': ['signature.hmac', 'uses the secret without its prefix; the key is its whole text'],
  'decoded-secret': ['signature.hmac', 'uses the secret decoded from base64 or hex; the key is its text'],
  'padded-secret': ['signature.hmac', 'uses the secret with white space or quotation marks added or removed'],
  'other-t': ['signature.hmac', 'is over another t than the header has: in another unit, or seconds apart'],
  truncated: ['signature.hmac', 'is only a part of the correct digest, or has extra characters at its end'],
} as const satisfies { readonly [miss: string]: readonly [requirement: string, is: string] };

/** The sender's likely mistake, if a digest does not verify but would under another rule. */
export const NearMiss = choice(...(Object.keys(NEAR_MISSES) as (keyof typeof NEAR_MISSES)[]));
export type NearMiss = Of<typeof NearMiss>;

/** What the observer, which has the secrets, found in one signature header of a delivery. */
export const ObservedSignature = object({
  /** The header's name as it was sent. */
  header: text,
  /** Every `t`, verbatim. */
  t: list(word),
  /** The number of `v1` values. */
  v1: number,
  /** How many of them are 64 lowercase hex digits. */
  wellFormed: number,
  /** Names of other pairs. */
  others: list(text),
  /** Positions in SIGNING_SECRET of the secrets that verify a `v1`. */
  slots: list(number),
  /** If no secret verifies, the rule that would have. */
  nearMiss: optional(NearMiss),
});
export interface ObservedSignature extends Of<typeof ObservedSignature> {}

/** The receiver's answer to a delivery. */
export const Answer = object({
  /** `status`: at once, or after `afterMs`; `slow`: held, then closed without an answer; `drop`: closed, as late. */
  kind: choice('status', 'slow', 'drop'),
  status: optional(number),
  afterMs: optional(number),
  /** Whether the answer is to make the service send the webhook again. */
  refused: boolean,
  /** Whether it is a copy that came while another delivery of its event was held, and was held with it, unplanned. */
  joined: optional(boolean),
});
export interface Answer extends Of<typeof Answer> {}

/** One webhook request that reached the receiver. */
export const Delivery = object({
  id: reference,
  at: number,
  method: word,
  path: text,
  headers: Headers,
  body: Body,
  /** False if the sender stopped within the body, or the body exceeds a limit of the receiver. */
  complete: boolean,
  /**
   * False if it does not belong to the run: it came to a path other than the run's; or, if the run has none, it neither
   * verifies nor names an order of the run; or it only asks, without a body and a signature.
   */
  ours: boolean,
  answer: Answer,
  signatures: list(ObservedSignature),
  /** Names of secrets that the delivery contains. */
  leaked: optional(list(word)),
});
export interface Delivery extends Of<typeof Delivery> {}

/** A request to the receiver that is not valid HTTP. */
export const Malformed = object({ at: number, code: text, packet: Body });
export interface Malformed extends Of<typeof Malformed> {}

/** A webhook request as it was received. */
export type Arrival = Omit<Delivery, 'id' | 'body' | 'answer' | 'signatures' | 'leaked'> & {
  readonly body: Buffer;
  /** The limit of the receiver that it exceeds. `complete` is then false, and `body` holds only the beginning. */
  readonly exceeds?: Limit;
};

/** A limit of the receiver, and the answer to a request that exceeds it. */
export interface Limit {
  readonly status: 413 | 503;
  readonly message: string;
}

/** Statuses that ask to try again later: Request Timeout, Too Early, Too Many Requests. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Whether a sender may regard an answer to its delivery as final. The specification does not say which answers
 * acknowledge a delivery (Events). A 4xx blames the request, so the sender need not repeat it, unless it says "later".
 */
export function isPermanentRejection({ kind, status = 0 }: Answer): boolean {
  return kind === 'status' && status >= 400 && status < 500 && !LATER.has(status);
}
