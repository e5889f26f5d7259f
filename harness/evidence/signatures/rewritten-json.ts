import { attempted } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { escapeNonAscii, escapeUnit } from '../redaction/encodings.ts';

type Serialiser = (value: unknown) => string;

/** The deepest nesting of a body that is serialized again. Deeper bodies become very long when they are indented. */
const DEEPEST = 64;

/** Serializes the JSON of a body again; `undefined` if it is not JSON or nested too deeply. */
export type Rewrite = (body: Buffer) => Buffer | undefined;

/** The output of one library for a JSON body, with members in their order and sorted by name at every depth. */
interface Rewriter {
  readonly inOrder: Rewrite;
  readonly sorted: Rewrite;
}

/** JSON without blanks: as JavaScript writes it, in ASCII, as Go does. */
export const COMPACT_REWRITERS: readonly Rewriter[] = [
  rewriter(value => JSON.stringify(value)),
  rewriter(value => escapeNonAscii(JSON.stringify(value))),
  rewriter(value => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escapeUnit)),
];

/** JSON with a space after each separator, like `json.dumps` of Python: unescaped, and in ASCII. */
export const SPACED_REWRITERS: readonly Rewriter[] = [
  rewriter(spaced),
  rewriter(value => escapeNonAscii(spaced(value))),
];

/** Indented JSON. */
export const INDENTED_REWRITERS: readonly Rewriter[] = [2, 4].map(by =>
  rewriter(value => JSON.stringify(value, null, by)),
);

function rewriter(write: Serialiser): Rewriter {
  const writing = (read: (body: Buffer) => unknown) =>
    oncePerObject((body: Buffer) => {
      const value = read(body);
      return value === undefined
        ? undefined
        : attempted(() => Buffer.from(write(value).replace(/" (\d+)"(?=:)/g, '"$1"')));
    });
  return { inOrder: writing(parsed), sorted: writing(parsedInOrder) };
}

/** A JSON text without white space between its tokens, which stay unchanged. */
export function minified(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** The value of a JSON body. A space precedes numeric names, because JavaScript would put these members first. */
function parsed(body: Buffer): unknown {
  const text = body.toString('utf8').replace(/"(\d+)"(?=\s*:)/g, '" $1"');
  return depthOf(text) > DEEPEST ? undefined : attempted(() => JSON.parse(text));
}

/** The maximum depth of JSON. Brackets in strings also count. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[{\]}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function parsedInOrder(body: Buffer): unknown {
  const value = parsed(body);
  return value === undefined ? undefined : attempted(() => sorted(value));
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`);
  return `{${members.join(', ')}}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, item]) => [key, sorted(item)]));
}
