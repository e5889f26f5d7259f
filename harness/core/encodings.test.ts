import { expect, test } from 'vitest';
import { anyEncoding, escapePattern, nearly, patternOf } from './encodings.ts';

const found = (text: string, within: string) => new RegExp(patternOf(anyEncoding(text)), 'g').exec(within)?.[0];

test.each([
  ['verbatim', 'a/b "c"', 'a/b "c"'],
  ['as a JSON string', 'a/b "c"', 'a\\/b \\"c\\"'],
  ['as JSON in JSON', 'a/b "c"', 'a\\\\\\/b \\\\\\"c\\\\\\"'],
  ['with a control character escaped', 'ab\ncd\tef', 'ab\\ncd\\tef'],
  ['with every character escaped, in lower case', 'no/é', '\\u006e\\u006f\\u002f\\u00e9'],
  ['with every character escaped, in upper case', 'no/é', '\\u006E\\u006F\\u002F\\u00E9'],
  ['as a pair of surrogates', 'key😀', 'key\\ud83d\\ude00'],
  ['percent-encoded', 'a/b c', 'a%2Fb%20c'],
  ['percent-encoded in lower case', 'a/b c', 'a%2fb%20c'],
  ['percent-encoded twice', 'a/b c', 'a%252Fb%2520c'],
  ['percent-encoded byte by byte', 'né', '%6e%C3%a9'],
  ['form-encoded', 'a/b c', 'a%2Fb+c'],
  ['in a mixture', 'a/b/c/d', 'a\\/b%2Fc\\u002fd'],
  ['in UTF-8 that was read as Latin-1', 'clé!', 'clÃ©!'],
  ['in UTF-16', 'a.1', 'a\0.\u00001'],
  ['in lower hexadecimal', 'key/', '6b65792f'],
  ['in upper hexadecimal', 'key/', '6B65792F'],
  ['in hexadecimal with separators', 'key/', '6b:65:79:2f'],
  ['in hexadecimal as a list', 'key/', '6b, 0x65, 0x79, 0x2f'],
  ['in the other letter case', 'Key/é', 'kEY/É'],
  ['with a backslash, verbatim', 'a\\b', 'a\\b'],
  ['with a backslash, escaped', 'a\\b', 'a\\\\b'],
  ['with a backslash, escaped twice', 'a\\b', 'a\\\\\\\\b'],
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

test.each(['a/b', 'a.b', 'a+b', '[ab]', 'a|b', '(a)', 'a-b', '$a^', '{a}', 'a*?'])(
  'Takes %s literally, not as a pattern',
  text => {
    expect(found(text, `x${text}x`)).toBe(text);
    expect(new RegExp(`^${escapePattern(text)}$`).test(text)).toBe(true);
    expect(found('a.b', 'axb')).toBeUndefined();
  },
);

test('Parts of a short text are not searched for', () => {
  expect(nearly('1234567')).toEqual([]);
  for (const part of ['87654321', '2345678', '1234567'])
    expect(new RegExp(patternOf(nearly('12345678'))).exec(`0${part}9`)?.[0]).toBe(part);
});

test('Does not find a text that is absent', () => {
  expect(found('sk_test_1', 'sk_test_2 c2tfdGVzdF8y 736b5f746573745f32')).toBeUndefined();
});
