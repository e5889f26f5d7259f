import { expect, test } from 'vitest';
import { leakIn, rightDigest } from './leak.ts';

const SECRET = 'whsec_tests';
const body = Buffer.from('{"id":"evt_1"}');
const digest = rightDigest('t=1,v1=00', body, SECRET) ?? '';
const base64 = Buffer.from(digest, 'hex').toString('base64');

test.each([
  ['no answer', '', 't=1,v1=00', [SECRET], undefined],
  ['the right digest', `expected ${digest}`, 't=1,v1=00', [SECRET], 'the right digest'],
  ['the right digest in upper case', digest.toUpperCase(), 'v1=00,t=1', [SECRET], 'the right digest'],
  ['the right digest in base64', base64, 't=1,v1=00', [SECRET], 'the right digest'],
  ['the digest under a second secret', digest, 't=1,v1=00', ['whsec_other', SECRET], 'the right digest'],
  ['the digest that was sent', digest, `t=1,v1=${digest}00`, [SECRET], undefined],
  ['the digest under another t', digest, 't=2,v1=00', [SECRET], undefined],
  ['the digest of a webhook without t', digest, 'v1=00', [SECRET], undefined],
  ['the secret', `"${SECRET}" does not fit`, undefined, [SECRET], 'the signing secret'],
  ['the secret in hex', Buffer.from(SECRET).toString('hex'), undefined, [SECRET], 'the signing secret'],
  ['a word that is the secret', 'bad signature', undefined, ['signature'], undefined],
  ['a short text that is the secret', 'order_1', undefined, ['order_1'], undefined],
] as const)('Whether the answer leaks a secret or a digest: %s', (_, answer, signature, secrets, leak) => {
  const headers = signature === undefined ? [] : ([['Service-Signature', signature]] as const);
  const request = { method: 'POST', url: '', headers, body };
  const response = { status: 401, headers: [], body: Buffer.from(answer) };
  expect(leakIn({ request, response }, 'Service-Signature', secrets)).toBe(leak);
});
