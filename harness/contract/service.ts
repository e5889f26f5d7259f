import { type JsonObject, resolvePointer, walk } from '../base/json.ts';
import { once, oncePerKey } from '../base/once.ts';
import { lineOf, object, source } from './source.ts';

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

/** The marks of the contract that name what a place states. */
const MARKS = new Set(['x-requirement', 'x-required-by']);

/** By requirement: the first line of `openapi/service.yaml` that names it. */
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
