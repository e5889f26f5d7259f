import { createHmac } from 'node:crypto';
import { anyEncoding, escapeNonAscii, escapePattern, nearly } from './encodings.ts';
import type { Schema } from './schema.ts';

/** A value that must never be written, and the name that is written in its place. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Shorter values are ignored: they would be found everywhere. */
const SHORTEST = 4;

/** Members whose values are about a person (Verified account, Account record). */
const PERSONAL = /^(account_?name|account_?number|holder_?name|first_?name|last_?name|full_?name|iban)$/i;

/** A member and its string or number, complete or cut off by the end of the text. */
const MEMBER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*(?:"((?:[^"\\]|\\.)*)|(-?\d[\d.eE+-]*))/gs;

/** Values whose pseudonyms keep their form: a JSON number, and digits in groups. */
const NUMERIC = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\d[\d -]*)$/;

/** Where a personal value may begin: not inside a word, but after an escape, although that ends in a letter. */
const BEFORE = '(?<=^|[^A-Za-z0-9]|%[0-9A-Fa-f]{2}|\\\\[bfnrt]|\\\\u[0-9A-Fa-f]{4})';
const AFTER = '(?![A-Za-z0-9])';

/** Matches nothing. */
const NOTHING = /(?!)/g;

/** How often a pseudonym is drawn that is in use, or is the value itself. */
const MOST_DRAWS = 100;

/**
 * Removes from texts what must not be written: secrets, in the encodings that {@link anyEncoding} and {@link nearly}
 * list, become `[redacted NAME]`; names and account numbers of people become pseudonyms. A value always has the same
 * pseudonym, of the same kind (digits stay digits), so that checks still see which values are equal.
 */
export class Redactor {
  /** The longest first, so that a secret is not found as another that is a part of it. */
  #secrets: readonly Secret[] = [];
  readonly #personal = new Map<string, string>();
  readonly #pseudonyms = new Set<string>();
  readonly #key: Buffer;
  #secretPattern = NOTHING;
  #personalPattern = NOTHING;

  /** @param key random bytes that decide the pseudonyms */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Removes `secret` from every text from now on. */
  addSecret(secret: Secret): void {
    if (secret.value.length < SHORTEST || this.#secrets.some(({ value }) => value === secret.value)) return;
    this.#secrets = [...this.#secrets, secret].sort((a, b) => b.value.length - a.value.length);
    const patterns = this.#secrets.map(({ value }) => [anyEncoding(value), nearly(value) ?? []].flat().join('|'));
    this.#secretPattern = new RegExp(patterns.map(pattern => `(${pattern})`).join('|'), 'g');
  }

  /** Replaces `value`, a name or an account number, in every text from now on, also in the form `written`. */
  addPersonal(value: string, written: string = value): void {
    if (value.length < SHORTEST || this.#personal.has(written)) return;
    const pseudonym = this.#personal.get(value) ?? this.#pseudonym(value);
    for (const form of [...formsOf(value), written]) this.#personal.set(form, pseudonym);
    // Longest first, so that a form is not cut by a shorter one inside it.
    const forms = [...this.#personal.keys()].sort((a, b) => b.length - a.length).map(escapePattern);
    this.#personalPattern = new RegExp(`${BEFORE}(?:${forms.join('|')})${AFTER}`, 'g');
  }

  /** Learns the personal values in a JSON text, complete or broken. */
  learnFrom(text: string): void {
    for (const [, name = '', string, number] of text.matchAll(MEMBER)) {
      if (!PERSONAL.test(unescapeJson(name))) continue;
      if (number !== undefined) this.addPersonal(number);
      else if (string !== undefined) this.addPersonal(unescapeJson(string), string);
    }
  }

  /** The names of the secrets in a text. */
  leaks(text: string): readonly string[] {
    const names = this.#mayHoldSecret(text)
      ? [...text.matchAll(this.#secretPattern)].map(([, ...form]) => this.#nameOf(form))
      : [];
    return [...new Set(names)];
  }

  /** The text without secrets and with pseudonyms. */
  text(text: string): string {
    return this.#withoutSecrets(text).replace(this.#personalPattern, form => this.#personal.get(form) ?? form);
  }

  /**
   * A copy of a plain value with every string in it cleaned, names of members too. What its schema describes as the
   * harness's own (names of members, words) is searched for secrets only, because a person may be called like a word.
   */
  value<T>(value: T, schema?: Schema<unknown>): T {
    return this.#clean(value, schema) as T;
  }

  #clean(value: unknown, { role, items, members }: Partial<Schema<unknown>> = {}): unknown {
    if (typeof value === 'string') return role === undefined ? this.text(value) : this.#withoutSecrets(value);
    if (Array.isArray(value)) return value.map(item => this.#clean(item, items));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [members ? key : this.text(key), this.#clean(item, members?.[key])]),
    );
  }

  #withoutSecrets(text: string): string {
    if (!this.#mayHoldSecret(text)) return text;
    return text.replace(this.#secretPattern, (_, ...form) => `[redacted ${this.#nameOf(form)}]`);
  }

  /** False for most texts of a record: no form is shorter than its secret without a character. */
  #mayHoldSecret(text: string): boolean {
    return text.length >= (this.#secrets.at(-1)?.value.length ?? Number.POSITIVE_INFINITY) - 1;
  }

  /** In the pattern each secret is a group, in the order of the secrets. */
  #nameOf(groups: readonly unknown[]): string {
    return this.#secrets[groups.findIndex(group => group !== undefined)]?.name ?? 'secret';
  }

  #pseudonym(value: string): string {
    let pseudonym = value;
    for (let draw = 0; draw < MOST_DRAWS && (pseudonym === value || this.#pseudonyms.has(pseudonym)); draw++) {
      pseudonym = disguise(value, createHmac('sha256', this.#key).update(`${draw}:${value}`).digest());
    }
    this.#pseudonyms.add(pseudonym);
    return pseudonym;
  }
}

/** A value of the same kind. Only a leading zero stays one, so that a JSON number remains one. */
function disguise(value: string, digest: Buffer): string {
  if (!NUMERIC.test(value)) return `Person ${digest.toString('hex', 0, 4)}`;
  let index = 0;
  return value.replace(/\d/g, digit => {
    const byte = digest.readUInt8(index % digest.length);
    if (index++ > 0) return String(byte % 10);
    return digit === '0' ? '0' : String((byte % 9) + 1);
  });
}

/** How a name may be written in a JSON text, a URL or a form, and in UTF-8 that was read as Latin-1. */
function formsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = escapeNonAscii(json);
  const percent = encodeURIComponent(value.toWellFormed());
  const inUrls = [percent, percent.replace(/%../g, byte => byte.toLowerCase())];
  return [
    ...[value, json, ascii, ascii.replace(/(?<=\\u)..../g, hex => hex.toUpperCase())],
    ...inUrls.flatMap(form => [form, form.replaceAll('%20', '+')]),
    Buffer.from(value, 'utf8').toString('latin1'),
  ];
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
