import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { JsonObject } from '../json/json.ts';
import { ApiError } from './api-error.ts';

/** A required string field. @throws ApiError `invalid_request` */
export function requiredText(body: JsonObject, name: string): string {
  const value = optionalText(body, name);
  if (value === undefined) throw new ApiError('invalid_request', `${name} is required.`);
  return value;
}

/** An optional string field. @throws ApiError `invalid_request` */
export function optionalText(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new ApiError('invalid_request', `${name} must be a string.`);
  if (value.trim() === '') throw new ApiError('invalid_request', `${name} must not be empty.`);
  return value;
}

/** Refuses undocumented fields if the dialect does. @throws ApiError `invalid_request` */
export function refuseUnknownFields(body: JsonObject, known: readonly string[], dialect: SandboxDialect): void {
  const status = dialect.statuses.unknownField;
  const unknown = Object.keys(body).find(name => !known.includes(name));
  if (unknown === undefined || status === 'ignored') return;
  throw new ApiError('invalid_request', `${unknown} is not a field of this request.`, status);
}
