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

/** Problems of requests that can be understood, so that a dialect may accept them. */
const ODDITIES = [
  'unknown_field',
  'padded_event',
  'recased_event',
  'misplaced_amount',
  'misplaced_network',
  'zero_amount',
  'negative_amount',
  'exponent_amount',
] as const;

const PROBLEMS = {
  invalid_request: ['json', 'object', 'account_number', 'bank_code', 'event', 'received_amount', ...ODDITIES],
  account_not_found: ['account_letters', 'account_length', 'bank_letters'],
} as const;

/** The exact problem of a request, for which a dialect may have an error. */
export type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS][number];

/** Why a request is refused: an error code, for some followed by the exact problem. */
export const CAUSES = [
  ...Object.keys(STATUSES),
  ...Object.entries(PROBLEMS).flatMap(([code, problems]) => problems.map(problem => `${code}.${problem}`)),
];

/** Whether a dialect may accept requests that are otherwise refused for a cause, given as `ROUTE.CAUSE`. */
export function isAcceptable(key: string): boolean {
  return ['unsupported_media_type', ...ODDITIES].some(each => key.endsWith(`.${each}`));
}
