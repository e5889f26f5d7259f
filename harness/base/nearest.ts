/** The word that a misspelled one probably stands for; `undefined` if none is close. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.ceil(word.length / 3)) + 1;
  for (const candidate of words) {
    const distance = candidate.startsWith(word) && candidate !== word ? 1 : edits(word, candidate);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** `; did you mean WORD?` with the closest word; empty if none is close. */
export function didYouMean(word: string, words: Iterable<string>): string {
  const near = nearest(word, words);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** The Levenshtein distance: how many letters must be inserted, deleted or replaced. */
export function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
