import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HarnessError } from '../core/errors.ts';
import { isObject, type JsonObject } from '../core/json.ts';

interface Generated {
  readonly [name: string]: { readonly sha256: string; readonly data: unknown };
}

const root = new URL('../../', import.meta.url);
let generated: Generated | undefined;

/**
 * The data of `openapi/NAME.yaml`, as `harness/generated/contract.json` has it: YAML is slow to read, and a run that
 * finds nothing wrong never needs it.
 *
 * @throws HarnessError `contract-stale` (usage) where the YAML has been edited since; what is judged is what is written
 */
export function source(name: 'service' | 'requirements' | 'gaps'): unknown {
  generated ??= JSON.parse(read('harness/generated/contract.json')) as Generated;
  const entry = generated[name];
  if (entry?.sha256 !== createHash('sha256').update(sourceText(name)).digest('hex')) {
    throw new HarnessError('contract-stale', 'usage', `openapi/${name}.yaml is newer than harness/generated`, {
      next: 'npm run generate',
    });
  }
  return entry.data;
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
