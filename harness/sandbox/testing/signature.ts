import { createHmac } from 'node:crypto';
import type { Received } from './receiver.ts';

/** Parses the signature header of a webhook by the rules of the specification. */
export function readSignature({ headers }: Received, header = 'service-signature'): { t: string; v1: string[] } {
  const pairs = String(headers[header.toLowerCase()] ?? '')
    .split(',')
    .map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  const values = (name: string) => pairs.flatMap(([key, value = '']) => (key === name ? [value] : []));
  return { t: values('t')[0] ?? '', v1: values('v1') };
}

/** The secrets that verify a webhook. */
export function verifyingSecrets(received: Received, secrets: readonly string[], header?: string): string[] {
  const { t, v1 } = readSignature(received, header);
  return secrets.filter(secret =>
    v1.includes(createHmac('sha256', secret).update(`${t}.`).update(received.body).digest('hex')),
  );
}
