import { nearestUnit, TIMESTAMP_UNITS } from '../base/timestamp.ts';
import { NEAR_MISSES } from '../evidence/delivery.ts';
import { nearMissOf } from '../evidence/signatures/near-miss.ts';
import { parseSignatureHeader } from '../evidence/signatures/signature-header.ts';
import { type RefusalReason, type SignedMessage, TOLERANCE_SECONDS, verifySignature } from './signature.ts';

/** The rule of the specification (Signature header) that a refused delivery breaks, in words, and its requirement. */
export const FAILED_RULES: {
  readonly [reason in RefusalReason]: { readonly rule: string; readonly requirement: string };
} = {
  'no-header': { rule: 'rule 1: there is no signature header, or it is empty', requirement: 'signature.header' },
  'no-timestamp': { rule: 'rule 1: the header has no t', requirement: 'signature.t' },
  'ambiguous-timestamp': { rule: 'rule 1: the header has several t that differ', requirement: 'signature.t' },
  'malformed-timestamp': { rule: 'rule 4: t is not a number of the unit', requirement: 'signature.t' },
  'no-signature': { rule: 'rule 1: the header has no v1', requirement: 'signature.v1' },
  'no-secret': { rule: 'rule 2: there is no secret to verify with', requirement: 'signature.hmac' },
  'signature-mismatch': {
    rule: 'rule 3: no v1 is the HMAC-SHA256 of "<t>.<raw body>" under a known secret',
    requirement: 'signature.hmac',
  },
  'timestamp-too-old': {
    rule: 'rule 4: t is further in the past than the tolerance',
    requirement: 'signature.tolerance',
  },
  'timestamp-too-new': {
    rule: 'rule 4: t is further in the future than the tolerance',
    requirement: 'signature.tolerance',
  },
};

/**
 * The common mistake behind a refusal: without it the delivery, or at least its digest, would verify. `undefined` if
 * none fits, which means another secret or other bytes were signed. It quotes no secret and no digest.
 */
export function explainRefusal(message: SignedMessage, reason: RefusalReason): string | undefined {
  const { header, body, secrets } = message;
  if (header === null || reason === 'no-secret' || reason === 'no-header') return undefined;
  const lines = typeof header === 'string' ? [header] : header;
  return inLayout(message, lines, reason) ?? inTime(message, lines, reason) ?? inDigest(lines, body, secrets, reason);
}

/** Common mistakes in copying a header: a description, and the repair. */
const REPAIRS: readonly (readonly [what: string, repair: (line: string) => string])[] = [
  ['the name of the header stands in front of its value', line => line.replace(/^\s*[\w-]+:\s*(?=.*=)/, '')],
  ['the header is in quotation marks', line => line.replace(/^\s*(["'])(.*)\1\s*$/, '$2')],
  ['the pairs are separated by semicolons, not by commas', line => line.replaceAll(';', ',')],
  ['the pairs are separated by blanks or line ends, not by commas', line => line.trim().replace(/,?\s+/g, ',')],
];

/** A mistake in the header's form, if the header verifies without it. */
function inLayout(message: SignedMessage, lines: readonly string[], reason: RefusalReason): string | undefined {
  if (reason === 'ambiguous-timestamp') {
    const { t, v1 } = parseSignatureHeader(lines);
    const fitting = t.filter(one => isSigned({ ...message, header: [`t=${one}`, ...v1.map(value => `v1=${value}`)] }));
    return fitting.length === 0 ? undefined : 'a v1 fits one of the t: the headers of several deliveries were joined';
  }
  const found = REPAIRS.find(([, repair]) => {
    const repaired = lines.map(repair);
    return repaired.some((line, nth) => line !== lines[nth]) && isSigned({ ...message, header: repaired });
  });
  return found?.[0];
}

/** Whether the digest verifies, regardless of the time. */
function isSigned(message: SignedMessage): boolean {
  const verdict = verifySignature({ ...message, toleranceSeconds: Number.MAX_SAFE_INTEGER });
  return verdict.accepted;
}

/** A `t` in another unit, if it is within the tolerance in that unit. */
function inTime(
  { now, unit = 's', toleranceSeconds = TOLERANCE_SECONDS }: SignedMessage,
  lines: readonly string[],
  reason: RefusalReason,
) {
  if (reason !== 'timestamp-too-old' && reason !== 'timestamp-too-new' && reason !== 'malformed-timestamp')
    return undefined;
  const [t = ''] = parseSignatureHeader(lines).t;
  const nearest = nearestUnit(
    t,
    now,
    TIMESTAMP_UNITS.filter(other => other !== unit),
  );
  if (nearest === undefined || Math.abs(nearest.ageMs) > toleranceSeconds * 1000) return undefined;
  return `t is in another unit: read as "${nearest.unit}" it is within the tolerance (timestampUnit of the dialect)`;
}

/** What a wrong digest was made from. */
function inDigest(lines: readonly string[], body: Uint8Array, secrets: readonly string[], reason: RefusalReason) {
  if (reason !== 'signature-mismatch') return undefined;
  const { t, v1 } = parseSignatureHeader(lines);
  const miss = nearMissOf(v1, t[0] ?? '', Buffer.from(body), secrets);
  return miss && `a v1 ${NEAR_MISSES[miss][1]}`;
}
