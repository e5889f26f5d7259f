import { type JsonObject, resolvePointer } from '../core/json.ts';
import { once, oncePerKey } from '../core/once.ts';
import { object, source } from './source.ts';

/** `openapi/service.yaml` as data, read once. @throws HarnessError `contract-stale` */
export const service = once((): JsonObject => object(source('service')));

/** The object at a JSON Pointer into `openapi/service.yaml`; without keys where there is none. */
export const serviceAt = oncePerKey((pointer: string): JsonObject => object(resolvePointer(service(), pointer)));

/** The pointer, or the one its `$ref` leads to. References stay inside the file. */
export function dereferenced(pointer: string): string {
  const { $ref } = serviceAt(pointer);
  return typeof $ref === 'string' ? dereferenced($ref.slice('#'.length)) : pointer;
}
