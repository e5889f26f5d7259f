/**
 * Replaces the matches of a pattern in a text, both verbatim and escaped once as in JSON, URLs, forms or HTML. Takes
 * linear time.
 *
 * @param pattern a global pattern of {@link anyEncoding}
 * @param replace receives a match and its groups
 */
export function replaceEncoded(
  text: string,
  pattern: RegExp,
  replace: (...match: readonly (string | undefined)[]) => string,
): string {
  const plain = text.replace(pattern, replace);
  return ESCAPINGS.reduce(
    (replaced, escaping) => (replaced.includes(escaping.sign) ? replaceEscaped(replaced, escaping) : replaced),
    plain,
  );

  function replaceEscaped(escaped: string, { escapes, decode }: Escaping): string {
    const decoded = escaped.replace(escapes, sequence => decode(sequence));
    if (decoded.search(pattern) < 0) return escaped;
    const starts = startsOf(escaped, { escapes, decode });
    const parts: string[] = [];
    let copied = 0;
    for (const match of decoded.matchAll(pattern)) {
      parts.push(escaped.slice(copied, starts[match.index]), replace(...match));
      copied = starts[match.index + match[0].length] ?? escaped.length;
    }
    return parts.join('') + escaped.slice(copied);
  }
}

/** The start of each decoded character in the escaped text, and the end: 0, 1, 4 and 5 for `a%20b`. */
function startsOf(escaped: string, { escapes, decode }: Pick<Escaping, 'escapes' | 'decode'>): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const { 0: sequence, index } of escaped.matchAll(escapes)) {
    while (at < index) starts.push(at++);
    starts.push(...Array.from({ length: decode(sequence).length }, () => at));
    at += sequence.length;
  }
  while (at <= escaped.length) starts.push(at++);
  return starts;
}

/**
 * The source of a pattern that finds a text in several forms. Per character: verbatim, in the other letter case, and as
 * UTF-8 that was read as Latin-1. As a whole: in hexadecimal of either case, and in base64 or base64url at any
 * alignment.
 */
export function anyEncoding(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex').replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
  return [anyCase(text), hex, ...ALIGNMENTS.map(offset => anyBase64(bytes, offset))].join('|');
}

/** A JSON text with all non-ASCII characters escaped. */
export function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, escapeUnit);
}

/** A UTF-16 code unit as a JSON escape: `\u00e9`. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A way to escape characters. */
interface Escaping {
  /** A character that every escaped text contains. */
  readonly sign: string;
  readonly escapes: RegExp;
  /** Decodes an escape sequence. A byte of UTF-8 is read as Latin-1. */
  decode(sequence: string): string;
}

const decodeByte = (sequence: string) => String.fromCharCode(Number.parseInt(sequence.slice(1), 16));

/** HTML entities by name. */
const NAMED: { readonly [entity: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

const LARGEST = 0x10ffff;

/** The escapes of JSON, URLs, forms and HTML. */
const ESCAPINGS: readonly Escaping[] = [
  {
    sign: '\\',
    escapes: /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g,
    decode: sequence => JSON.parse(`"${sequence}"`),
  },
  { sign: '%', escapes: /%[\da-fA-F]{2}/g, decode: decodeByte },
  { sign: '+', escapes: /%[\da-fA-F]{2}|\+/g, decode: sequence => (sequence === '+' ? ' ' : decodeByte(sequence)) },
  {
    sign: '&',
    escapes: /&(?:#\d{1,13}|#[xX][\da-fA-F]{1,12}|amp|lt|gt|quot|apos);/g,
    decode(entity) {
      const point = Number(entity.slice(2, -1).replace(/^[xX]/, '0x'));
      return NAMED[entity] ?? (point <= LARGEST ? String.fromCodePoint(point) : entity);
    },
  },
];

/** A pattern for a text, each character in either letter case or as UTF-8 that was read as Latin-1. */
function anyCase(text: string): string {
  return Array.from(text, character => {
    const latin1 = Buffer.from(character, 'utf8').toString('latin1');
    const forms = new Set([character, character.toLowerCase(), character.toUpperCase(), latin1]);
    return `(?:${[...forms].map(escapePattern).join('|')})`;
  }).join('');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The possible offsets of a text within a base64 group of three bytes. */
const ALIGNMENTS = [0, 1, 2];

/** The part of a base64 text that `bytes` alone determine, if they begin `offset` bytes into a group of three. */
function anyBase64(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const skip = [0, 2, 3][offset] ?? 0;
  const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
  return encoded
    .slice(skip, encoded.length - tail)
    .replaceAll('+', '[+-]')
    .replaceAll('/', '[/_]');
}
