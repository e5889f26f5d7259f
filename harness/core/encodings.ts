/** One way to write a text: the sources of patterns that find its parts, in order. */
export type Form = readonly string[];

/**
 * The forms of a text, in either letter case, in these encodings. Character by character: plain, JSON-escaped (`\/`,
 * `\u002f`), percent-encoded, form-encoded, as an HTML entity, or in UTF-8 that was read as Latin-1, also mixed, and
 * escaped a few times over. As a whole, in its own case: in UTF-16, in hexadecimal of either case with or without
 * separators, in base64 or base64url at any of the three alignments; in base64 of any of those or of its hexadecimal;
 * and in hexadecimal of its base64. Every repetition is bounded, so that no text makes a match slow.
 */
export function anyEncoding(text: string): readonly Form[] {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  const isNested = bytes.length >= SHORTEST_NESTED;
  const inner = isNested ? ALIGNMENTS.flatMap(offset => base64Forms(bytes, offset)) : [];
  const nested = isNested ? [hex, hex.toUpperCase(), ...inner] : [];
  return [
    Array.from(text, anyCharacter),
    between(Array.from(text, escapePattern), '\\x00'),
    between(
      Array.from(bytes, byte => eitherCase(byte.toString(16).padStart(2, '0'))),
      BETWEEN_BYTES,
    ),
    ...inner.map(form => anyHex(Buffer.from(form))),
    ...[bytes, ...nested.map(form => Buffer.from(form))].flatMap(form =>
      ALIGNMENTS.map(offset => anyBase64(form, offset)),
    ),
  ];
}

/**
 * The forms of what reveals a text although it is not the text: the text reversed, and without its first or its last
 * character; plain in either letter case, in hexadecimal, base64 or base64url. None for a short text, whose parts would
 * be found everywhere.
 */
export function nearly(text: string): readonly Form[] {
  const characters = Array.from(text);
  if (characters.length < SHORTEST_NESTED) return [];
  const forms = [characters.toReversed(), characters.slice(1), characters.slice(0, -1)];
  return forms.flatMap(form => {
    const bytes = Buffer.from(form.join(''), 'utf8');
    return [form.map(anyCase), anyHex(bytes), ...ALIGNMENTS.map(offset => anyBase64(bytes, offset))];
  });
}

/** The source of a pattern that finds any of these forms. */
export function patternOf(forms: readonly Form[]): string {
  return forms.map(form => form.join('')).join('|');
}

/**
 * A few parts from the middle of a form. What does not hold them does not hold the form, and pieces are found with a
 * pattern that takes a tenth of the time to compile.
 */
export function pieceOf(form: Form): Form {
  const from = Math.max(0, Math.floor((form.length - PIECE) / 2));
  return form.slice(from, from + PIECE);
}

/** A pattern that matches only this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** A JSON text in which everything beyond ASCII is escaped. */
export function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, escapeUnit);
}

/** A UTF-16 code unit as a JSON escape: `\u00e9`. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** How many bytes into a group of three a text may begin in base64. */
const ALIGNMENTS = [0, 1, 2];
/** Shorter texts, in bytes, have nested encodings so short that they would be found by chance. */
const SHORTEST_NESTED = 8;
/** So many parts are hardly found by chance: six characters of base64 are 36 bits. */
const PIECE = 6;

const BACKSLASHES = '\\\\{1,8}';
// At most four, here and below: V8 unrolls shorter repetitions, and compiles the pattern in three times the time.
const PERCENT = '%(?:25){0,4}';
/** The letters of short JSON escapes (`\n`), by character. */
const SHORT = new Map(Array.from('"/\b\f\n\r\t', (character, index) => [character, '"/bfnrt'.charAt(index)]));

function anyCharacter(character: string): string {
  const bytes = Buffer.from(character, 'utf8');
  const units = character.split('').map(unit => `${BACKSLASHES}u${eitherCase(escapeUnit(unit).slice(2))}`);
  const short = SHORT.get(character);
  const forms = [
    ...(character === '\\' ? ['\\\\{8}', '\\\\{4}', '\\\\{2}'] : []),
    anyCase(character),
    units.join(''),
    bytes.toString('hex').replace(/../g, byte => PERCENT + eitherCase(byte)),
    entity(character),
    ...(short === undefined ? [] : [BACKSLASHES + short]),
    ...(character === ' ' ? ['\\+'] : []),
    ...(bytes.length > 1 ? [escapePattern(bytes.toString('latin1'))] : []),
  ];
  return `(?:${forms.join('|')})`;
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** An HTML entity, by name, in decimal or in hexadecimal. */
function entity(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const name = ENTITIES[character];
  return `&(?:#[xX]0{0,6}${eitherCase(point.toString(16))}|#0{0,6}${point}${name === undefined ? '' : `|${name}`});`;
}

/** Hexadecimal digits in either case. */
function eitherCase(hex: string): string {
  return hex.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
}

/** A character in either letter case. */
function anyCase(character: string): string {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  const isLetter = lower !== upper && lower.length === 1 && upper.length === 1;
  return isLetter ? `[${lower}${upper}]` : escapePattern(character);
}

/** What may stand between two bytes in hexadecimal: `74:6f`, `74 6f`, `0x74, 0x6f`, `\x74\x6f`. */
const BETWEEN_BYTES = `[\\s:;.,_-]{0,4}(?:0x|${BACKSLASHES}x)?`;

/** Bytes in hexadecimal of either case, digit by digit. */
function anyHex(bytes: Buffer): Form {
  return Array.from(bytes.toString('hex'), eitherCase);
}

/** Parts with something after each but the last. */
function between(parts: readonly string[], separator: string): Form {
  return parts.map((part, index) => (index < parts.length - 1 ? part + separator : part));
}

/** What `bytes` determine in base64 and in base64url. */
function base64Forms(bytes: Buffer, offset: number): readonly string[] {
  const standard = inBase64(bytes, offset);
  return [...new Set([standard, standard.replaceAll('+', '-').replaceAll('/', '_')])];
}

/** The part of a base64 text that `bytes` alone determine when they begin `offset` bytes into a group of three. */
function inBase64(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const skip = [0, 2, 3][offset] ?? 0;
  const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
  return encoded.slice(skip, encoded.length - tail);
}

const PLUS = `(?:[+\\-]|${PERCENT}2[bB])`;
const SLASH = `(?:[\\/_]|${BACKSLASHES}\\/|${PERCENT}2[fF])`;

function anyBase64(bytes: Buffer, offset: number): Form {
  return Array.from(inBase64(bytes, offset), digit => (digit === '+' ? PLUS : digit === '/' ? SLASH : digit));
}
