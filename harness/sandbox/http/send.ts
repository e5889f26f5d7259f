import type { ServerResponse } from 'node:http';
import { encode } from '../formats/content-coding.ts';
import { writeJson } from '../json/write-json.ts';
import type { Service } from '../service.ts';
import { drawFrom } from '../timing/draw-from.ts';
import type { Call } from './call.ts';
import type { EncodedReply, Reply } from './reply.ts';

/** Sends a reply. Every reply of the service passes here. */
export async function send(service: Service, call: Call, reply: Reply, outgoing: ServerResponse): Promise<void> {
  const { dialect, faults, world } = service;
  const headers = { ...reply.headers, [dialect.responses.requestIdHeader]: call.requestId };
  const identified = faults.apply('reply', { ...reply, headers }, call);
  const context = { call, status: identified.status };
  const encoded = faults.apply('encodedReply', encodeReply(service, call, identified), context);
  const delayMs = drawFrom(world, dialect.responses.delayMs);
  if (delayMs > 0) await new Promise<void>(resolve => void world.after(delayMs, resolve));
  write(encoded, outgoing, dialect.responses.framing);
}

/** Encodes a reply as the dialect says: JSON style, media type, content coding. */
function encodeReply({ dialect, world, faults }: Service, call: Call, reply: Reply): EncodedReply {
  const { responses, json } = dialect;
  const { status } = reply;
  const headers: { [name: string]: string } = { ...responses.headers };
  if (!responses.keepAlive) headers.Connection = 'close';
  const text = reply.body === undefined ? '' : writeJson(reply.body, json);
  let bytes = faults.apply('replyBytes', Buffer.from(text), { call, status });
  if (bytes.length > 0) headers['Content-Type'] = responses.contentType;
  if (responses.compression !== 'none' && bytes.length > 0 && accepts(call, responses.compression)) {
    bytes = encode(bytes, [responses.compression]);
    headers['Content-Encoding'] = responses.compression;
    headers.Vary = 'Accept-Encoding';
  }
  headers.Date = new Date(world.now()).toUTCString();
  return { status, headers: { ...headers, ...reply.headers }, bytes, length: bytes.length };
}

function accepts(call: Call, coding: string): boolean {
  const offers = String(call.headers['accept-encoding'] ?? '').split(',');
  return offers.some(offer => {
    const [name, ...parameters] = offer.split(';').map(part => part.trim().toLowerCase());
    return name === coding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter));
  });
}

function write(reply: EncodedReply, outgoing: ServerResponse, framing: string): void {
  const { status, headers, bytes, length, trailers } = reply;
  const isCut = bytes.length < length;
  // An empty body has no chunks, and a 204 must not have a Content-Length.
  const isSized = (framing === 'length' && !trailers) || isCut || bytes.length === 0;
  outgoing.writeHead(status, { ...headers, ...(isSized && status !== 204 && { 'Content-Length': String(length) }) });
  if (isCut) {
    outgoing.write(bytes, () => outgoing.destroy());
    return;
  }
  if (trailers && !isSized) outgoing.addTrailers(trailers);
  const middle = isSized ? 0 : Math.ceil(bytes.length / 2);
  if (middle > 0) outgoing.write(bytes.subarray(0, middle));
  outgoing.end(bytes.subarray(middle));
}
