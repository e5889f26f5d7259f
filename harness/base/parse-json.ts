import type { ErrorObject, ValidateFunction } from 'ajv';
import { messageOf } from './errors.ts';
import { briefly, type Json, resolvePointer } from './json.ts';

/**
 * The value of a JSON text that conforms to a schema.
 * @param refuse makes the error from the problem, a clause like `/at must be a number, not null`
 */
export function parseJson<T>(text: string, validate: ValidateFunction<T>, refuse: (problem: string) => Error): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refuse(`it is not JSON: ${messageOf(cause)}`);
  }
  return validated(value, validate, refuse);
}

/** A value that conforms to a schema; see {@link parseJson}. */
export function validated<T>(value: unknown, validate: ValidateFunction<T>, refuse: (problem: string) => Error): T {
  if (validate(value)) return value;
  throw refuse(validate.errors?.map(error => problemOf(error, value))[0] ?? 'it is not valid');
}

function problemOf({ instancePath: path, keyword, params, message }: ErrorObject, value: unknown): string {
  const place = path === '' ? 'it' : path;
  if (keyword === 'required') return `${path}/${params.missingProperty} is missing`;
  if (keyword === 'discriminator') return `${path}/${params.tag} is ${briefly(params.tagValue)}, which is not known`;
  const found = briefly(resolvePointer(value as Json, path));
  if (keyword === 'enum') return `${place} must be ${params.allowedValues.join(' or ')}, not ${found}`;
  if (keyword === 'type') {
    const type = [params.type].flat().join(' or ');
    return `${place} must be ${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}, not ${found}`;
  }
  return `${place} ${message}, not ${found}`;
}
