import { encode } from '../formats/content-coding.ts';
import { writeJson } from '../json/write-json.ts';
import type { Service } from '../service.ts';
import type { Call } from './call.ts';
import type { Reply } from './reply.ts';

/** The answer that is being written. */
export interface WireContext {
  readonly call: Call;
  readonly status: number;
}

/** An answer as bytes. */
export interface Wire {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Buffer;
  /** The length that the answer says it has; beyond `bytes`, the connection is cut after them. */
  readonly length: number;
}

/** Writes an answer as the dialect does: JSON style, media type, content coding. */
export function encodeReply({ dialect, world, faults }: Service, call: Call, reply: Reply): Wire {
  const { responses, json } = dialect;
  const headers: { [name: string]: string } = { ...responses.headers };
  if (!responses.keepAlive) headers.Connection = 'close';
  const text = reply.body === undefined ? '' : writeJson(reply.body, json);
  let bytes = faults.apply('written', Buffer.from(text), { call, status: reply.status });
  if (bytes.length > 0) headers['Content-Type'] = responses.contentType;
  if (responses.compression !== 'none' && bytes.length > 0 && accepts(call, responses.compression)) {
    bytes = encode(bytes, [responses.compression]);
    headers['Content-Encoding'] = responses.compression;
    headers.Vary = 'Accept-Encoding';
  }
  headers.Date = new Date(world.now()).toUTCString();
  return { status: reply.status, headers: { ...headers, ...reply.headers }, bytes, length: bytes.length };
}

function accepts(call: Call, coding: string): boolean {
  const offers = String(call.headers['accept-encoding'] ?? '').split(',');
  return offers.some(offer => {
    const [name, ...parameters] = offer.split(';').map(part => part.trim().toLowerCase());
    return name === coding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter));
  });
}
