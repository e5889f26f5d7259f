/** Ways to make a value that is almost a right one: a lookup by a part or a pattern finds the right one for it. */
const ALMOST: readonly (readonly [words: string, of: (right: string) => string])[] = [
  ['without its last character', right => right.slice(0, -1)],
  ['with another character after it', right => `${right}0`],
  ['with a % for its last character', right => `${right.slice(0, -1)}%`],
  ['with a _ for its last character', right => `${right.slice(0, -1)}_`],
  ['with a * for its last character', right => `${right.slice(0, -1)}*`],
];

/**
 * Values that are almost a right one, each with how it was made. None is empty: the path of an empty id is that of
 * another route, and an empty field is another case.
 */
export function almostRight(right: string): readonly (readonly [words: string, value: string])[] {
  return ALMOST.map(([words, of]) => [words, of(right)] as const).filter(([, value]) => value !== '');
}
