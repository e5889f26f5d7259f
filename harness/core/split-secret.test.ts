import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor } from './redaction.ts';
import { replaceSplit } from './split-secret.ts';

const SECRET = 'whsec_outsider_9c1d7e30';
const replace = (text: string) => replaceSplit(text, SECRET, () => '*');

test('both parts of a secret that stands in two strings are replaced, wherever it is cut', () => {
  const cuts = fc.integer({ min: 1, max: SECRET.length - 1 });
  fc.assert(
    fc.property(cuts, fc.boolean(), (cut, isReversed) => {
      const parts = [SECRET.slice(0, cut), SECRET.slice(cut)];
      const [a, b] = isReversed ? parts.reverse() : parts;
      expect(replace(JSON.stringify({ a, other: 'c', b }))).toBe('{"a":"*","other":"c","b":"*"}');
    }),
  );
});

test('one part alone, and parts of a short secret, are left', () => {
  for (const text of [`{"a":"${SECRET.slice(0, 15)}"}`, `{"a":"${SECRET.slice(8)}"}`, '{"a":"whsec_"}', ''])
    expect(replace(text)).toBe(text);
  expect(replaceSplit('{"a":"0123456","b":"789"}', '0123456789', () => '*')).toBe('{"a":"0123456","b":"789"}');
});

test('a secret in two fields of a body is a leak, and neither part is written', () => {
  const redactor = new Redactor(Buffer.alloc(32, 7));
  redactor.addSecret({ name: 'SIGNING_SECRET', value: SECRET });
  const body = JSON.stringify({ first: SECRET.slice(0, 14), second: SECRET.slice(14) });
  expect(redactor.leaks(body)).toEqual(['SIGNING_SECRET']);
  expect(redactor.document(body)).toBe('{"first":"[redacted SIGNING_SECRET]","second":"[redacted SIGNING_SECRET]"}');
});
