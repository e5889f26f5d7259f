/** A part that is shorter is in many texts. */
const SHORTEST_PART = 10;

/**
 * A text with something in place of both parts of a secret that stands in two strings of it: one string ends with the
 * first part, or is it, and another is the second part; or one begins with the second part, and another is the first.
 * One of the parts is at least half of the secret. In a time that is linear in the text.
 *
 * @param replacement of each part
 */
export function replaceSplit(text: string, secret: string, replacement: () => string): string {
  const half = Math.ceil(secret.length / 2);
  if (half < SHORTEST_PART) return text;
  for (const length of [longestStart(text, secret, half), secret.length - longestEnd(text, secret, half)]) {
    if (length === 0 || length === secret.length) continue;
    const [start, end] = [secret.slice(0, length), secret.slice(length)];
    const [larger, smaller] = start.length >= end.length ? [start, end] : [end, start];
    const rest = `"${smaller}"`;
    if (!text.includes(rest) || !text.includes(larger)) continue;
    return text.replaceAll(rest, () => `"${replacement()}"`).replaceAll(larger, replacement);
  }
  return text;
}

/** How many characters of the beginning of a secret a text holds; 0 where it holds less than half of them. */
function longestStart(text: string, secret: string, half: number): number {
  const at = text.indexOf(secret.slice(0, half));
  if (at < 0) return 0;
  let length = half;
  while (length < secret.length && text[at + length] === secret[length]) length++;
  return length;
}

/** How many characters of the end of a secret a text holds; 0 where it holds less than half of them. */
function longestEnd(text: string, secret: string, half: number): number {
  const at = text.indexOf(secret.slice(-half));
  if (at < 0) return 0;
  let length = half;
  while (length < secret.length && text[at + half - length - 1] === secret.at(-length - 1)) length++;
  return length;
}
