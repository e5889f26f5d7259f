import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** A change to an object; undefined where it changes nothing. */
export type Edit = (body: JsonObject) => Json | undefined;

/** Removes a field. */
export function drop(name: string): Edit {
  return ({ [name]: dropped, ...rest }) => (dropped === undefined ? undefined : rest);
}

/** Replaces the value of a field that is present, by another or by what a function returns for it. */
export function change(name: string, to: Json | ((value: Json) => Json | undefined)): Edit {
  return body => {
    const value = body[name];
    if (value === undefined) return undefined;
    return { ...body, [name]: typeof to === 'function' ? to(value) : to };
  };
}

/** Adds fields beside one that is present, made from its value. */
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

/** Maps every member of an object, at any depth, to another; undefined removes it. */
export function mapMembers(
  body: JsonObject,
  map: (name: string, value: Json) => readonly [string, Json] | undefined,
): JsonObject {
  const deep = (value: Json): Json => {
    if (isJsonObject(value)) return mapMembers(value, map);
    return Array.isArray(value) ? value.map(deep) : value;
  };
  const members = Object.entries(body).flatMap(([name, value]) => {
    const mapped = value === undefined ? undefined : map(name, value);
    return mapped === undefined ? [] : [[mapped[0], deep(mapped[1])]];
  });
  return Object.fromEntries(members);
}

/** Applies an edit to a body and to every object in it. */
export function everywhere(edit: Edit): (body: JsonObject) => JsonObject {
  const deep = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(deep);
    if (!isJsonObject(value)) return value;
    const edited = edit(value) ?? value;
    return isJsonObject(edited) ? mapValues(edited, deep) : edited;
  };
  return body => {
    const whole = deep(body);
    return isJsonObject(whole) ? whole : body;
  };
}

function mapValues(body: JsonObject, map: (value: Json) => Json): JsonObject {
  const members = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, map(value)]]));
  return Object.fromEntries(members);
}

/** A snake_case name as the names of faults spell it. */
export function dashed(name: string): string {
  return name.replaceAll('_', '-');
}
