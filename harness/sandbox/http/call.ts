import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../json/json.ts';

/** The routes that a request may belong to; `none` if its path has no route. */
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
  /** Names and values of the headers, one after another, as they are written. */
  readonly rawHeaders: readonly string[];
  /** The value of the reply's `request-id` header. */
  readonly requestId: string;
  /** The body; empty if the request has none or it was not read. */
  readonly body: JsonObject;
}
