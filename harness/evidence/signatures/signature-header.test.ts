import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSignatureHeader, signatureOf } from './signature-header.ts';

const nothing = { t: [], v1: [], others: [] };

test.each([
  ['t=1,v1=a', { t: ['1'], v1: ['a'] }],
  ['v1=a,t=1', { t: ['1'], v1: ['a'] }],
  ['t=1,v1=a,v1=b', { t: ['1'], v1: ['a', 'b'] }],
  ['t=1,t=2,t=1', { t: ['1', '2', '1'] }],
  ['t=1,v0=x,v1=a,v2=y==,kid=k', { t: ['1'], v1: ['a'], others: ['v0', 'v2', 'kid'] }],
  ['v1=a=b', { v1: ['a=b'] }],
  ['v1==', { v1: ['='] }],
  ['t=,v1=', { t: [''], v1: [''] }],
  [' t=1 ,\tv1=a\t', { t: ['1'], v1: ['a'] }],
  ['t= 1,v1 =a', { t: [' 1'], others: ['v1 '] }],
  ['T=1,V1=a', { others: ['T', 'V1'] }],
  ['\u00a0t=1,\ufefft=2,\nt=3', { others: ['\u00a0t', '\ufefft', '\nt'] }],
  ['__proto__=1,constructor=2,toString=3,t=4', { t: ['4'], others: ['__proto__', 'constructor', 'toString'] }],
  ['', {}],
  [',', {}],
  ['t=1,,v1=a,', { t: ['1'], v1: ['a'] }],
  ['=1', {}],
  ['t', {}],
  [' \t ', {}],
  ['t:1;v1:a', {}],
  ['t=1;v1=a', { t: ['1;v1=a'] }],
])('Parses %j', (header, parts) => {
  expect(parseSignatureHeader(header)).toEqual({ ...nothing, ...parts });
});

test('Several lines are one list', () => {
  expect(parseSignatureHeader(['t=1,v1=a', 'v1=b', ''])).toEqual({
    ...nothing,
    t: ['1'],
    v1: ['a', 'b'],
  });
  expect(parseSignatureHeader([])).toEqual(nothing);
});

test('Lines are read as if they were joined', () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom('t', 'v', '1', '=', ',', ' ', '\t', 'x') }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(lines, parts => {
      expect(parseSignatureHeader(parts)).toEqual(parseSignatureHeader(parts.join(', ')));
    }),
  );
});

test('The digest is HMAC-SHA256 over the bytes of t, a dot and the body', () => {
  const body = Buffer.alloc(300, 0xff);
  const signed = Buffer.concat([Buffer.from('\u00e9.', 'latin1'), body]);
  expect(signatureOf('\u00e9', body, 'whsec')).toBe(createHmac('sha256', 'whsec').update(signed).digest('hex'));
});
