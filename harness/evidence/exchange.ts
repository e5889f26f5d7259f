import { Body, Headers } from '../base/body.ts';
import { choice, list, number, type Of, object, optional, reference, text, word } from '../base/schema.ts';
import { condition } from './condition.ts';

/** Why an exchange has no complete answer. */
export const FailureKind = choice(
  /** No connection (refused, name not found, TLS refused). Nothing was sent. */
  'unreachable',
  /** Sent, but the connection was closed without an answer. The outcome is unknown. */
  'dropped',
  /** Sent, but no answer came in time. The outcome is unknown. */
  'timeout',
  /** The answer began and was cut short. */
  'cut',
  /** The run stopped before the answer. */
  'aborted',
  /** The answer is not HTTP. */
  'not-http',
);
export type FailureKind = Of<typeof FailureKind>;

/** One HTTP request to the service and its response. Times are milliseconds since the epoch. */
export const Exchange = object({
  id: reference,
  scenario: optional(word),
  journey: optional(reference),
  /** The operation of the OpenAPI file; absent if the call is to no documented route. */
  operation: optional(word),
  /** The purpose of an unusual call; absent for steps and plain calls. */
  condition: optional(condition),
  /** How many times this call had been sent before, with the same headers. */
  attempt: number,
  sentAt: number,
  endedAt: number,
  request: object({ method: word, url: text, headers: Headers, body: optional(Body) }),
  response: optional(object({ status: number, headers: Headers, body: Body })),
  failure: optional(object({ kind: FailureKind, code: optional(text), message: text })),
  /** Names of secrets that the answer contains. */
  leaked: optional(list(word)),
});
export interface Exchange extends Of<typeof Exchange> {}

/** A request, ready to send. */
export type OutgoingRequest = Omit<Exchange['request'], 'body'> & { readonly body?: Buffer };

/** An exchange before it is recorded: bodies as bytes, nothing redacted. */
export type WireExchange = Omit<Exchange, 'id' | 'request' | 'response' | 'leaked'> & {
  readonly request: OutgoingRequest;
  readonly response?: { readonly status: number; readonly headers: Headers; readonly body: Buffer };
};
