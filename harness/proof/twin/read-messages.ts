import { header, isObject, type Json, type JsonObject, jsonOf, walk } from '../../base/json.ts';
import type { Body, Headers } from '../../evidence/evidence.ts';
import { majority, type Reading, shown } from '../../facts/reading.ts';
import { timestampForm } from '../../facts/timestamp-form.ts';

/** A message of the service: an answer or a delivery. */
export interface ServiceMessage {
  readonly id: string;
  readonly headers: Headers;
  readonly body: Body;
}

/** What most messages show. */
export function byMessage<T>(
  messages: readonly ServiceMessage[],
  read: (message: ServiceMessage) => T | undefined,
): Reading<T> | undefined {
  return majority(messages.map(message => ({ value: read(message), id: message.id })));
}

/** The value of a header as it was sent. */
export function headerNamed(name: string): (message: ServiceMessage) => string | undefined {
  return ({ headers }) => header(headers, name);
}

/** Whether a body was sent with its length or chunked. */
export function framing({ headers, body }: ServiceMessage): string | undefined {
  if (body.size === 0) return undefined;
  return /chunked/i.test(header(headers, 'transfer-encoding') ?? '') ? 'chunked' : 'length';
}

/** Whether the sender keeps its connection open. */
export function keepsAlive({ headers }: ServiceMessage): boolean {
  return !/close/i.test(header(headers, 'connection') ?? '');
}

/** Headers that have a key of their own, or belong to one message or connection. */
const OWN_KEYS =
  /^(connection|keep-alive|transfer-encoding|content-(type|length|encoding)|date|host|request-id|accept-encoding)$/;
const MOSTLY = 0.9;

/**
 * Headers that nearly every message has with the same value. Values that may name something are written as examples.
 * @param others names, in lower case, that have a key of their own too
 */
export function constantHeaders(
  messages: readonly ServiceMessage[],
  others: readonly string[] = [],
): Reading<{ readonly [name: string]: string }> | undefined {
  const sent = messages.flatMap(({ headers }) => headers);
  const byName = Map.groupBy(sent, ([name]) => name.toLowerCase());
  const kept = [...byName].flatMap(([name, own]): (readonly [string, string])[] => {
    const [first] = own;
    if (first === undefined || OWN_KEYS.test(name) || others.includes(name)) return [];
    if (own.length < MOSTLY * messages.length || !own.every(([, value]) => value === first[1])) return [];
    return [[first[0], exampleOf(name, first[1])]];
  });
  return majority(messages.map(({ id }) => ({ value: Object.fromEntries(kept), id })));
}

/** Headers whose value depends on the service alone, and names nothing in it. */
const CHOSEN = /^(user-agent|server|accept|cache-control|vary|via|allow|x-powered-by)$/;

function exampleOf(name: string, value: string): string {
  if (CHOSEN.test(name) && /^[\x20-\x7e]*$/.test(value)) return value;
  return /^\d+$/.test(value) ? '1' : 'example';
}

/** How JSON is spaced. */
export function spacing({ body }: ServiceMessage): string | undefined {
  const text = jsonText(body);
  if (text === undefined || !/^\{\s*"/.test(text)) return undefined;
  if (text.startsWith('{\n')) return 'indented';
  return /^\{"(?:[^"\\]|\\.)*": /.test(text) ? 'spaced' : 'compact';
}

/** Which characters JSON escapes beyond need; undefined where a body has none that could be. */
export function escapes({ body }: ServiceMessage): string | undefined {
  const text = jsonText(body) ?? '';
  if (text.includes('\\/')) return 'slashes';
  if (/\\u00(3c|3e|26)/i.test(text)) return 'html';
  if (/\\u[0-9a-f]{4}/i.test(text)) return 'ascii';
  return /[^\x00-\x7e]/.test(text) || text.includes('/') ? 'minimal' : undefined;
}

/** Whether a newline follows the JSON. */
export function trailingNewline({ body }: ServiceMessage): boolean | undefined {
  return jsonText(body)?.endsWith('\n');
}

/** The order of members, as all messages together show it: errors tell which way the sandbox's own order is written. */
export function keyOrder(messages: readonly ServiceMessage[]): Reading<string> | undefined {
  const roots = messages.flatMap(({ id, body }) => {
    const root = jsonOf(body)?.value;
    return isObject(root) ? [{ id, root }] : [];
  });
  const isReversed = ({ root }: (typeof roots)[number]) => {
    const names = Object.keys(root);
    return names.includes('code') && names.indexOf('code') > Math.max(names.indexOf('message'), names.indexOf('error'));
  };
  const reversed = roots.filter(isReversed).map(({ id }) => id);
  if (reversed.length > 0) return shown('reversed', reversed);
  const objects = roots.flatMap(({ root }) => [...walk(root)].flatMap(({ value }) => (isObject(value) ? [value] : [])));
  const isSorted = (object: JsonObject) => Object.keys(object).join('\n') === Object.keys(object).toSorted().join('\n');
  return shown(
    objects.every(isSorted) ? 'sorted' : 'given',
    roots.map(({ id }) => id),
  );
}

function jsonText(body: Body): string | undefined {
  return body.cut === undefined && jsonOf(body) !== undefined ? body.text : undefined;
}

/** The places of members that hold a time, in the order of the text. */
export function timesIn(root: Json): readonly string[] {
  return [...walk(root)].flatMap(({ pointer, key, value }) =>
    key !== undefined && timestampForm(value) !== undefined && /(_at|time|date|timestamp)$/i.test(key) ? [pointer] : [],
  );
}
