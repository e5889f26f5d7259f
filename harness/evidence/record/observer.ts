import { bytesOf } from '../../base/json.ts';
import type { ObservedSignature } from '../delivery.ts';
import type { Delivery, Evidence, Headers } from '../evidence.ts';
import { nearMissOf } from '../signatures/near-miss.ts';
import { parseSignatureHeader, signatureOf } from '../signatures/signature-header.ts';

/** The most headers of one delivery that are checked, so that no delivery keeps the receiver busy. */
const MOST_HEADERS = 8;

/**
 * Checks every header of a delivery that may be its signature: by its name, or because it has a `t` and a `v1`. The
 * name differs between deployments (gap `signature.header-name`), so no name excludes a header. The record keeps the
 * results instead of the secrets.
 */
export function observeSignatures(
  headers: Headers,
  body: Buffer,
  secrets: readonly string[],
  named: string | undefined,
): ObservedSignature[] {
  const candidates = [...Map.groupBy(headers, ([name]) => name.toLowerCase())].flatMap(([name, lines]) => {
    const parsed = parseSignatureHeader(lines.map(([, value]) => value));
    const rank = name === named?.toLowerCase() ? 0 : name.includes('signature') ? 1 : 2;
    const looksSigned = parsed.t.length > 0 && parsed.v1.length > 0;
    return looksSigned || rank < 2 ? [{ name, lines, parsed, rank }] : [];
  });
  const ranked = candidates.length > MOST_HEADERS ? candidates.toSorted((a, b) => a.rank - b.rank) : candidates;
  return ranked.slice(0, MOST_HEADERS).map(({ name, lines, parsed: { t, v1, others } }) => {
    const [first = ''] = t;
    const slots = secrets.flatMap((secret, slot) =>
      secret !== '' && t.length > 0 && v1.includes(signatureOf(first, body, secret)) ? [slot] : [],
    );
    const nearMiss = slots.length > 0 ? undefined : nearMissOf(v1, first, body, secrets);
    return {
      header: lines[0]?.[0] ?? name,
      t,
      v1: v1.length,
      wellFormed: v1.filter(value => /^[0-9a-f]{64}$/.test(value)).length,
      others,
      slots,
      ...(nearMiss !== undefined && { nearMiss }),
    };
  });
}

/**
 * Evidence with its signatures computed again from the recorded bytes. Signatures stay as observed if no secret is
 * given or the body was changed (redacted, shortened or decoded).
 */
export function verifyAgain(evidence: Evidence, secrets: readonly string[]): Evidence {
  if (secrets.length === 0) return evidence;
  return { ...evidence, deliveries: evidence.deliveries.map(delivery => again(delivery, secrets)) };
}

function again(delivery: Delivery, secrets: readonly string[]): Delivery {
  const { body, headers, signatures } = delivery;
  if (!delivery.ours || body.altered || body.cut || body.decoded !== undefined) return delivery;
  return { ...delivery, signatures: observeSignatures(headers, bytesOf(body), secrets, signatures[0]?.header) };
}
