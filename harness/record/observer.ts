import type { Headers, SignatureSeen } from '../core/evidence.ts';
import { signatureOf } from '../webhooks/signature.ts';
import { parseSignatureHeader } from '../webhooks/signature-header.ts';
import { nearMissOf } from './near-miss.ts';

/**
 * Looks at every header of a delivery that could be its signature: one that is named so, or reads as one. It alone may
 * see the secrets; what it finds out goes into the record in their place. The header's name is the deployment's own
 * (gap `signature.header-name`), so a name is never the reason to pass one over.
 */
export function observeSignatures(
  headers: Headers,
  body: Buffer,
  secrets: readonly string[],
  named: string | undefined,
): SignatureSeen[] {
  const seen: SignatureSeen[] = [];
  for (const name of new Set(headers.map(([key]) => key))) {
    const lines = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
    const { t, v1, others, malformed } = parseSignatureHeader(lines);
    const looksSigned = t.length > 0 && v1.length > 0;
    if (!looksSigned && !/signature/i.test(name) && name.toLowerCase() !== named?.toLowerCase()) continue;
    if (seen.some(other => other.header.toLowerCase() === name.toLowerCase())) continue;
    const [first = ''] = t;
    const slots = secrets.flatMap((secret, slot) =>
      secret !== '' && t.length > 0 && v1.includes(signatureOf(first, body, secret)) ? [slot] : [],
    );
    const nearMiss = slots.length > 0 ? undefined : nearMissOf(v1, first, body, secrets);
    seen.push({
      header: name,
      t,
      v1: v1.length,
      wellFormed: v1.filter(value => /^[0-9a-f]{64}$/.test(value)).length,
      others,
      malformed,
      slots,
      ...(nearMiss !== undefined && { nearMiss }),
    });
  }
  return seen;
}
