import { createHmac } from 'node:crypto';
import type { RefusalReason } from '../../../webhooks/signature.ts';
import type { VerifyParams } from '../protocol.ts';

export const CURRENT = 'whsec_gate_current';
export const PREVIOUS = 'whsec_gate_previous';
/** A secret that the receiver does not know. */
export const FOREIGN = 'whsec_gate_stranger';
export const BODY = Buffer.from(
  '{"id":"evt_7Qm2","type":"disbursement.completed","data":{"order_id":"co_5Xk9","amount":"153525.00"}}',
);

/** One known answer: a delivery's signature, and whether a receiver that follows the five rules accepts it. */
export interface SignatureCase extends VerifyParams {
  /** `<table>/<name>`; stable. */
  readonly id: string;
  readonly title: string;
  /** The right answer; `open` where the specification allows either. */
  readonly expected: 'accept' | 'reject' | 'open';
  /** What the harness's own verifier does where either is right: the safer one. */
  readonly choice?: 'accept' | 'reject';
  /** Why the harness's own verifier refuses, where it does. */
  readonly reason?: RefusalReason;
  /** Why the answer is what it is, or which mistake the case detects. */
  readonly why: string;
}

/** What `verify` is asked of a case. */
export function questionOf({ header, body, secrets, toleranceSeconds, now }: SignatureCase): VerifyParams {
  return { header, body, secrets, toleranceSeconds, now };
}

/** What a case may say besides its header. */
export interface CaseMore {
  /** Default `BODY`. */
  readonly body?: Buffer;
  /** Default `CURRENT` alone. */
  readonly secrets?: readonly string[];
  /** Default 300. */
  readonly toleranceSeconds?: number;
}

/** Cases of one answer, by name: what is unusual about each, its signature header, and what else it says. */
interface CaseRows {
  readonly [name: string]: readonly [title: string, header: SignatureCase['header'], more?: CaseMore];
}

/** What a table is drafted with: a clock, what is signed at its time, and the three kinds of case. */
interface Draft {
  /** The receiver's clock, in Unix seconds. */
  readonly NOW: number;
  /** `t` of a delivery that is signed now. */
  readonly T: string;
  /** The digest of a sound delivery: `T`, `BODY`, `CURRENT`. */
  readonly GOOD: string;
  /** A digest of the right form under a secret that the receiver does not know. */
  readonly WRONG: string;
  /** A header of `T` and these values of `v1`. */
  header(...v1: readonly string[]): string;
  /** Cases that every receiver has to accept, all for one reason. */
  accept(why: string, rows: CaseRows): readonly SignatureCase[];
  /** Cases that every receiver has to refuse. @param reason of the harness's own verifier */
  reject(reason: RefusalReason, why: string, rows: CaseRows): readonly SignatureCase[];
  /** Cases that the specification leaves open. @param choice of the harness's own verifier: `accept`, or its reason */
  open(choice: 'accept' | RefusalReason, why: string, rows: CaseRows): readonly SignatureCase[];
}

/** A table of cases. */
export interface Table {
  /** The requirement that it asks about, where a delivery has to be accepted. */
  readonly requirement: string;
  /** What it varies where the specification leaves the answer open. */
  readonly varied?: string;
  /** Its cases, drafted at a time. */
  cases(draft: Draft): readonly (readonly SignatureCase[])[];
}

/** Tables, by the first part of the ids of their cases. */
export interface Tables {
  readonly [table: string]: Table;
}

/** Rule 2, apart from the verifier: HMAC-SHA256 over `<t>.<body>`, lowercase hex. `t` has one character a byte. */
export function digest(secret: string | Buffer, t: string, body: Buffer = BODY): string {
  return createHmac('sha256', Buffer.from(secret))
    .update(Buffer.concat([Buffer.from(t, 'latin1'), Buffer.from('.'), body]))
    .digest('hex');
}

/** A header as a sound sender writes it, over any `t` and body. */
export function signed(t: string, body: Buffer = BODY, secret: string | Buffer = CURRENT): string {
  return `t=${t},v1=${digest(secret, t, body)}`;
}

/** A row for each item of a list. @param of gives the name and the row */
export function each<T>(
  items: readonly T[],
  of: (item: T, index: number) => readonly [string, CaseRows[string]],
): CaseRows {
  return Object.fromEntries(items.map(of));
}

/** A draft of one table. @param now the receiver's clock in every case, in whole Unix seconds */
export function draftAt(table: string, now: number): Draft {
  const T = String(now);
  const make = (rows: CaseRows, answer: Pick<SignatureCase, 'expected' | 'choice' | 'reason' | 'why'>) =>
    Object.entries(rows).map(([name, [title, header, more = {}]]): SignatureCase => {
      const { body = BODY, secrets = [CURRENT], toleranceSeconds = 300 } = more;
      const id = `${table}/${name}`;
      return { id, title, header, body: body.toString('base64'), secrets, now, toleranceSeconds, ...answer };
    });
  return {
    NOW: now,
    T,
    GOOD: digest(CURRENT, T),
    WRONG: digest(FOREIGN, T),
    header: (...v1) => [`t=${T}`, ...v1.map(value => `v1=${value}`)].join(','),
    accept: (why, rows) => make(rows, { expected: 'accept', why }),
    reject: (reason, why, rows) => make(rows, { expected: 'reject', reason, why }),
    open: (choice, why, rows) =>
      choice === 'accept'
        ? make(rows, { expected: 'open', choice, why })
        : make(rows, { expected: 'open', choice: 'reject', reason: choice, why }),
  };
}
