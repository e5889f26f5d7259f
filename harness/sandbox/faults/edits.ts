import type { Call, RouteName } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { FaultHooks } from './fault.ts';

/** A change to an object, or undefined where it has nothing to change. */
export type Edit = (body: JsonObject) => Json | undefined;

/** Leaves one field out. */
export function drop(name: string): Edit {
  return ({ [name]: dropped, ...rest }) => (dropped === undefined ? undefined : rest);
}

/** Replaces one field, if it is there, by a value or by what a function makes of it. */
export function change(name: string, to: Json | ((value: Json) => Json | undefined)): Edit {
  return body => {
    const value = body[name];
    if (value === undefined) return undefined;
    return { ...body, [name]: typeof to === 'function' ? to(value) : to };
  };
}

/** Edits the object that one field holds, if it holds one. */
export function inside(name: string, edit: Edit): Edit {
  return body => {
    const value = body[name];
    const edited = isJsonObject(value) ? edit(value) : undefined;
    return edited === undefined ? undefined : { ...body, [name]: edited };
  };
}

/** Edits the answers of a route that are no errors. */
export function onOk(route: RouteName, edit: Edit): FaultHooks {
  return onReply(({ status }, call) => call.route === route && status < 400, edit);
}

/** Edits the errors of a route: all, or those of one status. */
export function onError(route: RouteName, edit: Edit, only?: number): FaultHooks {
  return onReply(({ status }, call) => call.route === route && status >= 400 && status === (only ?? status), edit);
}

/** Whether an answer is an error. */
export function isError({ status }: { readonly status: number }): boolean {
  return status >= 400;
}

/** A snake_case name as it stands in the name of a fault. */
export function dashed(name: string): string {
  return name.replaceAll('_', '-');
}

/** An object with every name, at any depth, written as camelCase; undefined where none changes. */
export function toCamelCase(body: JsonObject): JsonObject | undefined {
  const renamed = mapMembers(body, (name, value) => [
    name.replace(/(?<=.)_([a-z])/g, (_, letter) => letter.toUpperCase()),
    value,
  ]);
  return JSON.stringify(renamed) === JSON.stringify(body) ? undefined : renamed;
}

/** An object in which every member, at any depth, is what a function makes of it, or left out. */
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

function onReply(fits: (reply: Reply, call: Call) => boolean, edit: Edit): FaultHooks {
  return {
    replied: (reply, call) => {
      const body = fits(reply, call) && isJsonObject(reply.body) ? edit(reply.body) : undefined;
      return body === undefined ? undefined : { ...reply, body };
    },
  };
}
