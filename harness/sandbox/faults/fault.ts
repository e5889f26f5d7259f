import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { DraftContext, EventDraft } from '../events/compose-event.ts';
import type { Call, EncodedReply, Reply } from '../http/call.ts';
import type { JsonObject } from '../json.ts';
import type { Transition } from '../lifecycle/transition.ts';
import type { CollectionOrder } from '../store/store.ts';

/** The points at which a fault can act: the passing value and its context. */
export interface FaultPoints {
  /** The path that selects the route of a request, as it was sent. */
  readonly path: [string, { readonly method: string }];
  /** The bytes of a request's body. */
  readonly requestBytes: [Buffer, Call];
  /** The body of a request, before the route reads it. */
  readonly requestBody: [JsonObject, Call];
  /** Whether the API key of a request is accepted; `apiKey` is the right one. */
  readonly keyAccepted: [boolean, Call & { readonly apiKey: string }];
  /** What a simulate event does to its order. */
  readonly transition: [Transition, { readonly order: CollectionOrder; readonly event: SimulateEvent }];
  /** The events that a step, or a new order, is about to cause. */
  readonly events: [readonly EventDraft[], DraftContext];
  /** The body of an event as a value. */
  readonly eventBody: [JsonObject, EventDraft];
  /** The body of an event as bytes. */
  readonly eventBytes: [Buffer, EventDraft];
  /** The content of an attempt before it is signed. */
  readonly attempt: [Attempt, AttemptContext];
  /** The input of a signature. */
  readonly signing: [Signing, AttemptContext];
  /** The pairs of the signature header. */
  readonly signatureHeader: [SignatureHeader, AttemptContext];
  /** The content of an attempt after it is signed. */
  readonly signedAttempt: [Attempt, AttemptContext];
  /** Whether and when the next attempt follows. */
  readonly retry: [RetryDecision, AttemptContext];
  /** A reply before it is written. */
  readonly reply: [Reply, Call];
  /** The body of a reply as bytes, before its content coding. */
  readonly replyBytes: [Buffer, { readonly call: Call; readonly status: number }];
  /** A reply as it is sent. */
  readonly encodedReply: [EncodedReply, Call];
}

/** The actions of a fault at each point. They return a replacement, or `undefined` to keep the value. */
export type FaultHooks = {
  readonly [P in keyof FaultPoints]?: (
    value: FaultPoints[P][0],
    context: FaultPoints[P][1],
  ) => FaultPoints[P][0] | undefined;
};

/** The description of a fault. */
export interface FaultInfo {
  /** Its name, words joined by hyphens. */
  readonly name: string;
  /** The id of the requirement that it breaks. */
  readonly requirement: string;
  /** Other requirements under which a check may correctly report it. */
  readonly alsoBreaks: readonly string[];
  /** What the service does wrong. */
  readonly summary: string;
  /** Whether it breaks nothing but is unwelcome, so that a check gives advice on the requirement. */
  readonly advises: boolean;
  /** Whether it breaks anything in a dialect. In some dialects the faulty behaviour is conformant. */
  readonly breaks: (dialect: SandboxDialect) => boolean;
}

/** The options of a fault. By default, it breaks its own requirement alone, in all dialects. */
export interface FaultOptions extends Partial<Pick<FaultInfo, 'breaks' | 'alsoBreaks'>> {
  /** Conformant behaviour without which the fault would not show. The intermittent version always has it. */
  readonly setup?: FaultHooks;
  /** Whether it breaks nothing and leads only to advice. Default: no. */
  readonly advises?: true;
  /** Whether the intermittent version is listed, too, or in which dialects it is. It can be selected for any fault. */
  readonly alsoIntermittent?: boolean | FaultInfo['breaks'];
}

/** A deliberate breach: what the service does wrong, and how. */
export type Fault = readonly [summary: string, hooks: FaultHooks, options?: FaultOptions];

/** Faults by the requirement that they break, then by name. */
export type Faults = { readonly [requirement: string]: { readonly [name: string]: Fault } };

/** The active faults. Each gets the value that the previous one returned. */
export interface FaultSet {
  /** The value at a point, after every active fault. */
  apply<P extends keyof FaultPoints>(point: P, value: FaultPoints[P][0], context: FaultPoints[P][1]): FaultPoints[P][0];
}

/** A fault for each entry of a table. @param of the name and the fault of an entry */
export function faultsOf<T>(
  table: { readonly [words: string]: T },
  of: (words: string, value: T) => readonly [name: string, Fault],
): Faults[string] {
  return Object.fromEntries(Object.entries(table).map(([words, value]) => of(words, value)));
}

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
