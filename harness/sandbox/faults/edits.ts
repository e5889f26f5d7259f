import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** A change to an object; `undefined` if it changes nothing. */
export type Edit = (body: JsonObject) => Json | undefined;

/** Removes a field. */
export function drop(name: string): Edit {
  return ({ [name]: dropped, ...rest }) => (dropped === undefined ? undefined : rest);
}

/** Replaces the value of a present field by a value or by the result of a function. */
export function change(name: string, to: Json | ((value: Json) => Json | undefined)): Edit {
  return body => {
    const value = body[name];
    if (value === undefined) return undefined;
    return { ...body, [name]: typeof to === 'function' ? to(value) : to };
  };
}

/** Adds fields that depend on a present one. */
export function beside(name: string, add: (value: Json) => JsonObject): Edit {
  return body => (body[name] === undefined ? undefined : { ...body, ...add(body[name]) });
}

/** Edits the object in a field. */
export function inside(name: string, edit: Edit): Edit {
  return body => {
    const value = body[name];
    const edited = isJsonObject(value) ? edit(value) : undefined;
    return edited === undefined ? undefined : { ...body, [name]: edited };
  };
}

/** Edits a value and every object in it, the outer ones first. */
function deeply(value: Json, edit: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map(item => deeply(item, edit));
  if (!isJsonObject(value)) return value;
  const edited = edit(value);
  if (!isJsonObject(edited)) return edited;
  const members = Object.entries(edited).map(([name, member]) => [name, member && deeply(member, edit)]);
  return Object.fromEntries(members);
}

/** Maps every member of an object, at any depth; `undefined` removes it. */
export function mapMembers(
  body: JsonObject,
  map: (name: string, value: Json) => readonly [string, Json] | undefined,
): JsonObject {
  return deeply(body, object => {
    const members = Object.entries(object).flatMap(([name, value]) => {
      const mapped = value === undefined ? undefined : map(name, value);
      return mapped ? [mapped] : [];
    });
    return Object.fromEntries(members);
  }) as JsonObject;
}

/** Applies an edit to a body and to every object in it. */
export function everywhere(edit: Edit): (body: JsonObject) => JsonObject {
  return body => {
    const whole = deeply(body, object => edit(object) ?? object);
    return isJsonObject(whole) ? whole : body;
  };
}

/** Converts a snake_case name to the spelling of fault names. */
export function dashed(name: string): string {
  return name.replaceAll('_', '-');
}
