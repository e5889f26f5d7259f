import type { World } from '../../world/world.ts';

/** The forms of an id in the words of {@link writeId}. `prefixed` starts with the prefix of the kind. */
export const ID_FORMS = {
  prefixed: (prefix: string) => `${prefix}_ and 24 lowercase hex digits`,
  uuid: () => 'UUID, version 4',
  ulid: () => 'ULID',
  hex: () => '32 lowercase hex digits',
  numeric: () => '18 digits',
};

/** The kinds of ids whose form a dialect may set in words, with their prefixes in the form `prefixed`. */
export const ID_KINDS = {
  order: 'co',
  event: 'evt',
  onrampReference: 'ref',
  customer: 'cus',
  account: 'acc',
  accountReference: 'pay',
  providerReference: 'SBX',
} as const;

/** A kind of ids. */
export type IdKind = keyof typeof ID_KINDS;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Alphabets of a part of an id, by their words. */
const ALPHABETS: { readonly [words: string]: string } = {
  digits: DIGITS,
  'lowercase hex digits': `${DIGITS}abcdef`,
  'uppercase hex digits': `${DIGITS}ABCDEF`,
  'lowercase letters': LOWER,
  'lowercase letters and digits': LOWER + DIGITS,
  'uppercase letters and digits': UPPER + DIGITS,
  'letters and digits': LOWER + UPPER + DIGITS,
  text: `${LOWER}${UPPER}${DIGITS}_-`,
};

/** Forms of ids that are not a sequence of parts, by their words. */
const WHOLE: { readonly [words: string]: (world: World) => string } = {
  ...Object.fromEntries([1, 3, 4, 5, 6, 7, 8].map(version => [`UUID, version ${version}`, uuidOf(version)])),
  ULID: world => momentOf(world) + charactersOf(world, CROCKFORD, 16),
};

const AND = ' and ';
const KINDS = Object.keys(ALPHABETS).toSorted((one, other) => other.length - one.length);
/** A part of an id: an optional length and an alphabet. */
const PART = new RegExp(`(?<=^|${AND})(?:(\\d+) )?(${KINDS.join('|')})(?=${AND}|$)`, 'g');

/** The default length of a part. Digits have fewer than twelve, as a counter may. */
const LENGTH = { digits: 11, other: 18 };

/** The form of an id in words: fixed parts, and parts from an alphabet. */
export const ID_WORDS = {
  description: `empty, ${Object.keys(WHOLE).join(', ')}, or parts such as "col_ and 20 lowercase hex digits"`,
  type: 'string',
  pattern: `^(|${wordsOf(WHOLE)}|[^ ]+${AND}.+|(\\d+ )?(${wordsOf(ALPHABETS)})(${AND}.+)?)$`,
};

/** A new id from a form in words, as in facts: `col_ and 20 lowercase hex digits`. */
export function writeId(world: World, words: string): string {
  const inParts = () => words.replace(PART, (_, length: string | undefined, kind: string) => draw(world, kind, length));
  return WHOLE[words]?.(world) ?? inParts().replaceAll(AND, '');
}

function draw(world: World, kind: string, length: string | undefined): string {
  const usual = kind === 'digits' ? LENGTH.digits : LENGTH.other;
  const text = charactersOf(world, ALPHABETS[kind] ?? DIGITS, Number(length ?? usual));
  // Leading zeros would make a number shorter.
  if (kind === 'digits') return text.replace(/^0/, '1');
  // Otherwise a leading word and separator would look like a prefix.
  return kind === 'text' ? text.replace(/^./, '7') : text;
}

function charactersOf(world: World, alphabet: string, length: number): string {
  return [...world.randomBytes(length)].map(byte => alphabet.charAt(byte % alphabet.length)).join('');
}

/** A time as the first ten characters of a ULID. */
function momentOf(world: World): string {
  const digits = Math.floor(world.now()).toString(32).padStart(10, '0');
  return [...digits].map(digit => CROCKFORD.charAt(Number.parseInt(digit, 32))).join('');
}

function uuidOf(version: number): (world: World) => string {
  return world => world.uuid().replace(/^(.{14})./, `$1${version}`);
}

/** The words of a table as alternatives in a pattern. */
function wordsOf(table: object): string {
  return Object.keys(table).join('|');
}
