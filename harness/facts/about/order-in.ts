import { isObject, type Json, type JsonObject, walk } from '../../core/json.ts';

/** The object in a body that is an order: the one with a member equal to the order's id. */
export function orderIn(root: Json, order: string): JsonObject | undefined {
  for (const { value } of walk(root)) {
    if (isObject(value) && Object.values(value).some(member => String(member) === order && !isObject(member)))
      return value;
  }
  return undefined;
}
