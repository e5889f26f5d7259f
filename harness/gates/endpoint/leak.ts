import { header } from '../../base/json.ts';
import { oncePerKey } from '../../base/once.ts';
import type { WireExchange } from '../../evidence/evidence.ts';
import { anyEncoding } from '../../evidence/redaction/encodings.ts';
import { signatureOf } from '../../evidence/signatures/signature-header.ts';

/** What an answer may reveal that lets its reader forge webhooks. */
export type Leak = 'the right digest' | 'the signing secret';

/** A short or plain secret, which an answer may contain by chance. */
const BY_CHANCE = /^(?:.{0,7}|[a-z]{0,15})$/i;

/** Finds a secret in any encoding. A secret that may occur by chance is never found. */
const formsOf = oncePerKey((secret: string) => new RegExp(BY_CHANCE.test(secret) ? '(?!)' : anyEncoding(secret)));

/** The right digest of a body for the `t` of a signature header; `undefined` without `t`. */
export function rightDigest(signature: string, body: Buffer, secret: string): string | undefined {
  const [, t] = /(?:^|,)\s*t=([^,]*)/.exec(signature) ?? [];
  return t === undefined ? undefined : signatureOf(t, body, secret);
}

/** What an answer reveals beyond the request; `undefined` if nothing. */
export function leakIn(
  { request, response }: Pick<WireExchange, 'request' | 'response'>,
  signatureHeader: string,
  secrets: readonly string[],
): Leak | undefined {
  if (response === undefined) return undefined;
  const { headers, body = Buffer.alloc(0) } = request;
  const signature = header(headers, signatureHeader) ?? '';
  const answer = [...response.headers.map(([, value]) => value), response.body.toString()].join('\n');
  if (secrets.some(secret => formsOf(secret).test(answer))) return 'the signing secret';
  const isTold = (digest: string | undefined) =>
    digest !== undefined &&
    !signature.toLowerCase().includes(digest) &&
    (answer.toLowerCase().includes(digest) || answer.includes(Buffer.from(digest, 'hex').toString('base64')));
  return secrets.some(secret => isTold(rightDigest(signature, body, secret))) ? 'the right digest' : undefined;
}
