/** Ways to make a value that is almost right. A partial or pattern lookup would find the right one. */
const ALMOST: readonly (readonly [words: string, of: (right: string) => string])[] = [
  ['without its last character', right => right.slice(0, -1)],
  ['with another character after it', right => `${right}0`],
  ['with a % for its last character', right => `${right.slice(0, -1)}%`],
  ['with a _ for its last character', right => `${right.slice(0, -1)}_`],
  ['with a * for its last character', right => `${right.slice(0, -1)}*`],
];

/** Other spellings of an id. It is unspecified whether they denote the same id. */
const OTHERWISE: readonly (readonly [words: string, of: (right: string) => string])[] = [
  ['in another letter case', right => (right === right.toUpperCase() ? right.toLowerCase() : right.toUpperCase())],
  ['with blanks around it', right => ` ${right} `],
  ['with a blank after it', right => `${right} `],
  ['with .json after it', right => `${right}.json`],
];

/** The other spellings of an id, with their descriptions. */
export function otherwiseWritten(id: string): readonly (readonly [words: string, value: string])[] {
  return OTHERWISE.map(([words, of]) => [words, of(id)] as const).filter(([, value]) => value !== id);
}

/**
 * Values that are almost right, with their descriptions. None is empty: an empty id changes the route, and an empty
 * field is another case.
 */
export function almostRight(right: string): readonly (readonly [words: string, value: string])[] {
  return ALMOST.map(([words, of]) => [words, of(right)] as const).filter(([, value]) => value !== '');
}
