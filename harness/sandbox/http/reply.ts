import type { Json } from '../json/json.ts';
import type { Call } from './call.ts';

/** A reply before it is encoded: its own headers, and the body as a value. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Undefined for a reply without a body. */
  readonly body: Json | undefined;
}

/** The call that a reply belongs to, and the status of the reply. */
export interface ReplyContext {
  readonly call: Call;
  readonly status: number;
}

/** A reply as it is sent. */
export interface EncodedReply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Buffer;
  /** The Content-Length. If it exceeds `bytes`, the connection closes after them. */
  readonly length: number;
  /** Fields that follow the body, which is chunked then. */
  readonly trailers?: { readonly [name: string]: string };
}

/** A reply without headers of its own. */
export function reply(status: number, body: Json | undefined): Reply {
  return { status, headers: {}, body };
}
