import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from './signature-digest.ts';

test('The digest is HMAC-SHA256 over the bytes of t, a dot and the body', () => {
  const body = Buffer.alloc(300, 0xff);
  const signed = Buffer.concat([Buffer.from('\u00e9.', 'latin1'), body]);
  expect(signatureOf('\u00e9', body, 'whsec')).toBe(createHmac('sha256', 'whsec').update(signed).digest('hex'));
});
