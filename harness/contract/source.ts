import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HarnessError } from '../base/errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import { once } from '../base/once.ts';
import { ownFile } from '../base/own-files.ts';

type Lines = { readonly [pointer: string]: number };

interface Entry {
  readonly sha256: string;
  readonly data?: unknown;
  readonly lines?: Lines;
}

interface Generated {
  readonly [name: string]: Entry;
}

let generated: Generated | undefined;

/**
 * The data of `openapi/NAME.yaml`, read from `harness/contract/generated/contract.json`, because parsing YAML is slow.
 * @throws HarnessError `contract-stale` (unreachable) if the YAML was edited after the last generation
 */
export function source(name: 'service' | 'requirements' | 'gaps'): unknown {
  return entryOf(name).data;
}

/** The lines of `openapi/service.yaml`, by JSON Pointer. @throws HarnessError `contract-stale` (unreachable) */
const serviceLines = once((): Lines => entryOf('service').lines ?? {});

function entryOf(name: string): Entry {
  generated ??= JSON.parse(read('harness/contract/generated/contract.json')) as Generated;
  const entry = generated[name];
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
  if (generated?.validators?.sha256 !== validators) throw stale('harness/contract/generated/contract.json');
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
