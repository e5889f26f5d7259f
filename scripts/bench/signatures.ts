import { createHmac } from 'node:crypto';
import { signatureOf } from '../../harness/evidence/signatures/signature-header.ts';
import { signatureHeader, verifySignature } from '../../harness/webhooks/signature.ts';
import { interleave, perCpuSecond } from './interleave.ts';
import { requirePeer } from './peers.ts';
import type { Row } from './row.ts';

const SECRET = 'whsec_0123456789abcdefghijklmnopqrstuv';
const SIZES = [
  ['300 B', 300],
  ['2 KiB', 2048],
  ['64 KiB', 65_536],
] as const;

interface Stripe {
  readonly webhooks: {
    readonly signature: {
      verifyHeader(body: Buffer, header: string, secret: string, tolerance: number): boolean;
    };
  };
}

/** Signature verification: the digest, and the whole verifier, against a bare HMAC and against stripe. */
export async function signatures(rounds: number): Promise<readonly Row[]> {
  const Stripe = requirePeer('stripe') as new (key: string) => Stripe;
  const stripe = new Stripe('sk_test_none').webhooks.signature;
  const rows: Row[] = [];
  for (const [size, bytes] of SIZES) {
    const body = Buffer.alloc(bytes, '{"id":"evt_1"}');
    const now = Date.now();
    const t = String(Math.floor(now / 1000));
    const header = signatureHeader(t, body, [SECRET]);
    const { digest, whole, bare, peer } = await interleave(rounds, {
      digest: () => perCpuSecond(() => signatureOf(t, body, SECRET)),
      whole: () => perCpuSecond(() => verifySignature({ header, body, secrets: [SECRET], now })),
      bare: () => perCpuSecond(() => createHmac('sha256', SECRET).update(`${t}.`).update(body).digest('hex')),
      peer: () => perCpuSecond(() => stripe.verifyHeader(body, header, SECRET, 300)),
    });
    const unit = 'per CPU second';
    rows.push(
      { benchmark: `Digest of ${size}`, unit, against: 'bare createHmac', ours: digest, theirs: bare },
      {
        ...{ benchmark: `Verification of ${size}`, unit, against: 'bare createHmac', ours: whole, theirs: bare },
        ...(bytes === 2048 && { goal: { least: 1 } }),
      },
      { benchmark: `Verification of ${size}`, unit, against: 'stripe verifyHeader', ours: whole, theirs: peer },
    );
  }
  return rows;
}
