import { expect, test } from 'vitest';
import { formatTimestamp, type TimestampUnit } from '../base/timestamp.ts';
import { signatureOf } from '../evidence/signatures/signature-header.ts';
import { accepted, BODY, DIGEST, NOW, refused, SECRET, T, verdict } from '../testing/signed-message.ts';
import { type SignedMessage, signatureHeader } from './signature.ts';

// The cases of the SDK gate test what the verifier accepts and why it refuses
// (harness/gates/sdk/signature-cases.test.ts). These tests cover the rest.

test('A digest that OpenSSL computed verifies', () => {
  // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_of_the_test
  expect(DIGEST).toBe('354ad323beb354315072cd0a1fa851657d9cfcac11e358823d7e991a7891d715');
  expect(signatureHeader(T, BODY, [SECRET])).toBe(`t=1700000000,v1=${DIGEST}`);
  expect(verdict()).toEqual(accepted);
});

test.each([
  ['a megabyte', Buffer.alloc(1024 * 1024, 'x')],
  ['part of a longer buffer', Buffer.from('before{}after').subarray(6, 8)],
])('The body is its bytes, in any form: %s', (_, body) => {
  const header = signatureHeader(T, body, [SECRET]);
  for (const form of [body, new Uint8Array(body)]) expect(verdict({ header, body: form })).toEqual(accepted);
  expect(verdict({ header, body: body.subarray(1) })).toEqual(refused('signature-mismatch'));
});

test('An empty secret is ignored, but keeps its position', () => {
  expect(verdict({ header: signatureHeader(T, BODY, ['']), secrets: ['', ''] })).toEqual(refused('no-secret'));
  expect(verdict({ secrets: ['', SECRET] })).toEqual({ accepted: true, secret: 1 });
});

test.each([
  ['a v1 whose last character is right but for its high byte', `t=${T},v1=${highByte(DIGEST)}`, 'signature-mismatch'],
  ['a t of 24 digits', signatureHeader('9'.repeat(24), BODY, [SECRET]), 'timestamp-too-new'],
  ['a t of 25 digits', signatureHeader('9'.repeat(25), BODY, [SECRET]), 'malformed-timestamp'],
])('A delivery with %s is refused', (_, header, reason) => {
  expect(verdict({ header })).toEqual(refused(reason));
});

test('A refusal has the first reason in the order of the steps', () => {
  const old = `t=1,v1=${signatureOf('1', BODY, SECRET)}`;
  expect(verdict({ header: null, secrets: [] })).toEqual(refused('no-header'));
  expect(verdict({ header: 'x=1', secrets: [] })).toEqual(refused('no-timestamp'));
  expect(verdict({ header: 't=a,t=b', secrets: [] })).toEqual(refused('ambiguous-timestamp'));
  expect(verdict({ header: 't=a', secrets: [] })).toEqual(refused('malformed-timestamp'));
  expect(verdict({ header: 't=1', secrets: [] })).toEqual(refused('no-signature'));
  expect(verdict({ header: old, secrets: [] })).toEqual(refused('no-secret'));
  expect(verdict({ header: old, secrets: ['other'] })).toEqual(refused('signature-mismatch'));
  expect(verdict({ header: old })).toEqual(refused('timestamp-too-old'));
});

const NOW_NS = BigInt(NOW) * 1_000_000n;
const at = (moment: bigint, unit: TimestampUnit, change: Partial<SignedMessage> = {}) => {
  const t = formatTimestamp(moment, unit);
  return verdict({ header: signatureHeader(t, BODY, [SECRET]), unit, ...change });
};

test('The tolerance counts the fraction and the offset of an RFC 3339 timestamp', () => {
  const on = (t: string) => verdict({ header: signatureHeader(t, BODY, [SECRET]), unit: 'iso' });
  expect(on('2023-11-14T22:08:20.000000000Z')).toEqual(accepted);
  expect(on('2023-11-14T22:08:19.999999999Z')).toEqual(refused('timestamp-too-old'));
  expect(on('2023-11-15T00:18:20.000+02:00')).toEqual(accepted);
  expect(on('2023-11-15T00:18:20.000000001+02:00')).toEqual(refused('timestamp-too-new'));
});

test('The tolerance may have another value, a fraction of a second, or zero', () => {
  expect(at(NOW_NS, 'ns', { toleranceSeconds: 0 })).toEqual(accepted);
  expect(at(NOW_NS + 1n, 'ns', { toleranceSeconds: 0 })).toEqual(refused('timestamp-too-new'));
  expect(at(NOW_NS + 500_000_000n, 'ns', { toleranceSeconds: 0.5 })).toEqual(accepted);
  expect(at(NOW_NS + 500_000_001n, 'ns', { toleranceSeconds: 0.5 })).toEqual(refused('timestamp-too-new'));
});

/** The digest with the high byte of its last character set, which a conversion to Latin-1 would hide. */
function highByte(digest: string): string {
  return digest.slice(0, -1) + String.fromCharCode(0x100 + digest.charCodeAt(63));
}
