import { expect, it } from 'vitest';
import { type JsonStyle, writeJson } from './json.ts';

const PLAIN: JsonStyle = { spacing: 'compact', escapes: 'minimal', keyOrder: 'given', trailingNewline: false };
const VALUE = { b: 'é/<☕>&"\n', a: [1, null, { d: true, c: [] }], none: undefined };

it('writeJson writes the plain style like JSON.stringify', () => {
  expect(writeJson(VALUE, PLAIN)).toBe(JSON.stringify(VALUE));
});

it.each<[Partial<JsonStyle>, string]>([
  [{ spacing: 'spaced', escapes: 'minimal' }, '{"b": "é/<☕>&\\"\\n", "a": [1, null, {"d": true, "c": []}]}'],
  [{ escapes: 'ascii' }, '{"b":"\\u00e9/<\\u2615>&\\"\\n","a":[1,null,{"d":true,"c":[]}]}'],
  [{ escapes: 'slashes' }, '{"b":"é\\/<☕>&\\"\\n","a":[1,null,{"d":true,"c":[]}]}'],
  [{ escapes: 'html' }, '{"b":"é/\\u003c☕\\u003e\\u0026\\"\\n","a":[1,null,{"d":true,"c":[]}]}'],
  [{ keyOrder: 'sorted', trailingNewline: true }, '{"a":[1,null,{"c":[],"d":true}],"b":"é/<☕>&\\"\\n"}\n'],
  [{ keyOrder: 'reversed' }, '{"a":[1,null,{"c":[],"d":true}],"b":"é/<☕>&\\"\\n"}'],
])('writeJson writes in the style %j', (style, text) => {
  expect(writeJson(VALUE, { ...PLAIN, ...style })).toBe(text);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(VALUE)));
});

it('writeJson indents like JSON.stringify', () => {
  expect(writeJson(VALUE, { ...PLAIN, spacing: 'indented' })).toBe(JSON.stringify(VALUE, null, 2));
});
