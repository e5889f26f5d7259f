import type { Json } from '../json/json.ts';

/** An answer before it is written: headers beyond those of the connection, and the body as a value. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** No body at all where undefined. */
  readonly body: Json | undefined;
}

/** An answer with a body and no headers of its own. */
export function reply(status: number, body: Json | undefined): Reply {
  return { status, headers: {}, body };
}
