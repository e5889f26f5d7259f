import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '../json.ts';
import { ApiError, invalidRequest } from './api-error.ts';
import type { Invalid } from './call.ts';

/** The bytes of a request's body. @throws ApiError `payload_too_large` beyond `limit` bytes */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length;
    // The rest is read and dropped, so that the reply reaches a client that writes before it reads.
    if (length <= limit) parts.push(part);
  }
  if (length > limit) throw new ApiError('payload_too_large', `The body is larger than ${limit} bytes.`);
  return Buffer.concat(parts, length);
}

/** The JSON object in UTF-8 bytes. @throws ApiError `invalid_request` */
export function parseObject(bytes: Uint8Array): JsonObject {
  const value = parse(bytes);
  if (!isJsonObject(value)) throw invalidRequest('object', 'The body must be a JSON object.');
  return value;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch {
    throw invalidRequest('json', 'The body is not valid JSON in UTF-8.');
  }
}

/**
 * A required string field.
 * @param blank the exact problem of a blank but non-empty value
 * @throws ApiError `invalid_request`
 */
export function requiredText(body: JsonObject, name: string, blank?: Invalid): string {
  const value = optionalText(body, name, blank);
  if (value === undefined) throw new ApiError('invalid_request', `${name} is required.`);
  return value;
}

/** An optional string field. @param blank as for {@link requiredText} @throws ApiError `invalid_request` */
export function optionalText(body: JsonObject, name: string, blank?: Invalid): string | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new ApiError('invalid_request', `${name} must be a string.`);
  const invalid = value === '' ? undefined : blank;
  if (value.trim() === '') throw new ApiError('invalid_request', `${name} must not be empty.`, undefined, invalid);
  return value;
}
