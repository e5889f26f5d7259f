import { createHmac } from 'node:crypto';

/** A value that may never be written, and the name that stands in for it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Shorter texts are not looked for: they would be found everywhere, and are no secrets. */
const SHORTEST = 4;

/** Members whose values are about a person (Verified account, Account record). */
const PERSONAL = /^(account_?name|account_?number|holder_?name|first_?name|last_?name|full_?name|iban)$/i;

/**
 * Takes out of every text what may not be written down: secrets, in any usual encoding, become `[redacted NAME]`;
 * names and account numbers of people become pseudonyms, the same for the same value, of the same kind (digits stay
 * digits), so that checks still see what equals what.
 */
export class Redactor {
  readonly #secrets = new Map<string, string>();
  readonly #personal = new Map<string, string>();
  readonly #key: Buffer;
  #secretPattern: RegExp | undefined;
  #personalPattern: RegExp | undefined;

  /** @param key random bytes; they decide the pseudonyms */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** From now on, `secret` is taken out of every text. */
  addSecret(secret: Secret): void {
    if (secret.value.length < SHORTEST) return;
    for (const form of formsOf(secret.value)) this.#secrets.set(form, secret.name);
    this.#secretPattern = alternatives(this.#secrets.keys(), '', '');
  }

  /** From now on, `value` (a name or an account number) is replaced in every text. */
  addPersonal(value: string): void {
    if (value.length < SHORTEST || this.#personal.has(value)) return;
    const pseudonym = this.#pseudonym(value);
    for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])) {
      this.#personal.set(form, pseudonym);
    }
    this.#personalPattern = alternatives(this.#personal.keys(), '(?<![A-Za-z0-9])', '(?![A-Za-z0-9])');
  }

  /** Learns the personal values that a JSON text holds, whole or broken. */
  learnFrom(text: string): void {
    for (const [, name = '', string, number] of text.matchAll(
      /"((?:[^"\\]|\\.){1,40})"\s*:\s*(?:"((?:[^"\\]|\\.){0,200})"|(\d{4,30}))/g,
    )) {
      if (!PERSONAL.test(name)) continue;
      if (number !== undefined) this.addPersonal(number);
      else if (string !== undefined) this.addPersonal(unescapeJson(string));
    }
  }

  /** The names of the secrets that a text holds. */
  leaks(text: string): readonly string[] {
    if (this.#secretPattern === undefined) return [];
    return [...new Set([...text.matchAll(this.#secretPattern)].map(([form]) => this.#secrets.get(form) ?? 'secret'))];
  }

  /** The text without secrets and with pseudonyms. */
  text(text: string): string {
    let clean = text;
    if (this.#secretPattern)
      clean = clean.replace(this.#secretPattern, form => `[redacted ${this.#secrets.get(form)}]`);
    if (this.#personalPattern) clean = clean.replace(this.#personalPattern, form => this.#personal.get(form) ?? form);
    return clean;
  }

  /** A copy of any plain value with every string in it cleaned, names of members too. */
  value<T>(value: T): T {
    return this.#clean(value) as T;
  }

  #clean(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map(item => this.#clean(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.#clean(item)]));
  }

  #pseudonym(value: string): string {
    const digest = createHmac('sha256', this.#key).update(value).digest();
    if (!/^\d+$/.test(value)) return `Person ${digest.toString('hex', 0, 4)}`;
    const digits = Array.from(value, (_, index) => String(digest.readUInt8(index % 32) % 10)).join('');
    return (value.startsWith('0') ? '0' : String((digest.readUInt8(31) % 9) + 1)) + digits.slice(1);
  }
}

/** The forms in which a secret may stand in a text: as it is, escaped, percent-encoded, hex, base64 at any offset. */
function formsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  const percent = hex.replace(/../g, '%$&');
  const unicode = Array.from(secret, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    percent,
    percent.toUpperCase(),
    unicode,
    unicode.toUpperCase().replaceAll('\\U', '\\u'),
  ];
  for (let offset = 0; offset < 3; offset++) {
    const inner = innerBase64(bytes, offset);
    forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return new Set(forms.filter(form => form.length >= SHORTEST));
}

/** The part of a base64 text that `bytes` alone determine when they begin `offset` bytes into a group of three. */
function innerBase64(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const skip = [0, 2, 3][offset] ?? 0;
  const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
  return encoded.slice(skip, encoded.length - tail);
}

/** Longest first, so that a form is not cut by a shorter one inside it. */
function alternatives(forms: Iterable<string>, before: string, after: string): RegExp {
  const sorted = [...forms].sort((a, b) => b.length - a.length).map(form => escapePattern(form));
  return new RegExp(`${before}(?:${sorted.join('|')})${after}`, 'g');
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
