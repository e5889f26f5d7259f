import { type JsonObject, pointerOf, tokensOf } from '../base/json.ts';
import { referenceOf, serviceAt } from './service.ts';
import { object } from './source.ts';

/** A schema that applies to a value, and the schema that led to it. */
export interface Site {
  /** JSON Pointer into `openapi/service.yaml`. */
  readonly pointer: string;
  readonly schema: JsonObject;
  /** How it was reached: through a reference, a variant of the same value, or a field of the enclosing value. */
  readonly via: 'start' | 'ref' | 'beside' | 'field';
  readonly from?: Site;
}

/** Every schema that applies to the whole body whose schema is at `pointer`. */
export function sitesOf(pointer: string): readonly Site[] {
  return expand({ pointer, schema: serviceAt(pointer), via: 'start' });
}

/** Every schema that applies to the value at a JSON Pointer into a body, given those of the whole body. */
export function sitesAt(body: readonly Site[], pointer: string): readonly Site[] {
  return tokensOf(pointer).reduce(fieldSites, body);
}

/** Every schema that applies to a field of the value that `sites` apply to. None: the field is not documented. */
export function fieldSites(sites: readonly Site[], field: string): readonly Site[] {
  return sites.flatMap(from => child(from, 'field', 'properties', field));
}

function expand(site: Site): readonly Site[] {
  const pointer = referenceOf(site.schema);
  return [
    site,
    ...(pointer === undefined ? [] : expand({ pointer, schema: serviceAt(pointer), via: 'ref', from: site })),
    ...Object.keys(site.schema.oneOf ?? []).flatMap(variant => child(site, 'beside', 'oneOf', variant)),
  ];
}

function child(from: Site, via: Site['via'], keyword: string, key: string): readonly Site[] {
  const schemas = Object(from.schema[keyword]);
  if (!Object.hasOwn(schemas, key)) return [];
  return expand({ pointer: `${from.pointer}${pointerOf(keyword, key)}`, schema: object(schemas[key]), via, from });
}
