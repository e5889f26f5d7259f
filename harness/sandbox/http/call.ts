import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject } from '../json.ts';

/** The routes of requests; `none` if the path has no route. */
export const ROUTES = ['enquiry', 'onramp', 'simulate', 'preview', 'none'] as const;

/** The route that a request belongs to. */
export type RouteName = (typeof ROUTES)[number];

/** One request. */
export interface Call {
  readonly route: RouteName;
  readonly method: string;
  readonly path: string;
  /** The values of the route's path parameters. */
  readonly params: { readonly [name: string]: string };
  readonly headers: IncomingHttpHeaders;
  /** Alternating names and values of the headers, as written. */
  readonly rawHeaders: readonly string[];
  /** The value of the reply's `request-id` header. */
  readonly requestId: string;
  /** The body; empty if the request has none or it was not read. */
  readonly body: JsonObject;
}

/** A reply before it is encoded: its headers, and the body as a value. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Undefined for a reply without a body. */
  readonly body: Json | undefined;
}

/** A reply as it is sent. */
export interface EncodedReply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Buffer;
  /** The Content-Length. If it exceeds `bytes`, the connection closes after them. */
  readonly length: number;
  /** Fields after the body, which is then chunked. */
  readonly trailers?: { readonly [name: string]: string };
}

/** A reply without additional headers. */
export function reply(status: number, body: Json | undefined): Reply {
  return { status, headers: {}, body };
}

/** The status of each error code, unless the route or the dialect has another. */
export const STATUSES = {
  invalid_request: 400,
  account_not_found: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_state: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
} as const;

/** The code of an error, before the dialect writes it. */
export type ErrorCode = keyof typeof STATUSES;

/** The exact problems of invalid requests for which a dialect may have a code. */
export const INVALID = [
  'json',
  'object',
  'account_number',
  'bank_code',
  'event',
  'misplaced_amount',
  'misplaced_network',
  'received_amount',
] as const;

/** The exact problem of an invalid request. */
export type Invalid = (typeof INVALID)[number];

/** Every error code. */
export const ERROR_CODES = Object.keys(STATUSES) as readonly ErrorCode[];
