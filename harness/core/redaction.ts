import { replaceCompressed } from './compressed.ts';
import { escapeNonAscii, escapePattern } from './encodings.ts';
import { NameFinder } from './name-finder.ts';
import { isDistinct, Pseudonyms } from './pseudonyms.ts';
import { type Replace, replaceInQuery, replaceValues } from './replace-values.ts';
import type { Schema } from './schema.ts';
import { SecretPattern, type Sought, soughtOf } from './secret-pattern.ts';
import { replaceSplit } from './split-secret.ts';

/** A value that must never be written, and the name that is written in its place. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Shorter values are ignored: they would be found everywhere. */
const SHORTEST = 4;

/**
 * Characters that no form of a secret holds which does not hold them itself. Most of a text stands in short runs
 * between them, in which the long pattern of all forms need not be searched.
 */
const OUTSIDE = Array.from('"{}[]()<>=|^~*$!?\'`@');

/** Matches nothing. */
const NOTHING = /(?!)/g;

/**
 * Removes from texts what must not be written: secrets, in the encodings that {@link anyEncoding} and {@link nearly}
 * list, become `[redacted NAME]`; names and account numbers of people become pseudonyms. A value always has the same
 * pseudonym, of the same kind (digits stay digits), so that checks still see which values are equal.
 *
 * In evidence, pseudonyms replace the values of members that are about a person, and whole strings elsewhere that equal
 * one of them and can only be a person's ({@link isDistinct}). They replace no name of a member, no type, id or amount,
 * and no part of a longer value, so that no judgement depends on what people are called.
 */
export class Redactor {
  /** The longest first, so that a secret is not found as another that is a part of it. */
  #secrets: readonly (Secret & Sought)[] = [];
  #secretPattern = new SecretPattern([]);
  /** In units; no form of a secret is shorter. */
  #shortestForm = Number.POSITIVE_INFINITY;
  /** Runs of characters that may hold a form of a secret. */
  #candidates = NOTHING;
  readonly #pseudonyms: Pseudonyms;
  /** Values that are replaced elsewhere too. */
  readonly #distinct = new Map<string, string>();
  readonly #finder = new NameFinder();
  #replacedElsewhere = 0;

  /** @param key random bytes that decide the pseudonyms */
  constructor(key: Buffer) {
    this.#pseudonyms = new Pseudonyms(key);
  }

