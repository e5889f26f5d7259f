import type { World } from '../../world/world.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The forms of an id, with their generators: `evt_3f…`, a UUID, a ULID, 32 hex digits, or 18 decimal digits. */
export const ID_FORMS = {
  prefixed: (world: World, prefix: string) => `${prefix}_${world.randomBytes(12).toString('hex')}`,
  uuid: (world: World) => world.uuid(),
  ulid: (world: World) => crockford(BigInt(world.now()), 10) + crockford(randomInteger(world, 10), 16),
  hex: (world: World) => world.randomBytes(16).toString('hex'),
  numeric: (world: World) => String(10n ** 17n + (randomInteger(world, 8) % (9n * 10n ** 17n))),
};

/** The kinds of ids that a form in words may replace, each with its prefix in the form `prefixed`. */
export const ID_KINDS = {
  order: 'co',
  event: 'evt',
  onrampOrder: 'onr',
  onrampReference: 'ref',
  customer: 'cus',
  account: 'acc',
  accountReference: 'pay',
  providerReference: 'SBX',
} as const;

/** A kind of ids. */
export type IdKind = keyof typeof ID_KINDS;

/** A new id. The form `prefixed` shows the prefix, which names the kind of resource. */
export function newId(world: World, form: keyof typeof ID_FORMS, prefix: string): string {
  return ID_FORMS[form](world, prefix);
}

function randomInteger(world: World, bytes: number): bigint {
  return BigInt(`0x${world.randomBytes(bytes).toString('hex')}`);
}

function crockford(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 32n) text = CROCKFORD.charAt(Number(rest % 32n)) + text;
  return text;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

/** The kinds of characters that a part of an id has, by their words. */
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

/** Kinds of ids that are no sequence of parts, by their words. */
const WHOLE: { readonly [words: string]: (world: World) => string } = {
  ...Object.fromEntries([1, 3, 4, 5, 6, 7, 8].map(version => [`UUID, version ${version}`, uuidOf(version)])),
  ULID: ID_FORMS.ulid,
};

const AND = ' and ';
/** A kind of characters with its length, where it has one, up to the next part. */
const PART = new RegExp(`^(?:(\\d+) )?(${Object.keys(ALPHABETS).toSorted(longestFirst).join('|')})(?=${AND}|$)`);

/** How long a part is that has no length of its own: one of digits could be a counter, and has fewer than twelve. */
const LENGTH = { digits: 11, other: 18 };

/** The words of an id's form: parts that are fixed, and parts of a kind of characters. */
export const ID_WORDS = {
  description: `empty, ${Object.keys(WHOLE).join(', ')}, or parts such as "col_ and 20 lowercase hex digits"`,
  type: 'string',
  pattern: `^(|${wordsOf(WHOLE)}|[^ ]+${AND}.+|(\\d+ )?(${wordsOf(ALPHABETS)})(${AND}.+)?)$`,
};

/** A new id of a form in words, as a fact has them: `col_ and 20 lowercase hex digits`. */
export function writeId(world: World, words: string): string {
  const whole = WHOLE[words];
  if (whole) return whole(world);
  const [, length, kind] = PART.exec(words) ?? [];
  const end = kind === undefined ? words.indexOf(AND) : (length === undefined ? 0 : length.length + 1) + kind.length;
  const [part, rest] = end < 0 ? [words, ''] : [words.slice(0, end), words.slice(end + AND.length)];
  const text = kind === undefined ? part : draw(world, kind, length === undefined ? undefined : Number(length));
  return text + (rest === '' ? '' : writeId(world, rest));
}

/** An id as a body has it: a number, where the dialect has numbers of this kind and it is one. */
export function asNumber(
  id: string,
  kind: IdKind,
  { numericIds }: { readonly numericIds: readonly IdKind[] },
): string | number {
  return numericIds.includes(kind) && /^\d+$/.test(id) ? Number(id) : id;
}

function draw(world: World, kind: string, length = kind === 'digits' ? LENGTH.digits : LENGTH.other): string {
  const alphabet = ALPHABETS[kind] ?? DIGITS;
  const text = [...world.randomBytes(length)].map(byte => alphabet.charAt(byte % alphabet.length)).join('');
  // A number that begins with zeros would be shorter as a number.
  if (kind === 'digits') return text.replace(/^0/, '1');
  // A text that began with a word and a separator would be taken for one with a prefix.
  return kind === 'text' ? text.replace(/^./, '7') : text;
}

function uuidOf(version: number): (world: World) => string {
  return world => world.uuid().replace(/^(.{14})./, `$1${version}`);
}

/** The words of a table, as alternatives of a pattern. */
function wordsOf(table: object): string {
  return Object.keys(table).join('|');
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}
