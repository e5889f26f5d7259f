/**
 * The source of a pattern that finds a text in any usual encoding, also where the encoding changes from character to
 * character: as it is, JSON-escaped (`\/`, `\u002f`), percent-encoded, form-encoded, UTF-8 read as Latin-1; and as a
 * whole in UTF-16, in hexadecimal, or in base64 or base64url at any of the three alignments; and in base64 once more of
 * any of those, or of its hexadecimal. Repeated escaping is followed a few levels deep; every repetition is bounded, so
 * that no text makes a match slow.
 */
export function anyEncoding(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const whole = [
    Array.from(text, anyCharacter).join(''),
    Array.from(text, escapePattern).join('\\x00'),
    eitherCase(bytes.toString('hex')),
  ];
  const alignments = [0, 1, 2];
  const inner =
    bytes.length < SHORTEST_NESTED
      ? []
      : [...hexForms(bytes), ...alignments.flatMap(offset => base64Forms(bytes, offset))];
  const nested = inner.flatMap(form => alignments.map(offset => anyBase64(Buffer.from(form), offset)));
  return [...whole, ...alignments.map(offset => anyBase64(bytes, offset)), ...nested].join('|');
}

/** A text as a pattern that matches only it. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Shorter texts, in bytes, leave so few characters of a nested encoding that those would be found by chance. */
const SHORTEST_NESTED = 8;

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
    entity(character),
  ];
  if (short !== undefined) forms.push(BACKSLASHES + short);
  if (character === '\\') forms.unshift('\\\\{8}', '\\\\{4}', '\\\\{2}');
  if (character === ' ') forms.push('\\+');
  if (bytes.length > 1) forms.push(escapePattern(bytes.toString('latin1')));
  return `(?:${forms.join('|')})`;
}

const NAMED_ENTITIES: { readonly [character: string]: string } = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** An HTML entity, by name, in decimals or in hexadecimal. */
function entity(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const named = NAMED_ENTITIES[character];
  const forms = [
    `#[xX]0{0,6}${eitherCase(point.toString(16))}`,
    `#0{0,6}${point}`,
    ...(named === undefined ? [] : [named]),
  ];
  return `&(?:${forms.join('|')});`;
}

function percentEncoded(bytes: Buffer): string {
  return bytes.toString('hex').replace(/../g, byte => PERCENT + eitherCase(byte));
}

/** Hexadecimal digits in either case. */
function eitherCase(hex: string): string {
  return hex.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
}

/** Hexadecimal in lower and in upper case. */
function hexForms(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex');
  return [...new Set([hex, hex.toUpperCase()])];
}

/** What `bytes` determine in base64 and in base64url, where those differ. */
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
