import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { Refusal } from './refusal.ts';

/** The bytes of a request's body. @throws Refusal `payload_too_large` beyond `limit` bytes */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length;
    // The rest is still read, and dropped, so that the answer reaches a client that writes before it reads.
    if (length <= limit) parts.push(part);
  }
  if (length > limit) throw new Refusal('payload_too_large', `The body is larger than ${limit} bytes.`);
  return Buffer.concat(parts, length);
}

/** The JSON object that a POST carries. @throws Refusal `unsupported_media_type`, `invalid_request` */
export function parseBody(bytes: Buffer, headers: IncomingMessage['headers']): JsonObject {
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Refusal('unsupported_media_type', 'The Content-Type must be application/json.');
  }
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') {
    throw new Refusal('unsupported_media_type', 'A Content-Encoding is not supported.');
  }
  const value = parse(bytes);
  if (!isJsonObject(value)) throw new Refusal('invalid_request', 'The body must be a JSON object.');
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('invalid_request', 'The body is not well-formed JSON in UTF-8.');
  }
}
