import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../core/json.ts';

const TYPES: { readonly [type: string]: string } = {
  string: 'a string',
  boolean: 'a boolean',
  object: 'an object',
  null: 'null',
};

/** What a schema requires, in words: `a decimal string`, `the field bank_code`, `one of expire, fail`. */
export function expectedOf({ keyword, params, message }: ErrorObject, { title, type }: JsonObject): string {
  switch (keyword) {
    case 'required':
      return `the field ${params.missingProperty}`;
    case 'enum':
      return `one of ${params.allowedValues.join(', ')}`;
    case 'const':
      return JSON.stringify(params.allowedValue);
    case 'type':
    case 'pattern':
      return typeof title === 'string' ? `a ${title}` : typeWords(type);
    default:
      return message ?? keyword;
  }
}

function typeWords(type: unknown): string {
  return [type]
    .flat()
    .map(name => TYPES[String(name)])
    .join(' or ');
}
