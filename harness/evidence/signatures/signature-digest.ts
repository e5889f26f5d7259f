import { createHmac } from 'node:crypto';

/** The digest of rule 2: HMAC-SHA256 over `<t>.<raw body>`, as lowercase hex. `t` has one byte per character. */
export function signatureOf(t: string, body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(`${t}.`, 'latin1').update(body).digest('hex');
}
