import { Body, Headers } from '../base/body.ts';
import { boolean, choice, list, number, type Of, object, optional, reference, text, word } from '../base/schema.ts';

/** What the sender likely did, where a digest does not verify but would under another rule. */
export const NearMiss = choice(
  'reserialised-body',
  'trimmed-body',
  'bom',
  'line-feed',
  'line-ends',
  'padded-secret',
  'body-only',
  'no-dot',
  'uppercase-hex',
  'base64',
  'unpadded-hex',
  'sha1',
  'sha512',
  'other-t',
  'decoded-secret',
  'truncated',
  'plain-sha256',
  'other-separator',
);
export type NearMiss = Of<typeof NearMiss>;

/** What the observer, which has the secrets, found out about one signature header of a delivery. */
export const SignatureSeen = object({
  /** The header's name as it was sent. */
  header: text,
  /** Every `t`, verbatim. */
  t: list(word),
  /** How many `v1` there are. */
  v1: number,
  /** How many of them are 64 lowercase hex digits. */
  wellFormed: number,
  /** Names of other pairs. */
  others: list(text),
  /** Elements that are not `k=v`. */
  malformed: number,
  /** Positions in SIGNING_SECRET of the secrets that a `v1` verifies under. */
  slots: list(number),
  /** Where no secret verifies: what would have. */
  nearMiss: optional(NearMiss),
});
export interface SignatureSeen extends Of<typeof SignatureSeen> {}

/** How the receiver answered a delivery. */
export const Answer = object({
  /** `status`: at once, or after `afterMs`; `slow`: held, then dropped without an answer; `drop`: dropped, as late. */
  kind: choice('status', 'slow', 'drop'),
  status: optional(number),
  afterMs: optional(number),
  /** Answered to make the service send the webhook again. */
  refused: boolean,
  /** A copy that came while another delivery of its event was held, and was held with it. No scenario planned that. */
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
  /** False where the sender stopped in the middle of the body, or the body exceeds a limit of the receiver. */
  complete: boolean,
  /**
   * False where it came to another path than the run's own; or, where the run has no path of its own, where it neither
   * verifies nor names an order of the run; or where it is a request that only asks, without body and signature.
   */
  ours: boolean,
  answer: Answer,
  signatures: list(SignatureSeen),
  /** Names of secrets that the delivery contains. */
  leaked: optional(list(word)),
  /** The number of the connection it came on. */
  connection: number,
});
export interface Delivery extends Of<typeof Delivery> {}

/** A request to the receiver that is not valid HTTP. */
export const Malformed = object({ at: number, code: text, packet: Body });
export interface Malformed extends Of<typeof Malformed> {}

/** A webhook request as it crossed the wire. */
export type Arrival = Omit<Delivery, 'id' | 'body' | 'answer' | 'signatures' | 'leaked'> & {
  readonly body: Buffer;
  /** The limit of the receiver that it exceeds. `complete` is then false, and `body` is the beginning. */
  readonly exceeds?: Limit;
};

/** A limit of the receiver, and how a request that exceeds it is answered. */
export interface Limit {
  readonly status: 413 | 503;
  readonly message: string;
}
