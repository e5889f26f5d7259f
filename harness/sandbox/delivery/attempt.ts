/** What one attempt to deliver an event sends, beside the signature and the headers of every delivery. */
export interface Attempt {
  readonly headers: { readonly [name: string]: string };
  /** The body before its content codings. */
  readonly body: Buffer;
}

/** Which event an attempt delivers. */
export interface AttemptContext {
  readonly eventId: string;
  readonly type: string;
  readonly orderId: string | undefined;
  /** 1 for the first attempt. */
  readonly number: number;
  /** The name of the signature header. */
  readonly signatureHeader: string;
}

/**
 * How an attempt ended: with the receiver's status, with its time used up, or with the connection refused, dropped or
 * impossible.
 */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed' };

/** What follows from an attempt. */
export interface RetryDecision {
  readonly outcome: AttemptOutcome;
  /** How long to wait before the next attempt, in milliseconds; undefined where there is none. */
  readonly againAfterMs: number | undefined;
}
