import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../json/json.ts';

/** The route that a request belongs to; `none` if its path has no route. */
export type RouteName = 'enquiry' | 'onramp' | 'simulate' | 'preview' | 'none';

/** One request. */
export interface Call {
  readonly route: RouteName;
  readonly method: string;
  readonly path: string;
  /** The values of the route's path parameters. */
  readonly params: { readonly [name: string]: string };
  readonly headers: IncomingHttpHeaders;
  /** The value of the reply's `request-id` header. */
  readonly requestId: string;
  /** The body; empty if the request has none or it was not read. */
  readonly body: JsonObject;
}
