import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HarnessError } from '../core/errors.ts';
import { isObject, type JsonObject } from '../core/json.ts';

interface Generated {
  readonly [name: string]: { readonly sha256: string; readonly data?: unknown };
}

const root = new URL('../../', import.meta.url);
let generated: Generated | undefined;

/**
 * The data of `openapi/NAME.yaml`, as `harness/generated/contract.json` has it: YAML is slow to read, and a run that
 * finds nothing wrong never needs it.
 *
 * @throws HarnessError `contract-stale` (unreachable) where the YAML has been edited since; what is judged is what is written
 */
export function source(name: 'service' | 'requirements' | 'gaps'): unknown {
  generated ??= JSON.parse(read('harness/generated/contract.json')) as Generated;
  const entry = generated[name];
  if (entry?.sha256 !== createHash('sha256').update(sourceText(name)).digest('hex')) {
    throw stale(`openapi/${name}.yaml`);
  }
  return entry.data;
}

/**
 * Holds everything that is generated from the contract against what it was generated from: before anything is driven,
 * for a run that is judged by an older contract than it says is worse than none. @throws HarnessError `contract-stale` (unreachable)
 */
export function refuseStaleContract(): void {
  for (const name of ['service', 'requirements', 'gaps'] as const) source(name);
  const validators = createHash('sha256').update(read('harness/generated/validators.js')).digest('hex');
  if (generated?.validators?.sha256 !== validators) throw stale('harness/generated/contract.json');
}

function stale(newer: string): HarnessError {
  return new HarnessError(
    'contract-stale',
    'unreachable',
    `${newer} does not belong to what stands in harness/generated`,
    {
      likely: 'it was edited, or merged, and nothing generated from it since',
      next: 'npm run generate',
    },
  );
}

/** The text of `openapi/NAME.yaml`. */
export function sourceText(name: string): string {
  return read(`openapi/${name}.yaml`);
}

/** A value as an object; anything else as an object without keys, so that a path can be followed to where it ends. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}
