import { HarnessError } from '../base/errors.ts';
import { isObject, type JsonObject, pointerOf, resolvePointer, tokensOf, walk } from '../base/json.ts';
import { once, oncePerKey } from '../base/once.ts';
import { ownFile } from '../base/own-files.ts';

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

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Lines = { readonly [pointer: string]: number };

interface Generated {
  readonly [name: string]: { readonly sha256: string; readonly data?: unknown; readonly lines?: Lines };
}

const generated = once((): Generated => JSON.parse(read('harness/contract/generated/contract.json')));

/**
 * The data of `openapi/NAME.yaml`, read from `harness/contract/generated/contract.json`, because parsing YAML is slow.
 * @throws HarnessError `contract-stale` (unreachable) if the YAML was edited after the last generation
 */
export function source(name: 'service' | 'requirements' | 'gaps'): unknown {
  return entryOf(name).data;
}

/** The lines of `openapi/service.yaml`, by JSON Pointer. @throws HarnessError `contract-stale` (unreachable) */
const serviceLines = once((): Lines => entryOf('service').lines ?? {});

function entryOf(name: string) {
  const entry = generated()[name];
  if (entry?.sha256 !== createHash('sha256').update(sourceText(name)).digest('hex')) {
    throw stale(`openapi/${name}.yaml`);
  }
  return entry;
}

/**
 * Compares everything that is generated from the contract with its sources. It is called before a run, so that no run
 * is judged by an older contract than the one it names. @throws HarnessError `contract-stale` (unreachable)
 */
export function refuseStaleContract(): void {
  for (const name of ['service', 'requirements', 'gaps'] as const) source(name);
  const validators = createHash('sha256').update(read('harness/contract/generated/validators.js')).digest('hex');
  if (generated().validators?.sha256 !== validators) throw stale('harness/contract/generated/contract.json');
}

function stale(newer: string): HarnessError {
  return new HarnessError('contract-stale', 'unreachable', `${newer} does not match harness/contract/generated`, {
    likely: 'it was edited or merged, and the generated files were not updated',
    next: 'npm run generate',
  });
}

/** The text of `openapi/NAME.yaml`. */
export function sourceText(name: string): string {
  return read(`openapi/${name}.yaml`);
}

/** The value if it is an object, otherwise an empty object, so that paths can be followed as far as they exist. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function read(file: string): string {
  return readFileSync(ownFile(file), 'utf8');
}

/**
 * The line of a place in `openapi/service.yaml`, from 1: the line of a key, or the first line of a list item. If there
 * is no such place, the line of the nearest enclosing one. @param pointer a JSON Pointer into the file
 */
export function lineOf(pointer: string): number {
  const line = serviceLines()[pointer];
  if (line !== undefined || pointer === '') return line ?? 1;
  return lineOf(pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
}
