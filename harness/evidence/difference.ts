import { escapePointer, isObject, stringify } from '../base/json.ts';

/** One place where the received value differs from the expected one: a line of a diff. */
export interface Difference {
  /** JSON Pointer into a body, or the name of another place, for example `header Accept`. */
  readonly at: string;
  /** The expected value: JSON or words; absent if there is none. */
  readonly expected?: string;
  /** The received value: JSON or words; absent if there is none. */
  readonly received?: string;
}

/** The most characters of a value. Reports shorten it further if they have less room. */
const LONGEST = 600;

/** The difference between two JSON values at one place; `undefined` if they are equal. */
export function differenceAt(at: string, expected: unknown, received: unknown): Difference {
  const [wanted, found] = cutAround(
    expected === undefined ? undefined : stringify(expected),
    received === undefined ? undefined : stringify(received),
    LONGEST,
  );
  return { at, ...(wanted !== undefined && { expected: wanted }), ...(found !== undefined && { received: found }) };
}

/**
 * The places where two JSON values differ, as JSON Pointers. A value that only one of them has is one place, however
 * large it is. @param at the prefix of the pointers; default: the root
 */
export function differencesBetween(expected: unknown, received: unknown, at = ''): readonly Difference[] {
  return placesApart(expected, received, at).map(place => differenceAt(place.at, place.expected, place.received));
}

/** The same places with their complete values; `undefined` for a missing one. */
export function placesApart(
  expected: unknown,
  received: unknown,
  at = '',
): readonly { readonly at: string; readonly expected?: unknown; readonly received?: unknown }[] {
  const [wanted, found] = [membersOf(expected), membersOf(received)];
  if (wanted === undefined || found === undefined || Array.isArray(expected) !== Array.isArray(received))
    return stringify(expected) === stringify(received) ? [] : [{ at, expected, received }];
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap(name =>
    placesApart(wanted.get(name), found.get(name), `${at}/${escapePointer(name)}`),
  );
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return isObject(value) || Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
}

/** The number of characters to keep before the first difference of two shortened texts. */
const CONTEXT = 24;

/**
 * Two texts, shortened around the first place where they differ, so that the difference stays visible. Ellipses mark
 * omissions. Short texts stay as they are.
 */
export function cutAround<A extends string | undefined, B extends string | undefined>(
  a: A,
  b: B,
  length: number,
): readonly [A, B] {
  const [one, other] = [a ?? '', b ?? ''];
  const longest = Math.max(one.length, other.length);
  if (longest <= length) return [a, b];
  let same = 0;
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++;
  const from = same <= length / 2 ? 0 : Math.min(same - Math.min(CONTEXT, Math.floor(length / 3)), longest - length);
  const cut = <T extends string | undefined>(text: T) =>
    text === undefined ? text : (window(text, from, length) as T);
  return [cut(a), cut(b)];
}

/** A part of a text, with an ellipsis for each omission. It leaves out the halves of characters. */
function window(text: string, from: number, length: number): string {
  const part = text.slice(from, from + length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${from > 0 ? '…' : ''}${part}${from + length < text.length ? '…' : ''}`;
}
