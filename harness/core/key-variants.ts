/** A value that is nearly an API key, and is none. */
export interface KeyVariant {
  /** What it is, as the condition of the calls that carry it. */
  readonly condition: 'empty-key' | 'recased-key' | 'truncated-key' | 'lengthened-key';
  readonly value: string;
}

/** How a sandbox key starts (Authentication): it stays, so that a variant is refused for what follows. */
const FORM = /^sk_[a-z]+_/;

/** A shorter key has no variants but the empty one: what is left of it would be found everywhere. */
const SHORTEST = 8;

/**
 * Values that a service which compares keys loosely would accept: nothing at all, the key in the other case, the key
 * without its end, the key with more behind it. They are as secret as the key.
 */
export function keyVariants(key: string): readonly KeyVariant[] {
  const form = FORM.exec(key)?.[0] ?? '';
  const own = key.slice(form.length);
  const variants: KeyVariant[] = [{ condition: 'empty-key', value: '' }];
  if (own.length < SHORTEST) return variants;
  const recased = form + own.replace(/[a-z]/gi, letter => otherCase(letter));
  if (recased !== key) variants.push({ condition: 'recased-key', value: recased });
  return [
    ...variants,
    { condition: 'truncated-key', value: key.slice(0, -1) },
    { condition: 'lengthened-key', value: `${key}0` },
  ];
}

function otherCase(letter: string): string {
  const upper = letter.toUpperCase();
  return letter === upper ? letter.toLowerCase() : upper;
}
