import type { IncomingMessage } from 'node:http';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type ErrorCode, type Problem, type Reply, type RouteName, reply, STATUSES } from './call.ts';

/** Thrown to reply with an error in the shape of the route. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** The exact problem of the request. */
  readonly problem: Problem | undefined;

  constructor(code: ErrorCode, message: string, status: number = STATUSES[code], problem?: Problem) {
    super(message);
    this.code = code;
    this.status = status;
    this.problem = problem;
  }
}

/** The error for an invalid request, with its exact problem. */
export function invalidRequest(problem: Problem, message: string): ApiError {
  return new ApiError('invalid_request', message, undefined, problem);
}

/** Converts anything thrown to an ApiError. */
export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('internal_error', 'An internal error occurred.');
}

/** The onramp error statuses that suit each code, best first. The specification leaves open which four exist (4.2). */
const ONRAMP_STATUSES: { readonly [C in ErrorCode]?: readonly number[] } = {
  invalid_request: [400, 422, 404],
  unauthorized: [401, 403],
  not_found: [404, 410, 400],
  internal_error: [500, 503, 502],
};

/** The reply for an error, in the shape of the route (Error bodies). */
export function errorReply(error: ApiError, route: RouteName, dialect: SandboxDialect): Reply {
  const key = `${route}.${error.code}`;
  const own = { ...dialect.errors[key], ...dialect.errors[`${key}.${error.problem}`] };
  const code = own.code ?? writeCode(error.code, dialect.formats.errorCodes);
  if (route === 'enquiry')
    return reply(own.status ?? error.status, { code, error: error.message, status: dialect.values.enquiryError });
  const status = route === 'onramp' ? onrampStatus(error, dialect.statuses.onrampErrors) : error.status;
  return reply(own.status ?? status, { code, message: error.message });
}

function onrampStatus({ code, status }: ApiError, available: readonly number[]): number {
  const preferred = ONRAMP_STATUSES[code];
  if (preferred === undefined) return status;
  const isSameClass = (candidate: number) => candidate >= 500 === status >= 500;
  const best = preferred.find(candidate => available.includes(candidate));
  return best ?? available.find(isSameClass) ?? available[0] ?? status;
}

/** An error code in a form. */
export function writeCode(code: ErrorCode, form: SandboxDialect['formats']['errorCodes']): string {
  if (form === 'snake') return code;
  return form === 'screaming' ? code.toUpperCase() : code.replaceAll('_', '-');
}

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
export function requiredText(body: JsonObject, name: string, blank?: Problem): string {
  const value = optionalText(body, name, blank);
  if (value === undefined) throw new ApiError('invalid_request', `${name} is required.`);
  return value;
}

/** An optional string field. @param blank as for {@link requiredText} @throws ApiError `invalid_request` */
export function optionalText(body: JsonObject, name: string, blank?: Problem): string | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new ApiError('invalid_request', `${name} must be a string.`);
  const problem = value === '' ? undefined : blank;
  if (value.trim() === '') throw new ApiError('invalid_request', `${name} must not be empty.`, undefined, problem);
  return value;
}
