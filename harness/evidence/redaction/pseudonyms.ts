import { createHmac } from 'node:crypto';

/** Values whose pseudonyms keep their form: a JSON number, and digits in groups. */
const NUMERIC = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\d[\d -]*)$/;

/** A pseudonym of a name. It has none of its own, so that what was recorded is printed as it was recorded. */
const PSEUDONYM = /^Person [0-9a-f]{8}$/;

/** Shorter numbers have too few pseudonyms to choose from. */
const FEWEST_DIGITS = 4;

/** How often a pseudonym is drawn that is in use, or is the value itself. */
const MOST_DRAWS = 100;

/** Most values that are remembered. Further ones get pseudonyms too, which may, by chance, be in use. */
const MOST_VALUES = 100_000;

/**
 * Gives names and account numbers of people pseudonyms of the same kind: digits stay digits. A value always has the
 * same pseudonym, whenever it is first seen, and different values have different ones.
 */
export class Pseudonyms {
  readonly #key: Buffer;
  readonly #given = new Map<string, string>();
  readonly #used = new Set<string>();

  /** @param key random bytes that decide the pseudonyms */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The pseudonym of a personal value; undefined where the value identifies nobody, such as an empty one. */
  of(value: string): string | undefined {
    const given = this.#given.get(value);
    if (given !== undefined) return given;
    if (PSEUDONYM.test(value)) return undefined;
    const numeric = NUMERIC.test(value);
    if (numeric ? value.replace(/\D/g, '').length < FEWEST_DIGITS : !/[^\s\p{P}]/u.test(value)) return undefined;
    let pseudonym = value;
    for (let draw = 0; draw < MOST_DRAWS && (pseudonym === value || this.#used.has(pseudonym)); draw++) {
      pseudonym = disguise(value, numeric, createHmac('sha256', this.#key).update(`${draw}:${value}`).digest());
    }
    if (this.#given.size < MOST_VALUES) {
      this.#given.set(value, pseudonym);
      this.#used.add(pseudonym);
    }
    return pseudonym;
  }
}

/** A value of the same kind. Only a leading zero stays one, so that a JSON number remains one. */
function disguise(value: string, numeric: boolean, digest: Buffer): string {
  if (!numeric) return `Person ${digest.toString('hex', 0, 4)}`;
  let index = 0;
  return value.replace(/\d/g, digit => {
    const byte = digest.readUInt8(index % digest.length);
    if (index++ > 0) return String(byte % 10);
    return digit === '0' ? '0' : String((byte % 9) + 1);
  });
}
