import type { VerifyParams } from './protocol.ts';

/** The right answer to a case; `open` where the specification leaves a choice (INTERFACE, The SDK adapter). */
export type Expected = 'accept' | 'reject' | 'open';

/** One known answer: a delivery's signature, and whether a receiver that follows the five rules accepts it. */
export interface SignatureCase extends VerifyParams {
  /** `<table>/<name>`; stable. */
  readonly id: string;
  readonly title: string;
  readonly expected: Expected;
  /** What the harness's own verifier does where the specification leaves it open. */
  readonly choice?: 'accept' | 'reject';
  /** Why the harness's own verifier refuses, where it does. */
  readonly reason?: string;
  /** Why the answer is what it is, or which mistake the case detects. */
  readonly why: string;
}

/** What `verify` is asked of a case. */
export function questionOf({ header, body, secrets, toleranceSeconds, now }: SignatureCase): VerifyParams {
  return { header, body, secrets, toleranceSeconds, now };
}
