import fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

const OPTIONS = ['help', 'json', 'target', 'suite', 'dialect', 'fault', 'seed', 'deadline', 'out'];

test.each([
  ['targte', 'target'],
  ['suites', 'suite'],
  ['dialects', 'dialect'],
  ['sede', 'seed'],
  ['sed', 'seed'],
  ['dead', 'deadline'],
  ['h', 'help'],
  ['jsn', 'json'],
  ['ot', 'out'],
  ['target', 'target'],
])('%s was meant to be %s', (word, meant) => {
  expect(nearest(word, OPTIONS)).toBe(meant);
});

test.each(['No word is near %s', 'x-y-z', 'constructor'])('%s is near to nothing', word => {
  expect(nearest(word, OPTIONS)).toBeUndefined();
});

test('two edits are near for a short word, three are not', () => {
  expect(nearest('abcd', ['abxy'])).toBe('abxy');
  expect(nearest('abcd', ['axyz'])).toBeUndefined();
});

test('A third of a long word may be wrong, and no more', () => {
  expect(nearest('abcdefghi', ['abcdefxyz'])).toBe('abcdefxyz');
  expect(nearest('abcdefghi', ['abcdewxyz'])).toBeUndefined();
  expect(nearest('abcdefghij', ['abcdefwxyz'])).toBe('abcdefwxyz');
});

test('The nearest is taken, and of several as near the first', () => {
  expect(nearest('seed', ['send', 'seeds', 'seed'])).toBe('seed');
  expect(nearest('seel', ['seed', 'seek', 'sail'])).toBe('seed');
  expect(nearest('anything', [])).toBeUndefined();
});

test('one edit is never too far, whatever the word', () => {
  const words = fc.stringMatching(/^[a-z-]{3,12}$/);
  fc.assert(
    fc.property(words, fc.nat(), fc.constantFrom('drop', 'double', 'change'), (word, at, edit) => {
      const index = at % word.length;
      const middle = { drop: '', double: (word[index] ?? '').repeat(2), change: '_' }[edit];
      expect(nearest(word.slice(0, index) + middle + word.slice(index + 1), [word])).toBe(word);
    }),
  );
});

test('The hint names the closest word, and is empty if none is close', () => {
  expect(didYouMean('suites', OPTIONS)).toBe('; did you mean suite?');
  expect(didYouMean('verbose', OPTIONS)).toBe('');
});
