/** Ways to make a value that is almost a right one: a lookup by a part or a pattern finds the right one for it. */
const ALMOST: readonly (readonly [words: string, of: (right: string) => string])[] = [
  ['without its last character', right => right.slice(0, -1)],
  ['with another character after it', right => `${right}0`],
  ['with a % for its last character', right => `${right.slice(0, -1)}%`],
  ['with a _ for its last character', right => `${right.slice(0, -1)}_`],
  ['with a * for its last character', right => `${right.slice(0, -1)}*`],
];

/** Ways to write an id otherwise. Whether it is still the same is not specified. */
const OTHERWISE: readonly (readonly [words: string, of: (right: string) => string])[] = [
  ['in another letter case', right => (right === right.toUpperCase() ? right.toLowerCase() : right.toUpperCase())],
  ['with blanks around it', right => ` ${right} `],
  ['with a blank after it', right => `${right} `],
  ['with .json after it', right => `${right}.json`],
];

/** An id, written otherwise in each way, with how. */
export function otherwiseWritten(id: string): readonly (readonly [words: string, value: string])[] {
  return OTHERWISE.map(([words, of]) => [words, of(id)] as const).filter(([, value]) => value !== id);
}

/**
 * Values that are almost a right one, each with how it was made. None is empty: the path of an empty id is that of
 * another route, and an empty field is another case.
 */
export function almostRight(right: string): readonly (readonly [words: string, value: string])[] {
  return ALMOST.map(([words, of]) => [words, of(right)] as const).filter(([, value]) => value !== '');
}
