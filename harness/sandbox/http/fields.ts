import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { JsonObject } from '../json/json.ts';
import { ApiError } from './api-error.ts';
import type { Invalid } from './error-codes.ts';

/**
 * A required string field.
 * @param blank what is wrong where it is blank, and not empty
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

/** Refuses undocumented fields if the dialect does. @throws ApiError `invalid_request` */
export function refuseUnknownFields(body: JsonObject, known: readonly string[], dialect: SandboxDialect): void {
  const status = dialect.statuses.unknownField;
  const unknown = Object.keys(body).find(name => !known.includes(name));
  if (unknown === undefined || status === 'ignored') return;
  throw new ApiError('invalid_request', `${unknown} is not a field of this request.`, status);
}
