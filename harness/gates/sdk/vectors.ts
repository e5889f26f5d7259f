import type { SignatureCase } from './cases/draft.ts';
import { EDITION } from './edition.ts';
import { signatureCases } from './signature-cases.ts';
import { requirementsOf } from './verify/judge-verify.ts';

/** A webhook to verify, and the right answer. */
export interface Vector extends SignatureCase {
  /** The value of the signature header, or its lines as they arrived; null if absent. Each character is one byte. */
  readonly header: SignatureCase['header'];
  /** The raw body in base64. */
  readonly body: string;
  /** The receiver's secrets. The UTF-8 text of each is an HMAC key. */
  readonly secrets: readonly string[];
  /** How far `t` may be from `now`, either way, in seconds. */
  readonly toleranceSeconds: number;
  /** The receiver's clock, in Unix seconds. */
  readonly now: number;
  /** The requirements that the right answer satisfies. */
  readonly requirements: readonly string[];
}

/**
 * The signature cases of the gate as data, for any verifier. Pass it `header`, `body`, `secrets`, `toleranceSeconds`
 * and `now`. It has to accept if `expected` is `accept`, and to refuse if it is `reject`. If it is `open`, both are
 * right, and `choice` is the safer answer.
 */
export interface Vectors {
  /** The number of the set of cases. It grows if a case is added, removed or judged differently. */
  readonly edition: number;
  readonly cases: readonly Vector[];
}

/** The signature cases of this edition. */
export function vectors(): Vectors {
  const cases = signatureCases().map(each => ({ ...each, requirements: requirementsOf(each) }));
  return { edition: EDITION, cases };
}
