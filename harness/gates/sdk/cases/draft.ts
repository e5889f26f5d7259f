import { createHmac } from 'node:crypto';
import { type RefusalReason, TOLERANCE_SECONDS } from '../../../webhooks/signature.ts';
import type { VerifyParams } from '../protocol.ts';

export const CURRENT = 'whsec_gate_current';
export const PREVIOUS = 'whsec_gate_previous';
/** A secret that the receiver does not know. */
export const FOREIGN = 'whsec_gate_stranger';
export const BODY = Buffer.from(
  '{"id":"evt_7Qm2","type":"disbursement.completed","data":{"order_id":"co_5Xk9","amount":"153525.00"}}',
);
/** A large body with white space between its members. */
export const INDENTED = Buffer.from(JSON.stringify({ id: 'evt_1', pad: 'x'.repeat(24_000) }, null, 1));

/** A signed delivery, and whether a receiver that follows the five rules accepts it. */
export interface SignatureCase extends VerifyParams {
  /** `<table>/<name>`; stable. */
  readonly id: string;
  readonly title: string;
  /** The right answer; `open` if the specification allows either. */
  readonly expected: 'accept' | 'reject' | 'open';
  /** What the harness's verifier does if the case is open: the safer answer. */
  readonly choice?: 'accept' | 'reject';
  /** Why the harness's verifier refuses; absent if it accepts. */
  readonly reason?: RefusalReason;
  /** Why this answer is right, or which mistake the case detects. */
  readonly why: string;
}

/** What a case may set besides its header. */
export interface CaseMore {
  /** Default `BODY`. */
  readonly body?: Buffer;
  /** Default `CURRENT` alone. */
  readonly secrets?: readonly string[];
  /** Default 300. */
  readonly toleranceSeconds?: number;
  /** The receiver's clock, if it differs from that of the table. */
  readonly now?: number;
}

/** Cases with one answer, by name: what is unusual, the signature header, and other settings. */
interface CaseRows {
  readonly [name: string]: readonly [title: string, header: SignatureCase['header'], more?: CaseMore];
}

/** A table of cases. */
export interface Table {
  /** The requirement that its cases test, unless a delivery has to be refused. */
  readonly requirement: string;
  /** What its open cases vary, and what a consumer loses by the answer that is not advised. Absent if it has none. */
  readonly open?: {
    varied(each: SignatureCase): string;
    readonly ifAccepted: string;
    readonly ifRefused: string;
  };
  /** Builds its cases for one time. */
  cases(draft: ReturnType<typeof draftAt>): readonly (readonly SignatureCase[])[];
}

/** Tables by the first part of their case ids. */
export interface Tables {
  readonly [table: string]: Table;
}

/**
 * Rule 2, independent of the verifier: HMAC-SHA256 over `<t>.<body>`, lowercase hex. `t` has one byte per character.
 */
export function digest(secret: string | Buffer, t: string, body: Buffer = BODY): string {
  return createHmac('sha256', Buffer.from(secret))
    .update(Buffer.concat([Buffer.from(t, 'latin1'), Buffer.from('.'), body]))
    .digest('hex');
}

/** A correct header over any `t` and body. */
export function signed(t: string, body: Buffer = BODY, secret: string | Buffer = CURRENT): string {
  return `t=${t},v1=${digest(secret, t, body)}`;
}

/** One row per item. @param of the name and the row of an item */
export function each<T>(
  items: readonly T[],
  of: (item: T, index: number) => readonly [string, CaseRows[string]],
): CaseRows {
  return Object.fromEntries(items.map(of));
}

/** What one table builds its cases from. @param now the receiver's clock, in whole Unix seconds */
export function draftAt(table: string, now: number) {
  const T = String(now);
  const make = (rows: CaseRows, answer: Pick<SignatureCase, 'expected' | 'choice' | 'reason' | 'why'>) =>
    Object.entries(rows).map(([name, [title, header, more = {}]]): SignatureCase => {
      const { body = BODY, secrets = [CURRENT], toleranceSeconds = TOLERANCE_SECONDS } = more;
      const id = `${table}/${name}`;
      const clock = more.now ?? now;
      return { id, title, header, body: body.toString('base64'), secrets, now: clock, toleranceSeconds, ...answer };
    });
  return {
    /** The receiver's clock, in Unix seconds. */
    NOW: now,
    /** `t` of a delivery signed at `NOW`. */
    T,
    /** The right digest over `T` and `BODY` under `CURRENT`. */
    GOOD: digest(CURRENT, T),
    /** A well-formed digest under a secret that the receiver does not know. */
    WRONG: digest(FOREIGN, T),
    /** A header with `T` and these `v1` values. */
    header: (...v1: readonly string[]) => [`t=${T}`, ...v1.map(value => `v1=${value}`)].join(','),
    /** Cases that every receiver has to accept, for one reason. */
    accept: (why: string, rows: CaseRows) => make(rows, { expected: 'accept', why }),
    /** Cases that every receiver has to refuse. @param reason why the harness's verifier refuses */
    reject: (reason: RefusalReason, why: string, rows: CaseRows) => make(rows, { expected: 'reject', reason, why }),
    /** Cases that the specification leaves open. @param choice of the harness: `accept`, or why it refuses */
    open: (choice: 'accept' | RefusalReason, why: string, rows: CaseRows) =>
      choice === 'accept'
        ? make(rows, { expected: 'open', choice, why })
        : make(rows, { expected: 'open', choice: 'reject', reason: choice, why }),
  };
}
