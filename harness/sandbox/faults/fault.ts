import type { Attempt, AttemptContext, RetryDecision, SignatureHeader, Signing } from '../delivery/attempt.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { DraftContext, EventDraft } from '../events/compose-event.ts';
import type { Call, EncodedReply, Reply, ReplyContext } from '../http/call.ts';
import type { JsonObject } from '../json.ts';
import type { Transition, TransitionContext } from '../lifecycle/transition.ts';

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
  readonly transition: [Transition, TransitionContext];
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
  readonly replyBytes: [Buffer, ReplyContext];
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

/** The options of a fault. */
export interface FaultOptions {
  /** Conformant behaviour without which the fault would not show. The intermittent version always has it. */
  readonly setup?: FaultHooks;
  /** The dialects in which it breaks something. Default: all. */
  readonly breaks?: FaultInfo['breaks'];
  /** Other requirements under which a check may correctly report it. Default: none. */
  readonly alsoBreaks?: readonly string[];
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
