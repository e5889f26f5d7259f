import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signatureOf } from './signature-digest.ts';

const hmac = (t: string, body: Uint8Array, secret: string) =>
  createHmac('sha256', secret)
    .update(Buffer.from(`${t}.`, 'latin1'))
    .update(body)
    .digest('hex');

test('The digest is HMAC-SHA256, for keys of any length, any t and any body', () => {
  const secrets = fc.uint8Array({ maxLength: 100 }).map(bytes => Buffer.from(bytes).toString('latin1'));
  const timestamps = fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes).toString('latin1'));
  fc.assert(
    fc.property(secrets, timestamps, fc.uint8Array({ maxLength: 300 }), (secret, t, body) => {
      expect(signatureOf(t, body, secret)).toBe(hmac(t, body, secret));
    }),
    { numRuns: 100 },
  );
});

test.each([63, 64, 65, 128])('A key of %i bytes is padded or hashed', length => {
  const secret = 'k'.repeat(length);
  expect(signatureOf('1', Buffer.from('{}'), secret)).toBe(hmac('1', Buffer.from('{}'), secret));
});

test.each([0, 16_382, 16_383, 16_384, 100_000])('A body of %i bytes has the same digest again and again', length => {
  const body = Buffer.alloc(length, 0xff);
  for (const t of ['1', '1700000000', '1']) expect(signatureOf(t, body, 'whsec')).toBe(hmac(t, body, 'whsec'));
});

test('If there are more secrets than the cache holds, the digests are right, also for the first ones', () => {
  for (const nth of [...Array(70).keys(), 0, 1]) {
    const secret = `whsec_${nth}`;
    expect(signatureOf('1', Buffer.from('{}'), secret)).toBe(hmac('1', Buffer.from('{}'), secret));
  }
});
