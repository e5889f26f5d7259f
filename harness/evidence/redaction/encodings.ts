/**
 * Replaces what a pattern finds in a text: as it stands, and escaped once as in JSON, URLs, forms or HTML. It takes
 * linear time.
 *
 * @param pattern a global pattern of {@link anyEncoding}
 * @param replace gets a match and its groups
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

/** Where each character of a decoded text begins in the escaped one, and its end: 0, 1, 4 and 5 of `a%20b`. */
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
 * The source of a pattern that finds a text in these forms. Character by character: as it stands, in the other letter
 * case, and in UTF-8 that was read as Latin-1. As a whole: in hexadecimal of either case, and in base64 or base64url at
 * any alignment.
 */
export function anyEncoding(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex').replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
  return [anyCase(text), hex, ...ALIGNMENTS.map(offset => anyBase64(bytes, offset))].join('|');
}

/** A JSON text in which everything beyond ASCII is escaped. */
export function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, escapeUnit);
}

/** A UTF-16 code unit as a JSON escape: `\u00e9`. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A way to escape characters. */
interface Escaping {
  /** What a text that has escapes contains. */
  readonly sign: string;
  readonly escapes: RegExp;
  /** What an escape sequence stands for. A byte of UTF-8 is read as Latin-1. */
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

/** The largest code point. */
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

/** A text, each character in either letter case, or in UTF-8 that was read as Latin-1. */
function anyCase(text: string): string {
  return Array.from(text, character => {
    const latin1 = Buffer.from(character, 'utf8').toString('latin1');
    const forms = new Set([character, character.toLowerCase(), character.toUpperCase(), latin1]);
    return `(?:${[...forms].map(escapePattern).join('|')})`;
  }).join('');
}

/** A pattern that matches only this text. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** How many bytes into a group of three a text may begin in base64. */
const ALIGNMENTS = [0, 1, 2];

/** The part of a base64 text that `bytes` alone determine when they begin `offset` bytes into a group of three. */
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
