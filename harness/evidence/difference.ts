import { escapePointer, isObject, stringify } from '../base/json.ts';

/** One place where what was received differs from what was expected: a line of a diff. */
export interface Difference {
  /** JSON Pointer into a body, or the name of what differs, such as `header Accept`. */
  readonly at: string;
  /** What was expected there: JSON, or words. Absent: nothing. */
  readonly expected?: string;
  /** What was received there: JSON, or words. Absent: nothing. */
  readonly received?: string;
}

/** The longest value of a difference, in characters. Reports cut it again to what they have room for. */
const LONGEST = 600;

/** The difference between two JSON values at one place; undefined: nothing. */
export function differenceAt(at: string, expected: unknown, received: unknown): Difference {
  const [wanted, found] = cutAround(
    expected === undefined ? undefined : stringify(expected),
    received === undefined ? undefined : stringify(received),
    LONGEST,
  );
  return { at, ...(wanted !== undefined && { expected: wanted }), ...(found !== undefined && { received: found }) };
}

/**
 * Where two JSON values differ, by JSON Pointer. What only one of them has is one place, however much is in it.
 *
 * @param at what the pointers begin with; default: the root
 */
export function differencesBetween(expected: unknown, received: unknown, at = ''): readonly Difference[] {
  return placesApart(expected, received, at).map(place => differenceAt(place.at, place.expected, place.received));
}

/** The same places with the values that stand there, uncut; undefined for nothing. */
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

/** What stands before the first difference of two texts that are cut, in characters. */
const CONTEXT = 24;

/**
 * Two texts, cut to a length around the first place where they differ, so that the difference is never cut away.
 * Ellipses stand for what is left out. Texts that are short enough stay as they are.
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

/** A part of a text, with an ellipsis where something is left out. No character is cut in two. */
function window(text: string, from: number, length: number): string {
  const start = isLowSurrogate(text, from) ? from - 1 : from;
  const end = isLowSurrogate(text, from + length) ? from + length - 1 : from + length;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

function isLowSurrogate(text: string, at: number): boolean {
  return /^[\udc00-\udfff]/.test(text.charAt(at)) && at > 0;
}
