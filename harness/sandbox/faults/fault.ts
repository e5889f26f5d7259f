import type { Attempt, AttemptContext, RetryDecision, SignatureHeader, Signing } from '../delivery/attempt.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { DraftContext, EventDraft } from '../events/compose-event.ts';
import type { Call, EncodedReply, Reply, ReplyContext } from '../http/call.ts';
import type { JsonObject } from '../json.ts';
import type { Transition, TransitionContext } from '../lifecycle/transition.ts';

/** The points at which a fault can act: the value that passes the point, and its context. */
export interface FaultPoints {
  /** The path by which a request finds its route, as it was sent. */
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
  /** What an attempt is about to deliver, before it is signed. */
  readonly attempt: [Attempt, AttemptContext];
  /** The input of a signature. */
  readonly signing: [Signing, AttemptContext];
  /** The pairs of the signature header. */
  readonly signatureHeader: [SignatureHeader, AttemptContext];
  /** What an attempt delivers, after it is signed. */
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

/** What a fault does at each point: the value that replaces the one that passes, or undefined to leave it. */
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
  /** Further requirements under which a check may rightly report it. */
  readonly alsoBreaks: readonly string[];
  /** What the service does wrong. */
  readonly summary: string;
  /** Whether it breaks nothing: most would object, so that a check gives advice on the requirement. */
  readonly advises: boolean;
  /** Whether it breaks anything in a dialect: in some, a service with the fault behaves as one without it. */
  readonly breaks: (dialect: SandboxDialect) => boolean;
}

/** What is particular to some faults. */
export interface FaultOptions {
  /** Conformant behaviour without which the fault would not show; the intermittent version has it every time. */
  readonly setup?: FaultHooks;
  /** What it needs of a dialect to break anything. Default: nothing. */
  readonly breaks?: FaultInfo['breaks'];
  /** Further requirements under which a check may rightly report it. Default: none. */
  readonly alsoBreaks?: readonly string[];
  /** Whether it breaks nothing, and leads to advice alone. Default: no. */
  readonly advises?: true;
  /**
   * Whether the intermittent version is listed too, or what that needs of a dialect beside what the fault needs. It can
   * be selected for any fault.
   */
  readonly alsoIntermittent?: boolean | FaultInfo['breaks'];
}

/** A deliberate breach: what the service does wrong, and how. */
export type Fault = readonly [summary: string, hooks: FaultHooks, options?: FaultOptions];

/** Faults by the requirement that they break, then by name. */
export type Faults = { readonly [requirement: string]: { readonly [name: string]: Fault } };

/** The faults that are active. Each receives what the one before it returned. */
export interface FaultSet {
  /** The value that passes a point, after every active fault. */
  apply<P extends keyof FaultPoints>(point: P, value: FaultPoints[P][0], context: FaultPoints[P][1]): FaultPoints[P][0];
}

/** A fault of each entry of a table. @param of gives its name, and the fault */
export function faultsOf<T>(
  table: { readonly [words: string]: T },
  of: (words: string, value: T) => readonly [name: string, Fault],
): Faults[string] {
  return Object.fromEntries(Object.entries(table).map(([words, value]) => of(words, value)));
}
