import { createHmac } from 'node:crypto';
import { anyEncoding, escapePattern } from './encodings.ts';
import type { Schema } from './schema.ts';

/** A value that may never be written, and the name that stands in for it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Shorter texts are not looked for: they would be found everywhere, and are no secrets. */
const SHORTEST = 4;

/** Members whose values are about a person (Verified account, Account record). */
const PERSONAL = /^(account_?name|account_?number|holder_?name|first_?name|last_?name|full_?name|iban)$/i;

/** A member and its string or number, whole or cut off by the end of the text. */
const MEMBER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*(?:"((?:[^"\\]|\\.)*)|(-?\d[\d.eE+-]*))/gs;

/** What keeps its form under a pseudonym: a JSON number, and digits in groups. */
const NUMERIC = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\d[\d -]*)$/;

/** Where a personal value may begin: not inside a word, but after an escape, whose last letter is none of a word. */
const BEFORE = '(?<=^|[^A-Za-z0-9]|%[0-9A-Fa-f]{2}|\\\\[bfnrt]|\\\\u[0-9A-Fa-f]{4})';
const AFTER = '(?![A-Za-z0-9])';

/** How often a pseudonym that is taken already, or is the value itself, is drawn again. */
const MOST_DRAWS = 100;

/**
 * Takes out of every text what may not be written down: secrets, in any usual encoding, become `[redacted NAME]`;
 * names and account numbers of people become pseudonyms, the same for the same value, of the same kind (digits stay
 * digits), so that checks still see what equals what.
 */
export class Redactor {
  readonly #secrets = new Map<string, string>();
  readonly #personal = new Map<string, string>();
  readonly #pseudonyms = new Set<string>();
  readonly #key: Buffer;
  #secretPattern: RegExp | undefined;
  #secretNames: readonly string[] = [];
  /** No encoding makes a secret shorter, so no shorter text holds one: most of a record's are, and need no search. */
  #shortestSecret = Number.POSITIVE_INFINITY;
  #personalPattern: RegExp | undefined;

  /** @param key random bytes; they decide the pseudonyms */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** From now on, `secret` is taken out of every text. */
  addSecret(secret: Secret): void {
    if (secret.value.length < SHORTEST || this.#secrets.has(secret.value)) return;
    this.#secrets.set(secret.value, secret.name);
    this.#shortestSecret = Math.min(this.#shortestSecret, secret.value.length);
    const secrets = [...this.#secrets].sort(([a], [b]) => b.length - a.length);
    this.#secretNames = secrets.map(([, name]) => name);
    this.#secretPattern = new RegExp(secrets.map(([value]) => `(${anyEncoding(value)})`).join('|'), 'g');
  }

  /** From now on, `value` (a name or an account number) is replaced in every text, also where it stands as `written`. */
  addPersonal(value: string, written: string = value): void {
    if (value.length < SHORTEST || this.#personal.has(written)) return;
    const pseudonym = this.#personal.get(value) ?? this.#pseudonym(value);
    for (const form of [...formsOf(value), written]) this.#personal.set(form, pseudonym);
    this.#personalPattern = new RegExp(`${BEFORE}(?:${longestFirst(this.#personal.keys()).join('|')})${AFTER}`, 'g');
  }

  /** Learns the personal values that a JSON text holds, whole or broken. */
  learnFrom(text: string): void {
    for (const [, name = '', string, number] of text.matchAll(MEMBER)) {
      if (!PERSONAL.test(unescapeJson(name))) continue;
      if (number !== undefined) this.addPersonal(number);
      else if (string !== undefined) this.addPersonal(unescapeJson(string), string);
    }
  }

  /** The names of the secrets that a text holds. */
  leaks(text: string): readonly string[] {
    if (this.#secretPattern === undefined || text.length < this.#shortestSecret) return [];
    return [...new Set([...text.matchAll(this.#secretPattern)].map(([, ...forms]) => this.#nameOf(forms)))];
  }

  /** The text without secrets and with pseudonyms. */
  text(text: string): string {
    const clean = this.#withoutSecrets(text);
    return this.#personalPattern
      ? clean.replace(this.#personalPattern, form => this.#personal.get(form) ?? form)
      : clean;
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
    return this.#secretPattern && text.length >= this.#shortestSecret
      ? text.replace(this.#secretPattern, (_, ...forms) => `[redacted ${this.#nameOf(forms)}]`)
      : text;
  }

  /** Each secret has a group of its own in the pattern: the one that matched tells which it is. */
  #nameOf(groups: readonly unknown[]): string {
    return this.#secretNames[groups.findIndex(group => group !== undefined)] ?? 'secret';
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

/** A value of the same kind: digits stay digits, and only a leading zero stays one, so that a number stays a number. */
function disguise(value: string, digest: Buffer): string {
  if (!NUMERIC.test(value)) return `Person ${digest.toString('hex', 0, 4)}`;
  let index = 0;
  return value.replace(/\d/g, digit => {
    const byte = digest.readUInt8(index % digest.length);
    if (index++ > 0) return String(byte % 10);
    return digit === '0' ? '0' : String((byte % 9) + 1);
  });
}

/** The forms in which a name may stand in a JSON text, a URL or a form, and in UTF-8 that was read as Latin-1. */
function formsOf(value: string): Set<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const escaped = (upper: boolean) =>
    json.replace(/[\u0080-\uffff]/g, unit => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${upper ? hex.toUpperCase() : hex}`;
    });
  const percent = encodeURIComponent(value.toWellFormed());
  const lower = percent.replace(/%../g, byte => byte.toLowerCase());
  const forms = [value, json, escaped(false), escaped(true), percent, lower];
  for (const form of [percent, lower]) forms.push(form.replaceAll('%20', '+'));
  forms.push(Buffer.from(value, 'utf8').toString('latin1'));
  return new Set(forms);
}

/** Longest first, so that a form is not cut by a shorter one inside it. */
function longestFirst(forms: Iterable<string>): readonly string[] {
  return [...forms].sort((a, b) => b.length - a.length).map(escapePattern);
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
