/** The known name that takes the fewest edits to reach from another. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  return known.toSorted((left, right) => edits(name, left) - edits(name, right))[0];
}

/** How many letters must be put in, taken out or changed: Levenshtein's distance, one row at a time. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const changed = (row[column] ?? 0) + (to[column] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? from.length;
}
