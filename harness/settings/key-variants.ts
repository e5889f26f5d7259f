import type { Condition } from '../evidence/condition.ts';

/** A value that is close to an API key. */
export interface KeyVariant {
  /** The condition of the calls that carry it. */
  readonly condition: Condition;
  readonly value: string;
}

/** The prefix of a sandbox key (Authentication). It stays, so that a variant is refused for what follows. */
const PREFIX = /^sk_[a-z]+_/;

/** A shorter key has only the empty variant: redaction would find the others everywhere. */
const SHORTEST = 8;

/** More than a column for keys, or a digest with a limit, usually takes. */
const OVERLONG = 256;

/**
 * Values that a service with a loose comparison of keys accepts: the empty key, one that is too long for a comparison,
 * the key in the other case, the key without its last character, with one more after or before it, and between spaces
 * that HTTP does not strip. All but the first two are as secret as the key.
 */
export function keyVariants(key: string): readonly KeyVariant[] {
  const prefix = PREFIX.exec(key)?.[0] ?? '';
  const own = key.slice(prefix.length);
  const variants: KeyVariant[] = [
    { condition: 'empty-key', value: '' },
    { condition: 'overlong-key', value: prefix.padEnd(OVERLONG, '0') },
  ];
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
