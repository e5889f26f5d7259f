/**
 * The source of a pattern that finds a text in any usual encoding. Character by character: plain, JSON-escaped (`\/`,
 * `\u002f`), percent-encoded, form-encoded, as an HTML entity, or in UTF-8 that was read as Latin-1, also mixed, and
 * escaped a few times over. As a whole: in UTF-16, in hexadecimal, in base64 or base64url at any of the three
 * alignments; and in base64 of any of those or of its hexadecimal. Every repetition is bounded, so that no text makes a
 * match slow.
 */
export function anyEncoding(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  const nested =
    bytes.length < SHORTEST_NESTED
      ? []
      : [hex, hex.toUpperCase(), ...ALIGNMENTS.flatMap(offset => base64Forms(bytes, offset))];
  return [
    Array.from(text, anyCharacter).join(''),
    Array.from(text, escapePattern).join('\\x00'),
    eitherCase(hex),
    ...[bytes, ...nested.map(form => Buffer.from(form))].flatMap(inner =>
      ALIGNMENTS.map(offset => anyBase64(inner, offset)),
    ),
  ].join('|');
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

const BACKSLASHES = '\\\\{1,8}';
const PERCENT = '%(?:25){0,3}';
/** The letters of short JSON escapes (`\n`), by character. */
const SHORT = new Map(Array.from('"/\b\f\n\r\t', (character, index) => [character, '"/bfnrt'.charAt(index)]));

function anyCharacter(character: string): string {
  const bytes = Buffer.from(character, 'utf8');
  const units = character.split('').map(unit => `${BACKSLASHES}u${eitherCase(escapeUnit(unit).slice(2))}`);
  const short = SHORT.get(character);
  const forms = [
    ...(character === '\\' ? ['\\\\{8}', '\\\\{4}', '\\\\{2}'] : []),
    escapePattern(character),
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

function anyBase64(bytes: Buffer, offset: number): string {
  return inBase64(bytes, offset)
    .replaceAll('+', `(?:[+\\-]|${PERCENT}2[bB])`)
    .replaceAll('/', `(?:[\\/_]|${BACKSLASHES}\\/|${PERCENT}2[fF])`);
}
