import { expect, test } from 'vitest';
import { identifierForm } from '../../facts/forms.ts';
import { DIALECT_KEYS, isValueOf } from '../../sandbox/dialect/resolve-dialect.ts';
import { writeId } from '../../sandbox/formats/new-id.ts';
import { seededRandom } from '../../world/real-world.ts';
import { simulatedWorld } from '../../world/simulated/simulated-world.ts';

const world = { ...simulatedWorld(1), ...seededRandom('ids') };
const ids = (words: string, count: number) => Array.from({ length: count }, () => writeId(world, words));

test.each([
  'UUID, version 4',
  'UUID, version 7',
  'ULID',
  'digits',
  '18 digits',
  'text',
  '16 uppercase letters and digits',
  'col_ and 20 lowercase hex digits',
  'evt_ and digits',
  'va- and text',
  'txn_ and 12 digits and - and 8 uppercase letters and digits',
])('Generated ids have the form that their words describe: %s', words => {
  expect(isValueOf(DIALECT_KEYS.identifiers.event, words)).toBe(true);
  const own = ids(words, 50);
  expect(new Set(own).size).toBe(50);
  expect(identifierForm(own)).toBe(words);
});

test.each(['cus_ and digits', 'ref- and text', 'text'])(
  'Ids of a form in words have that form again %s, of one alone',
  words => {
    expect(identifierForm(ids(words, 1))).toBe(words);
  },
);

test('Words that describe no form of ids are refused', () => {
  for (const words of ['UUID', 'a number', 'anything'])
    expect(isValueOf(DIALECT_KEYS.identifiers.event, words), words).toBe(false);
});
