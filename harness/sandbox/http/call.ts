import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../json/json.ts';

/** The route that a request belongs to; `none` where no route has its path. */
export type RouteName = 'enquiry' | 'onramp' | 'simulate' | 'preview' | 'none';

/** One request, as far as the service has read it. */
export interface Call {
  readonly route: RouteName;
  readonly method: string;
  readonly path: string;
  /** What stands in the path for each of the route's parameters. */
  readonly params: { readonly [name: string]: string };
  readonly headers: IncomingHttpHeaders;
  /** The identifier that the response carries as `request-id`. */
  readonly requestId: string;
  /** The body's object; empty where the request has none, or it was not read. */
  readonly body: JsonObject;
}