  /** Removes `secret` from every text from now on. */
  addSecret(secret: Secret): void {
    if (secret.value.length < SHORTEST || this.#secrets.some(({ value }) => value === secret.value)) return;
    const all = [...this.#secrets, { ...secret, ...soughtOf(secret.value) }];
    this.#secrets = all.sort((a, b) => b.value.length - a.value.length);
    this.#secretPattern = new SecretPattern(this.#secrets);
    // No form is shorter than its secret without a character, which may take two units.
    this.#shortestForm = Math.min(...this.#secrets.map(({ value }) => value.length)) - 2;
    const outside = OUTSIDE.filter(character => !this.#secrets.some(({ value }) => value.includes(character)));
    const run = outside.length === 0 ? '[^]' : `[^${outside.map(escapePattern).join('')}]`;
    this.#candidates = new RegExp(`(?<!${run})${run}{${this.#shortestForm},}`, 'g');
  }

  /** How many values are replaced wherever they are whole values. */
  get known(): number {
    return this.#distinct.size;
  }

  /** Learns the personal values of a JSON text or a form, complete or broken. */
  learnFrom(text: string): void {
    const learn: Replace = (value, standing) => void (standing === 'personal' && this.#learn(value));
    replaceValues(text, learn);
    replaceInQuery(text, learn);
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

  /** A text that is not evidence, such as a message: names are replaced inside sentences as well. */
  text(text: string): string {
    // A value of a message ends with its line at the latest: messages quote JSON that is cut.
    const inPlaces = replaceValues(this.withoutSecrets(text), this.#replace, { endsWithLine: true });
    return this.#finder.replace(replaceInQuery(inPlaces, this.#replace));
  }

  /** A text without secrets. It must have come from the record, where names are pseudonyms already. */
  withoutSecrets(text: string): string {
    return this.#replaceSecrets(text, name => `[redacted ${name}]`);
  }

  /** The text of a body. One that is not JSON is cleaned as {@link text} is. */
  document(text: string): string {
    return /^\s*["{[]/.test(text) ? this.#inPlaces(this.withoutSecrets(text)) : this.text(text);
  }

  /**
   * A copy of a plain value with every string in it cleaned. From names of members and words of the harness only
   * secrets are removed. Documents have been cleaned already ({@link document}).
   */
  value<T>(value: T, schema?: Schema<unknown>): T {
    return clean(value, schema, (text, role) => {
      if (role === 'document') return text;
      const open = this.withoutSecrets(text);
      return role === undefined ? replaceInQuery(this.#whole(open), this.#replace) : open;
    });
  }

  /**
   * A copy of a value that {@link value} has cleaned, without the names that were learned since; undefined where there
   * is none in it.
   */
  again<T>(value: T, schema?: Schema<unknown>): T | undefined {
    const before = this.#replacedElsewhere;
    const elsewhere: Replace = (text, standing) => (standing === 'elsewhere' ? this.#elsewhere(text) : undefined);
    const copy = clean(value, schema, (text, role) => {
      if (role === 'document') return /^\s*["{[]/.test(text) ? replaceValues(text, elsewhere) : text;
      return role === undefined ? this.#whole(text) : text;
    });
    return this.#replacedElsewhere > before ? copy : undefined;
  }

  #learn(value: string): string | undefined {
    if (value.includes('[redacted ')) return undefined;
    const pseudonym = this.#pseudonyms.of(value);
    if (pseudonym === undefined || !isDistinct(value) || this.#distinct.has(value)) return pseudonym;
    this.#distinct.set(value, pseudonym);
    for (const form of formsOf(value)) this.#finder.add(form, pseudonym);
    return pseudonym;
  }

  readonly #replace: Replace = (value, standing) => {
    if (standing === 'personal') return this.#learn(value);
    return standing === 'elsewhere' ? this.#elsewhere(value) : undefined;
  };

  #elsewhere(value: string): string | undefined {
    const pseudonym = this.#distinct.get(value);
    if (pseudonym !== undefined) this.#replacedElsewhere++;
    return pseudonym;
  }

  #whole(text: string): string {
    return this.#elsewhere(text) ?? text;
  }

  #inPlaces(text: string): string {
    return replaceInQuery(replaceValues(text, this.#replace), this.#replace);
  }

  #replaceSecrets(text: string, replacement: (name: string) => string): string {
    if (text.length < this.#shortestForm) return text;
    const found = (plain: string) => {
      let name: string | undefined;
      this.#replaceForms(plain, first => {
        name ??= first;
        return '';
      });
      return name === undefined ? undefined : replacement(name);
    };
    const whole = this.#replaceForms(replaceCompressed(text, found), replacement);
    return this.#secrets.reduce((left, { name, value }) => replaceSplit(left, value, () => replacement(name)), whole);
  }

  #replaceForms(text: string, replacement: (name: string) => string): string {
    return text.replace(this.#candidates, candidate =>
      this.#secretPattern.replace(candidate, nth => replacement(this.#secrets[nth]?.name ?? 'secret')),
    );
  }
}

/** A copy of a plain value in which every string is changed; a name of a member as a word is. */
function clean<T>(value: T, schema: Schema<unknown> | undefined, change: Change): T {
  return cleanAny(value, schema ?? {}, change) as T;
}

type Change = (text: string, role: Schema<unknown>['role']) => string;

function cleanAny(value: unknown, schema: Partial<Schema<unknown>>, change: Change): unknown {
  const { json, role, items, members } = schema;
  if (typeof value === 'string') {
    // One of a few words of the harness says nothing about a secret that happens to be the same word.
    const isChoice = Array.isArray(json?.enum) && json.enum.includes(value);
    return isChoice ? value : change(value, role);
  }
  if (Array.isArray(value)) return value.map(item => cleanAny(item, items ?? {}, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    members ? key : change(key, 'word'),
    cleanAny(item, members?.[key] ?? {}, change),
  ]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  // A body whose text is changed says so.
  const altered = members?.altered && 'text' in value && value.text !== copy.text;
  return altered ? { ...copy, altered: true } : copy;
}

/** How a name may be written in a text: as in JSON, a URL or a form, and in UTF-8 that was read as Latin-1. */
function formsOf(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = escapeNonAscii(json);
  const percent = encodeURIComponent(value.toWellFormed());
  const inUrls = [percent, percent.replace(/%../g, byte => byte.toLowerCase())];
  return new Set([
    ...[value, json, ascii, ascii.replace(/(?<=\\u)..../g, hex => hex.toUpperCase())],
    ...inUrls.flatMap(form => [form, form.replaceAll('%20', '+')]),
    Buffer.from(value, 'utf8').toString('latin1'),
  ]);
}
