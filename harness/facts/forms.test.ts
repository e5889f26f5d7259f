import { expect, test } from 'vitest';
import { cannotBeChance, paceOf } from './compare-values.ts';
import { identifierForm, timestampForm, timestampForms } from './forms.ts';

test.each([
  ['2026-11-03T02:00:00Z', 'RFC 3339, UTC as Z, whole seconds'],
  ['2026-11-03T02:00:00.123Z', 'RFC 3339, UTC as Z, milliseconds'],
  ['2026-11-03T02:00:00.123456+01:00', 'RFC 3339, with an offset, microseconds'],
  ['2026-11-03 02:00:00Z', 'RFC 3339 with a blank, UTC as Z, whole seconds'],
  ['2026-11-03T02:00:00', 'ISO 8601 without an offset, whole seconds'],
  ['Tue, 03 Nov 2026 02:00:00 GMT', 'HTTP date'],
  ['1763640000', 'seconds since 1970, digits in a string'],
  [1_763_640_000_000, 'milliseconds since 1970, a number'],
  [1_763_640_000_000_000_000n, 'nanoseconds since 1970, a number'],
  ['tomorrow', undefined],
  [42, undefined],
  [null, undefined],
  [{ at: 1 }, undefined],
])('The timestamp %s has the form %s', (value, form) => expect(timestampForm(value)).toBe(form));

test('The form of timestamps is one form if only trimmed zeros change the length of the fraction', () => {
  const [three, six] = ['2026-11-03T02:00:00.123Z', '2026-11-03T02:00:00.123456Z'].map(
    text => timestampForm(text) ?? '',
  ) as [string, string];
  expect(timestampForms([three, three, six, six])(three)).toBe('RFC 3339, UTC as Z, a fraction of varying length');
  const rare = timestampForms([three, ...Array<string>(99).fill(six)]);
  expect([rare(three), rare(six)]).toEqual([six, six]);
});

// proof/twin/identifiers.test.ts has the forms that the sandbox writes, of many ids and of one alone.
const many = (make: (n: number) => string) => identifierForm(Array.from({ length: 30 }, (_, n) => make(n + 1)));

test.each<[string, (n: number) => string, string]>([
  ['blanks and other letters', n => `N°${n}/26 é+`, '"N°" and digits and / and digits and " é+"'],
  ['a separator at the end', n => `co_${n}_`, 'co_ and digits and _'],
])('The form of identifiers names literal parts as they are, and no empty part: %s', (_, make, form) => {
  expect(many(make)).toBe(form);
});

test('The form of identifiers omits the length of counters and classes that fit by chance', () => {
  expect(many(n => String(1000 + n))).toBe('digits');
  expect(identifierForm(['a1', 'b2', 'c3', 'd4'])).toBe('2 letters and digits');
});

test('The form of identifiers of few ids names only their prefix', () => {
  expect(identifierForm(['onr_one_with', 'onr_other'])).toBe('onr_ and text');
  expect(identifierForm(['cust-ünï-44'])).toBe('cust- and text');
});

test('A pace is the shortest that fits', () => {
  expect([10, 1_000, 1_001, 60_001, 4_000_000].map(paceOf)).toEqual([
    'within a second',
    'within a second',
    'within ten seconds',
    'within ten minutes',
    'beyond an hour',
  ]);
});

test('Only rare values can be missing by chance', () => {
  expect(cannotBeChance(20, 20, 1)).toBe(true);
  expect(cannotBeChance(10, 20, 3)).toBe(false);
  expect(cannotBeChance(10, 20, 5)).toBe(true);
  expect(cannotBeChance(1, 50, 50)).toBe(false);
  expect(cannotBeChance(1, 1, 0)).toBe(false);
});
