/**
 * The source of a pattern that finds a text in any usual encoding, also where the encoding changes from character to
 * character: as it is, JSON-escaped (`\/`, `\u002f`), percent-encoded, form-encoded, UTF-8 read as Latin-1; and as a
 * whole in UTF-16, in hexadecimal, or in base64 or base64url at any of the three alignments. Repeated escaping is
 * followed a few levels deep; every repetition is bounded, so that no text makes a match slow.
 */
export function anyEncoding(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const whole = [
    Array.from(text, anyCharacter).join(''),
    Array.from(text, escapePattern).join('\\x00'),
    eitherCase(bytes.toString('hex')),
  ];
  return [...whole, ...[0, 1, 2].map(offset => anyBase64(bytes, offset))].join('|');
}

/** A text as a pattern that matches only it. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

const BACKSLASHES = '\\\\{1,8}';
const PERCENT = '%(?:25){0,3}';
const SHORT_ESCAPES: { readonly [character: string]: string } = {
  '"': '"',
  '/': '\\/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

function anyCharacter(character: string): string {
  const bytes = Buffer.from(character, 'utf8');
  const units = character.split('').map(unit => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const short = SHORT_ESCAPES[character];
  const forms = [
    escapePattern(character),
    units.map(unit => `${BACKSLASHES}u${eitherCase(unit)}`).join(''),
    percentEncoded(bytes),
  ];
  if (short !== undefined) forms.push(BACKSLASHES + short);
  if (character === '\\') forms.unshift('\\\\{8}', '\\\\{4}', '\\\\{2}');
  if (character === ' ') forms.push('\\+');
  if (bytes.length > 1) forms.push(escapePattern(bytes.toString('latin1')));
  return `(?:${forms.join('|')})`;
}

function percentEncoded(bytes: Buffer): string {
  return bytes.toString('hex').replace(/../g, byte => PERCENT + eitherCase(byte));
}

/** Hexadecimal digits in either case. */
function eitherCase(hex: string): string {
  return hex.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
}

/** The part of a base64 text that `bytes` alone determine when they begin `offset` bytes into a group of three. */
function anyBase64(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const skip = [0, 2, 3][offset] ?? 0;
  const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
  return encoded
    .slice(skip, encoded.length - tail)
    .replaceAll('+', `(?:[+\\-]|${PERCENT}2[bB])`)
    .replaceAll('/', `(?:[\\/_]|${BACKSLASHES}\\/|${PERCENT}2[fF])`);
}
