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
