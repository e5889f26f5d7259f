import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { JsonObject } from '../json/json.ts';
import { Refusal } from './refusal.ts';

/** A field that must be a text. @throws Refusal `invalid_request` */
export function requiredText(body: JsonObject, name: string): string {
  const value = optionalText(body, name);
  if (value === undefined) throw new Refusal('invalid_request', `${name} is required.`);
  return value;
}

/** A field that must be a text where it is given. @throws Refusal `invalid_request` */
export function optionalText(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Refusal('invalid_request', `${name} must be a string.`);
  if (value.trim() === '') throw new Refusal('invalid_request', `${name} must not be empty.`);
  return value;
}

/** Refuses fields that are not documented, where the dialect does. @throws Refusal `invalid_request` */
export function refuseUnknownFields(body: JsonObject, known: readonly string[], dialect: SandboxDialect): void {
  const status = dialect.statuses.unknownField;
  const unknown = Object.keys(body).find(name => !known.includes(name));
  if (unknown === undefined || status === 'ignored') return;
  throw new Refusal('invalid_request', `${unknown} is not a field of this request.`, status);
}
