import { isObject, type Json, type JsonObject, walk } from '../base/json.ts';

/** The names of members that tell the state of an order. */
const STATE = /^((.*_)?order_|new_)?(status|state|stage|phase)$/i;

/** The object in a body that is an order: the one with a member equal to the order's id. */
export function orderIn(root: Json, order: string): JsonObject | undefined {
  for (const { value } of walk(root)) {
    if (isObject(value) && Object.values(value).some(member => String(member) === order && !isObject(member)))
      return value;
  }
  return undefined;
}

/** The state of an order that a body tells: beside the order's id; else the only state in the body. */
export function stateIn(root: Json | undefined, order: string): string | undefined {
  if (root === undefined) return undefined;
  const own = orderIn(root, order);
  const [near] = own ? statesOf(own) : [];
  if (near !== undefined) return near;
  const all = [...walk(root)].flatMap(({ value }) => (isObject(value) ? statesOf(value) : []));
  return all.length === 1 ? all[0] : undefined;
}

function statesOf(object: { readonly [name: string]: Json }): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    STATE.test(name) && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
  );
}
