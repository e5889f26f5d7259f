import { createHmac } from 'node:crypto';
import { oncePerKey } from '../../base/once.ts';
import type { Schema } from '../../base/schema.ts';
import { anyEncoding, replaceEncoded } from './encodings.ts';
import { replaceInQuery, replaceValues } from './replace-values.ts';

/** Values whose pseudonyms keep their form: a JSON number, and digits in groups. */
const NUMERIC = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\d[\d -]*)$/;

/** The pseudonym of a name. It gets no further pseudonym, so that recorded text is printed as it was recorded. */
const PSEUDONYM = /^Person [0-9a-f]{8}$/;

/** Shorter numbers have too few possible pseudonyms. */
const FEWEST_DIGITS = 4;

/** The most attempts to find an unused pseudonym that differs from the value. */
const MOST_DRAWS = 100;

/**
 * Returns the function that gives names and account numbers of people pseudonyms of the same kind: digits stay digits.
 * Equal values have equal pseudonyms, and different values have different ones. A value that identifies nobody, for
 * example an empty one, has none.
 *
 * @param key random bytes that determine the pseudonyms
 */
function pseudonymsBy(key: Buffer): (value: string) => string | undefined {
  const used = new Set<string>();
  const pseudonymOf = oncePerKey((value: string): string | undefined => {
    if (PSEUDONYM.test(value)) return undefined;
    const numeric = NUMERIC.test(value);
    // Zeros before a number stay: that a service drops them shows only in the number itself.
    const [, zeros = '', rest = ''] = (numeric && /^(0+)(\d{4}.*)$/.exec(value)) || [];
    if (zeros) return zeros + pseudonymOf(rest);
    if (numeric ? value.replace(/\D/g, '').length < FEWEST_DIGITS : !/[^\s\p{P}]/u.test(value)) return undefined;
    let pseudonym = value;
    for (let draw = 0; draw < MOST_DRAWS && (pseudonym === value || used.has(pseudonym)); draw++) {
      pseudonym = disguise(value, numeric, createHmac('sha256', key).update(`${draw}:${value}`).digest());
    }
    used.add(pseudonym);
    return pseudonym;
  });
  return pseudonymOf;
}

/** A value of the same kind. A leading zero stays, so that a JSON number remains valid. */
function disguise(value: string, numeric: boolean, digest: Buffer): string {
  if (!numeric) return `Person ${digest.toString('hex', 0, 4)}`;
  let index = 0;
  return value.replace(/\d/g, digit => {
    const byte = digest.readUInt8(index % digest.length);
    if (index++ > 0) return String(byte % 10);
    return digit === '0' ? '0' : String((byte % 9) + 1);
  });
}

/** A value that must never be written, and the name that replaces it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Shorter values are ignored, because they would occur everywhere. */
const SHORTEST = 4;

const NOTHING = /(?!)/g;

/**
 * Removes from texts what must not be written. Secrets, in the encodings of {@link anyEncoding}, become `[redacted
 * NAME]`. Values of members about a person become pseudonyms of the same kind (digits stay digits), equal for equal
 * values, so that checks can still compare them.
 */
export class Redactor {
  /** Longest first, so that a secret is not mistaken for another that is a part of it. */
  #secrets: readonly Secret[] = [];
  /** Finds any form of a secret. Each secret is a group, in order. */
  #pattern = NOTHING;
  /** The length of the shortest secret. No form of a secret is shorter than the secret. */
  #shortest = Number.POSITIVE_INFINITY;
  readonly #pseudonyms: ReturnType<typeof pseudonymsBy>;

  /** @param key random bytes that determine the pseudonyms */
  constructor(key: Buffer) {
    this.#pseudonyms = pseudonymsBy(key);
  }

  /** Removes `secret` from all further texts. */
  addSecret(secret: Secret): void {
    if (secret.value.length < SHORTEST || this.#secrets.some(({ value }) => value === secret.value)) return;
    this.#secrets = [...this.#secrets, secret].sort((a, b) => b.value.length - a.value.length);
    this.#shortest = Math.min(this.#shortest, secret.value.length);
    this.#pattern = new RegExp(this.#secrets.map(({ value }) => `(${anyEncoding(value)})`).join('|'), 'g');
  }

  /** The names of the secrets in a text. */
  leaks(text: string): readonly string[] {
    const names = new Set<string>();
    this.#replaceSecrets(text, name => {
      names.add(name);
      return '';
    });
    return [...names];
  }

  /** Cleans a text from outside, or one that may quote such a text, for example a message. */
  text(text: string): string {
    return this.#withoutPeopleInQuery(replaceValues(this.withoutSecrets(text), this.#pseudonymOf));
  }

  /** Removes secrets from a text of the record, which already has pseudonyms. */
  withoutSecrets(text: string): string {
    return this.#replaceSecrets(text, name => `[redacted ${name}]`);
  }

  /**
   * A copy of a plain value with all strings cleaned. Names of members and words of the harness lose only secrets.
   * Documents must be cleaned already ({@link text}).
   */
  value<T>(value: T, schema?: Schema<unknown>): T {
    return this.#cleaned(value, schema ?? {}) as T;
  }

  #cleaned(value: unknown, { json, role, items, members }: Partial<Schema<unknown>>): unknown {
    if (typeof value === 'string') {
      // A choice of the harness that happens to equal a secret reveals nothing about it.
      const isChoice = Array.isArray(json?.enum) && json.enum.includes(value);
      if (isChoice || role === 'document') return value;
      const open = this.withoutSecrets(value);
      return role === undefined ? this.#withoutPeopleInQuery(open) : open;
    }
    if (Array.isArray(value)) return value.map(item => this.#cleaned(item, items ?? {}));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, item]) => [
      members ? key : this.withoutSecrets(key),
      this.#cleaned(item, members?.[key] ?? {}),
    ]);
    return Object.fromEntries(entries);
  }

  #withoutPeopleInQuery(text: string): string {
    return replaceInQuery(text, this.#pseudonymOf);
  }

  readonly #pseudonymOf = (value: string): string | undefined =>
    value.includes('[redacted ') ? undefined : this.#pseudonyms(value);

  #replaceSecrets(text: string, replacement: (name: string) => string): string {
    if (text.length < this.#shortest) return text;
    return replaceEncoded(text, this.#pattern, (_, ...groups) => {
      const nth = groups.findIndex(form => form !== undefined);
      return replacement(this.#secrets[nth]?.name ?? 'secret');
    });
  }
}

/**
 * Whether a text is a number or a few plain words: `updated`, `HTTP`, `order_created`, `true`, `204`. Bodies often
 * contain such words, so they are unlikely to be secrets.
 */
export function isPlainWord(text: string): boolean {
  if (/^(?:[srp]k|whsec)_/.test(text)) return false;
  const words = text.replace(/[.!:]$/, '').split(/[ ._-]/);
  return words.length <= MOST_WORDS && words.every(word => /^(?:\d{1,7}|[A-Z]?[a-z]{1,13}|[A-Z]{1,14})$/.test(word));
}

/** A longer text is a sentence, or a secret that consists of words. */
const MOST_WORDS = 3;
