import { anyEncoding, nearly, patternOf, pieceOf } from './encodings.ts';

/**
 * Whether a text is a number or a few plain words: `updated`, `HTTP`, `order_created`, `true`, `204`. Bodies hold such
 * words, also as names of members, and what looks like them is hardly a secret.
 */
export function isPlainWord(text: string): boolean {
  if (/^(?:[srp]k|whsec)_/.test(text)) return false;
  const words = text.replace(/[.!:]$/, '').split(/[ ._-]/);
  return words.length <= MOST_WORDS && words.every(word => /^(?:\d{1,7}|[A-Z]?[a-z]{1,13}|[A-Z]{1,14})$/.test(word));
}

/** A longer text is a sentence, or a secret that is made of words. */
const MOST_WORDS = 3;

/** The patterns of one secret: of all its forms, and of a piece of each form. */
export interface Sought {
  readonly forms: string;
  readonly pieces: string;
}

/** What to look for, so that a secret is found in any of the forms that `anyEncoding` and `nearly` list. */
export function soughtOf(secret: string): Sought {
  const forms = [...anyEncoding(secret), ...nearly(secret)];
  return { forms: patternOf(forms), pieces: patternOf(forms.map(pieceOf)) };
}

/**
 * Finds any of several secrets. The pattern of all their forms takes tens of milliseconds to compile, and hardly any
 * text holds a secret. So a text is searched for pieces of the forms first, and then only for the secrets whose pieces
 * it holds.
 */
export class SecretPattern {
  readonly #secrets: readonly Sought[];
  readonly #anyPiece: RegExp;
  readonly #pieces: readonly RegExp[];
  /** By the numbers of the secrets that they find. */
  readonly #patterns = new Map<string, RegExp>();

  /** @param secrets where several are found at one place, the first counts */
  constructor(secrets: readonly Sought[]) {
    this.#secrets = secrets;
    this.#pieces = secrets.map(({ pieces }) => new RegExp(pieces));
    this.#anyPiece = secrets.length === 0 ? NOTHING : new RegExp(secrets.map(({ pieces }) => pieces).join('|'));
  }

  /** A text with something in place of each form of a secret. @param replacement for the nth secret, from 0 */
  replace(text: string, replacement: (nth: number) => string): string {
    if (!this.#anyPiece.test(text)) return text;
    const held = [...this.#pieces.keys()].filter(nth => this.#pieces[nth]?.test(text));
    return text.replace(this.#patternOf(held), (_, ...groups) => {
      const group = groups.findIndex(form => form !== undefined);
      return replacement(held[group] ?? 0);
    });
  }

  /** The pattern of some secrets. Each is a group, in their order. */
  #patternOf(held: readonly number[]): RegExp {
    const key = held.join();
    const known = this.#patterns.get(key);
    if (known) return known;
    const pattern = new RegExp(held.map(nth => `(${this.#secrets[nth]?.forms})`).join('|'), 'g');
    this.#patterns.set(key, pattern);
    return pattern;
  }
}

/** Matches nothing. */
const NOTHING = /(?!)/;
