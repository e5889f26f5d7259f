import { createHmac } from 'node:crypto';
import type { SignatureCase } from '../signature-case.ts';

export const CURRENT = 'whsec_gate_current';
export const PREVIOUS = 'whsec_gate_previous';
/** A secret that the receiver does not know. */
export const FOREIGN = 'whsec_gate_stranger';
export const BODY = Buffer.from(
  '{"id":"evt_7Qm2","type":"disbursement.completed","data":{"order_id":"co_5Xk9","amount":"153525.00"}}',
);

/** What a case may say beside its header. */
interface More {
  /** Default `BODY`. */
  readonly body?: Buffer;
  /** Default `CURRENT` alone. */
  readonly secrets?: readonly string[];
  /** Default 300. */
  readonly toleranceSeconds?: number;
}

type Header = SignatureCase['header'];

/** What the tables are drafted with: a clock, what is signed at its time, and the three kinds of case. */
export interface Draft {
  /** The receiver's clock, in Unix seconds. */
  readonly NOW: number;
  /** `t` of a delivery that is signed now. */
  readonly T: string;
  /** The digest of a sound delivery: `T`, `BODY`, `CURRENT`. */
  readonly GOOD: string;
  /** A digest of the right form that nothing was signed to. */
  readonly WRONG: string;
  /** Every receiver has to accept it. */
  accept(id: string, title: string, header: Header, why: string, more?: More): SignatureCase;
  /** Every receiver has to refuse it; `reason` is ours. */
  reject(id: string, title: string, header: Header, reason: string, why: string, more?: More): SignatureCase;
  /** The specification leaves it open; `choice` is what ours does: `accept`, or the reason why it refuses. */
  open(id: string, title: string, header: Header, choice: string, why: string, more?: More): SignatureCase;
}

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

type Answer = Pick<SignatureCase, 'expected' | 'choice' | 'reason' | 'why'>;

/** A draft at a time. @param now the receiver's clock in every case, in whole Unix seconds */
export function draftAt(now: number): Draft {
  const T = String(now);
  const make = (id: string, title: string, header: Header, more: More, answer: Answer): SignatureCase => {
    const { body = BODY, secrets = [CURRENT], toleranceSeconds = 300 } = more;
    return { id, title, header, body: body.toString('base64'), secrets, now, toleranceSeconds, ...answer };
  };
  return {
    NOW: now,
    T,
    GOOD: digest(CURRENT, T, BODY),
    WRONG: digest(FOREIGN, T, BODY),
    accept: (id, title, header, why, more = {}) => make(id, title, header, more, { expected: 'accept', why }),
    reject: (id, title, header, reason, why, more = {}) =>
      make(id, title, header, more, { expected: 'reject', reason, why }),
    open: (id, title, header, choice, why, more = {}) => {
      const ours = choice === 'accept' ? { choice: 'accept' } : { choice: 'reject', reason: choice };
      return make(id, title, header, more, { expected: 'open', ...ours, why } as Answer);
    },
  };
}
