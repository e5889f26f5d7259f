import type { Attempt, AttemptContext, RetryDecision } from '../delivery/attempt.ts';
import type { SignatureHeader, Signing } from '../delivery/sign.ts';
import type { DraftContext, EventDraft } from '../events/event-draft.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import type { Wire, WireContext } from '../http/wire.ts';
import type { JsonObject } from '../json/json.ts';
import type { Transition, TransitionContext } from '../lifecycle/transition.ts';

/** Where the service can be made to err: per point the value that passes it, and what is known there. */
export interface FaultPoints {
  /** The object that a request carries, before the route judges it. */
  readonly asked: [JsonObject, Call];
  /** Whether the API key is accepted; `apiKey` is the one that is. */
  readonly authorised: [boolean, Call & { readonly apiKey: string }];
  /** What an event does to its order. */
  readonly transition: [Transition, TransitionContext];
  /** The events that a step, or the making of an order, is about to cause. */
  readonly drafted: [readonly EventDraft[], DraftContext];
  /** The body of an event as a value. */
  readonly composed: [JsonObject, EventDraft];
  /** The body of an event as bytes. */
  readonly encoded: [Buffer, EventDraft];
  /** What an attempt is about to deliver, before it is signed. */
  readonly attempted: [Attempt, AttemptContext];
  /** What a signature is made from. */
  readonly signed: [Signing, AttemptContext];
  /** The pairs of the signature header. */
  readonly headed: [SignatureHeader, AttemptContext];
  /** What an attempt delivers, after it was signed. */
  readonly dispatched: [Attempt, AttemptContext];
  /** What follows from the receiver's answer. */
  readonly settled: [RetryDecision, AttemptContext];
  /** An answer before it is written. */
  readonly replied: [Reply, Call];
  /** The body of an answer as bytes, before a content coding. */
  readonly written: [Buffer, WireContext];
  /** An answer as it goes out. */
  readonly sent: [Wire, WireContext];
}

/** What a fault does at each point: the value that goes on instead, or undefined where it leaves things alone. */
export type FaultHooks = {
  readonly [P in keyof FaultPoints]?: (
    value: FaultPoints[P][0],
    context: FaultPoints[P][1],
  ) => FaultPoints[P][0] | undefined;
};

/** What a person needs to know of a fault. */
export interface FaultInfo {
  /** Its name, in words joined by hyphens. */
  readonly name: string;
  /** The id of the one requirement that it breaks. */
  readonly requirement: string;
  /** What the service does wrong. */
  readonly summary: string;
}

/** A breach of one requirement, built in on purpose. */
export interface Fault extends FaultInfo {
  readonly hooks: FaultHooks;
  /** What makes the fault show and is no breach itself; in an intermittent version it happens every time. */
  readonly groundwork?: FaultHooks;
  /** Whether the version that errs one time in five is listed too; it can be named for any fault. */
  readonly listedIntermittent?: boolean;
}
