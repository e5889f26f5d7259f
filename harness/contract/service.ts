import { type JsonObject, pointerOf, resolvePointer, tokensOf, walk } from '../base/json.ts';
import { once, oncePerKey } from '../base/once.ts';
import { lineOf, object, source } from './source.ts';

/** `openapi/service.yaml` as data, read once. @throws HarnessError `contract-stale` */
export const service = once((): JsonObject => object(source('service')));

/** The object at a JSON Pointer into `openapi/service.yaml`; empty if there is none. */
export const serviceAt = oncePerKey((pointer: string): JsonObject => object(resolvePointer(service(), pointer)));

/** The pointer, or the target of its reference. References stay within the file. */
export function dereferenced(pointer: string): string {
  const reference = referenceOf(serviceAt(pointer));
  return reference === undefined ? pointer : dereferenced(reference);
}

/** The target of a `$ref`. In `anyOf`, that of the first variant: the others are null or an open body. */
function referenceOf({ $ref, anyOf }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref.slice('#'.length);
  return Array.isArray(anyOf) ? referenceOf(object(anyOf[0])) : undefined;
}

/** The keywords of the contract that name requirements. */
const MARKS = new Set(['x-requirement', 'x-required-by']);

/** For each requirement, the first line of `openapi/service.yaml` that names it. */
export const whereStated = once((): ReadonlyMap<string, number> => {
  const stated = [...walk(service())]
    .filter(({ key = '' }) => MARKS.has(key))
    .flatMap(({ pointer, value }) =>
      Array.isArray(value)
        ? value.map((id, place) => [String(id), lineOf(`${pointer}/${place}`)] as const)
        : [[String(value), lineOf(pointer)] as const],
    );
  return new Map(stated.toSorted(([, one], [, other]) => other - one));
});

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

/** Every schema that applies to a field of the value that `sites` apply to. Empty if the field is not documented. */
function fieldSites(sites: readonly Site[], field: string): readonly Site[] {
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
