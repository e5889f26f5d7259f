import { type JsonObject, resolvePointer } from '../base/json.ts';
import { once, oncePerKey } from '../base/once.ts';
import { object, source } from './source.ts';

/** `openapi/service.yaml` as data, read once. @throws HarnessError `contract-stale` */
export const service = once((): JsonObject => object(source('service')));

/** The object at a JSON Pointer into `openapi/service.yaml`; without keys where there is none. */
export const serviceAt = oncePerKey((pointer: string): JsonObject => object(resolvePointer(service(), pointer)));

/** The pointer, or the one its reference leads to. References stay inside the file. */
export function dereferenced(pointer: string): string {
  const reference = referenceOf(serviceAt(pointer));
  return reference === undefined ? pointer : dereferenced(reference);
}

/** Where a `$ref` leads; of `anyOf`, where the first one does: null, or an open body, beside what is specified. */
export function referenceOf({ $ref, anyOf }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref.slice('#'.length);
  return Array.isArray(anyOf) ? referenceOf(object(anyOf[0])) : undefined;
}
