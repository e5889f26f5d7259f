/** A value that is close to an API key. */
export interface KeyVariant {
  /** The condition of the calls that carry it. */
  readonly condition: 'empty-key' | 'recased-key' | 'truncated-key' | 'lengthened-key' | 'prefixed-key' | 'padded-key';
  readonly value: string;
}

/** The prefix of a sandbox key (Authentication). It stays, so that a variant is refused for what follows. */
const PREFIX = /^sk_[a-z]+_/;

/** A shorter key has only the empty variant: redaction would find the others everywhere. */
const SHORTEST = 8;

/**
 * Values that a service with a loose comparison of keys accepts: the empty key, the key in the other case, the key
 * without its last character, with one more after or before it, and between spaces that HTTP does not strip. They are
 * as secret as the key.
 */
export function keyVariants(key: string): readonly KeyVariant[] {
  const prefix = PREFIX.exec(key)?.[0] ?? '';
  const own = key.slice(prefix.length);
  const variants: KeyVariant[] = [{ condition: 'empty-key', value: '' }];
  if (own.length < SHORTEST) return variants;
  const recased = prefix + own.replace(/[a-z]/gi, letter => otherCase(letter));
  if (recased !== key) variants.push({ condition: 'recased-key', value: recased });
  return [
    ...variants,
    { condition: 'truncated-key', value: key.slice(0, -1) },
    { condition: 'lengthened-key', value: `${key}0` },
    { condition: 'prefixed-key', value: `0${key}` },
    { condition: 'padded-key', value: `\u00a0${key}\u00a0` },
  ];
}

function otherCase(letter: string): string {
  const upper = letter.toUpperCase();
  return letter === upper ? letter.toLowerCase() : upper;
}
