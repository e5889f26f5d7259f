/** The content of one attempt, without the headers that all deliveries have. */
export interface Attempt {
  readonly headers: { readonly [name: string]: string };
  /** The body before its content codings. */
  readonly body: Buffer;
}

/** The event of an attempt. */
export interface AttemptContext {
  readonly eventId: string;
  /** The order of the event; absent for an event about no order. */
  readonly orderId?: string | undefined;
  /** 1 for the first attempt. */
  readonly number: number;
  /** The name of the signature header. */
  readonly signatureHeader: string;
}

/** The input of a signature. */
export interface Signing {
  /** When the delivery is signed, in milliseconds since the Unix epoch, by the world's clock. */
  readonly at: number;
  /** The body before its content codings. */
  readonly body: Buffer;
  /** The secrets that each yield one `v1`, oldest first. */
  readonly secrets: readonly string[];
  /** Computes the `v1` of one secret over the encoded body. */
  readonly digest: (secret: string, t: string, body: Buffer) => string;
}

/** The signature header before its pairs are joined. */
export interface SignatureHeader {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly separator: string;
}

/** How an attempt ended: the receiver's status and its time, a timeout, or a connection that was refused or dropped. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly tookMs: number }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed' };

/** Whether and when the next attempt follows. */
export interface RetryDecision {
  readonly outcome: AttemptOutcome;
  /** The wait before the next attempt, in milliseconds; undefined for the last attempt. */
  readonly afterMs: number | undefined;
  /** Whether the order's earlier events are given up at the same time. Default: no. */
  readonly forgetsEarlier?: true;
  /** The id under which the event is added once more, as a further event. Default: it is not. */
  readonly againAs?: string;
}
