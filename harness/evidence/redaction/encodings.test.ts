import { expect, test } from 'vitest';
import { anyEncoding, replaceEncoded } from './encodings.ts';

/** What is found of a text: what its replacement replaced. */
function found(text: string, within: string): string | undefined {
  const [before = '', after] = replaceEncoded(within, new RegExp(anyEncoding(text), 'g'), () => '\0').split('\0');
  return after === undefined ? undefined : within.slice(before.length, within.length - after.length);
}

// That each encoding is found, redaction.test.ts asks: here is asked that nothing around it is taken for a part of it.
test.each([
  ['in the other letter case', 'Key/é', 'kEY/É'],
  ['as a JSON string', 'a/b "c\\d"', 'a\\/b \\"c\\\\d\\"'],
  ['percent-encoded byte by byte', 'né', '%6e%C3%a9'],
  ['with HTML entities', 'a<b&', '&#97;&lt;&#x62;&amp;'],
  ['in UTF-8 that was read as Latin-1', 'clé!', 'clÃ©!'],
])('Finds a text %s', (_, text, within) => {
  expect(found(text, `before${within}after`)).toBe(within);
});

test.each([0, 1, 2])('Finds base64 of a text that begins %i bytes into a group', offset => {
  const text = 'sk_test_??>>~~';
  const whole = Buffer.from(`${'x'.repeat(offset)}${text}and more`).toString('base64');
  const match = found(text, whole) ?? '';
  // At most two characters on either side are left, whose bits it shares with its neighbours.
  expect(match.length).toBeGreaterThanOrEqual(Math.floor((text.length * 4) / 3) - 1);
  expect(whole).toContain(match);
  const url = whole.replaceAll('+', '-').replaceAll('/', '_');
  expect(found(text, url)).toBe(match.replaceAll('+', '-').replaceAll('/', '_'));
  expect(found(text, encodeURIComponent(whole))).toBe(encodeURIComponent(match));
  expect(found(text, whole.replaceAll('/', '\\/'))).toBe(match.replaceAll('/', '\\/'));
});

test('Does not find a text that is absent', () => {
  expect(found('sk_test_1', 'sk_test_2 c2tfdGVzdF8y 736b5f746573745f32')).toBeUndefined();
  expect(found('a.b', 'axb')).toBeUndefined();
});
