import type { ValidateFunction } from 'ajv';
import { briefly, type Json, resolvePointer } from './json.ts';

/** What is wrong with a value, as a clause such as `/at must be a number, not null`; undefined where it is valid. */
export function problemIn(value: unknown, validate: ValidateFunction): string | undefined {
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const { instancePath: path = '', keyword, params = {}, message = 'is not valid' } = error ?? {};
  const place = path === '' ? 'it' : path;
  if (keyword === 'required') return `${path}/${params.missingProperty} is missing`;
  if (keyword === 'discriminator') return `${path}/${params.tag} is ${briefly(params.tagValue)}, which is not known`;
  const found = briefly(resolvePointer(value as Json, path));
  if (keyword === 'enum') return `${place} must be ${params.allowedValues.join(' or ')}, not ${found}`;
  if (keyword === 'type')
    return `${place} must be ${/^[aeio]/.test(params.type) ? 'an' : 'a'} ${params.type}, not ${found}`;
  return `${place} ${message}, not ${found}`;
}
