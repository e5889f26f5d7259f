/** What every escaped character begins with, or is. */
export const ESCAPE = /[\\%&+]/;

/**
 * The source of a pattern that finds a text in these forms. Character by character, also mixed: as it stands, in the
 * other letter case, escaped as in JSON, URLs, forms and HTML, and in UTF-8 that was read as Latin-1. As a whole: in
 * hexadecimal of either case, and in base64 or base64url at any alignment, also escaped as in JSON and URLs. Every
 * repetition is bounded, so that no text makes a match slow.
 *
 * @param escapes whether it finds escaped characters; without them it is ten times as fast. A text in which
 * {@link ESCAPE} finds nothing has none
 */
export function anyEncoding(text: string, escapes = true): string {
  const bytes = Buffer.from(text, 'utf8');
  const hex = eitherCase(bytes.toString('hex'));
  return [anyForm(text, escapes), hex, ...ALIGNMENTS.map(offset => anyBase64(bytes, offset))].join('|');
}

/** A JSON text in which everything beyond ASCII is escaped. */
export function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, escapeUnit);
}

/** A UTF-16 code unit as a JSON escape: `\u00e9`. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Short JSON escapes, by character. */
const SHORT: { readonly [character: string]: string } = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** HTML entities by name, by character. */
const NAMED: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text, each character in either letter case, read as Latin-1, or escaped. */
function anyForm(text: string, escapes: boolean): string {
  return Array.from(text, character => {
    const bytes = Buffer.from(character, 'utf8');
    const asText = [
      // Escapes come before the characters that they begin with, or a match would end within one.
      ...(escapes ? [SHORT[character], NAMED[character], character === ' ' ? '+' : undefined] : []),
      ...[character, character.toLowerCase(), character.toUpperCase(), bytes.toString('latin1')],
    ];
    const asPatterns = escapes ? escapesOf(character, bytes) : [];
    const forms = [...new Set(asText)].flatMap(form => (form === undefined ? [] : escapePattern(form)));
    return `(?:${[...forms, ...asPatterns].join('|')})`;
  }).join('');
}

/** A character as a JSON escape, in a URL, and as a numeric HTML entity. */
function escapesOf(character: string, bytes: Buffer): readonly string[] {
  const json = character.split('').map(unit => `\\\\u${eitherCase(escapeUnit(unit).slice(2))}`);
  const url = bytes.toString('hex').replace(/../g, byte => `%${eitherCase(byte)}`);
  return [json.join(''), url, entity(character.codePointAt(0) ?? 0)];
}

/** A numeric HTML entity, in decimal or hexadecimal. */
function entity(point: number): string {
  return `&#(?:0{0,6}${point}|[xX]0{0,6}${eitherCase(point.toString(16))});`;
}

/** A pattern that matches only this text. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Hexadecimal digits in either case. */
function eitherCase(hex: string): string {
  return hex.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
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
    .replace(/[+/]/g, digit => (digit === '+' ? '(?:[+-]|%2[bB])' : '(?:\\\\?\\/|_|%2[fF])'));
}
