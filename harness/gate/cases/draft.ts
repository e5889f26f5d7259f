import { createHmac } from 'node:crypto';
import type { SignatureCase } from '../signature-case.ts';

/** The receiver's clock in every case, in Unix seconds: 2026-11-02T09:30:00Z. */
export const NOW = 1_793_611_800;
/** `t` of a delivery that is signed now. */
export const T = String(NOW);
export const CURRENT = 'whsec_gate_current';
export const PREVIOUS = 'whsec_gate_previous';
/** A secret that the receiver does not know. */
export const STRANGER = 'whsec_gate_stranger';
export const BODY = Buffer.from(
  '{"id":"evt_7Qm2","type":"disbursement.completed","data":{"order_id":"co_5Xk9","amount":"153525.00"}}',
);
/** The digest of a sound delivery: `T`, `BODY`, `CURRENT`. */
export const GOOD = digest(CURRENT, T, BODY);
/** A digest of the right form that nothing was signed to. */
export const WRONG = digest(STRANGER, T, BODY);

/** What a case may say beside its header. */
export interface More {
  /** Default `BODY`. */
  readonly body?: Buffer;
  /** Default `CURRENT` alone. */
  readonly secrets?: readonly string[];
  /** Default 300. */
  readonly toleranceSeconds?: number;
}

type Header = SignatureCase['header'];

/** Rule 2, written out once more: HMAC-SHA256 over `<t>.<body>`, lowercase hex. `t` has one character a byte. */
export function digest(secret: string | Buffer, t: string, body: Buffer): string {
  return createHmac('sha256', Buffer.from(secret))
    .update(Buffer.concat([Buffer.from(t, 'latin1'), Buffer.from('.'), body]))
    .digest('hex');
}

/** A header as a sound sender writes it, over any `t` and body. */
export function signed(t: string, body: Buffer = BODY, secret: string | Buffer = CURRENT): string {
  return `t=${t},v1=${digest(secret, t, body)}`;
}

/** Every receiver has to accept it. */
export function accept(id: string, title: string, header: Header, why: string, more: More = {}): SignatureCase {
  return draft(id, title, header, more, { expected: 'accept', why });
}

/** Every receiver has to refuse it; `reason` is ours. */
export function reject(
  id: string,
  title: string,
  header: Header,
  reason: string,
  why: string,
  more: More = {},
): SignatureCase {
  return draft(id, title, header, more, { expected: 'reject', reason, why });
}

/** The specification leaves it open; `choice` is what ours does: `accept`, or the reason why it refuses. */
export function open(
  id: string,
  title: string,
  header: Header,
  choice: string,
  why: string,
  more: More = {},
): SignatureCase {
  const ours = choice === 'accept' ? { choice: 'accept' } : { choice: 'reject', reason: choice };
  return draft(id, title, header, more, { expected: 'open', ...ours, why } as Answer);
}

type Answer = Pick<SignatureCase, 'expected' | 'choice' | 'reason' | 'why'>;

function draft(id: string, title: string, header: Header, more: More, answer: Answer): SignatureCase {
  const { body = BODY, secrets = [CURRENT], toleranceSeconds = 300 } = more;
  return { id, title, header, body: body.toString('base64'), secrets, now: NOW, toleranceSeconds, ...answer };
}
