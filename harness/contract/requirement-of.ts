import { type JsonObject, tokensOf } from '../base/json.ts';
import { serviceAt } from './service.ts';
import type { Site } from './sites.ts';
import { object } from './source.ts';

/**
 * The requirement that a wrong value breaks: the nearest `x-requirement` on the way from its schema up to the
 * operation and the whole contract. An `x-requirement` next to a `$ref` goes before one in the referenced
 * schema, because it applies to this use of it.
 */
export function requirementOf(site: Site): string {
  const beside = site.via === 'ref' && site.from ? firstOf(site.from.schema) : undefined;
  return beside ?? firstOf(site.schema) ?? (site.from ? requirementOf(site.from) : above(site.pointer));
}

/** The requirement that a missing field breaks: its own `x-required-by`, or that of the object it is missing from. */
export function requirementOfMissing(owner: Site, field: string): string {
  const requiredBy = object(object(owner.schema.properties)[field])['x-required-by'];
  return typeof requiredBy === 'string' ? requiredBy : requirementOf(owner);
}

/** The requirement that a null breaks: null where a field is required counts as a missing field. */
export function requirementOfNull(site: Site): string {
  let field = site;
  while (field.via !== 'field' && field.from) field = field.from;
  const name = tokensOf(field.pointer).at(-1) ?? '';
  const { required } = object(field.from?.schema);
  const due = Array.isArray(required) && required.includes(name);
  return due && field.from ? requirementOfMissing(field.from, name) : requirementOf(site);
}

function firstOf(schema: JsonObject): string | undefined {
  const written = schema['x-requirement'];
  return Array.isArray(written) ? written[0] : (written as string | undefined);
}

function above(pointer: string): string {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  return firstOf(serviceAt(parent)) ?? above(parent);
}
