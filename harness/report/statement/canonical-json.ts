import { isObject } from '../../base/json.ts';

/** The JSON text of a value with sorted keys and without white space: equal values have equal bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}
