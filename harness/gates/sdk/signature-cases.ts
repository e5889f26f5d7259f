import { oncePerKey } from '../../base/once.ts';
import { CANDIDATE_TABLES } from './cases/candidates.ts';
import { DIGEST_TABLES } from './cases/digest.ts';
import { draftAt, type SignatureCase, type Tables } from './cases/draft.ts';
import { MESSAGE_TABLES } from './cases/message.ts';
import { TIME_TABLES } from './cases/time.ts';
import { EDITION } from './edition.ts';

/** All tables of signature cases, in the order of the gate. */
export const TABLES: Tables = { ...TIME_TABLES, ...CANDIDATE_TABLES, ...DIGEST_TABLES, ...MESSAGE_TABLES };

/** The injected clock of receivers, in Unix seconds: 2026-11-02T09:30:00Z. */
export const INJECTED_NOW = 1_793_611_800;

/** Every signature case by id, signed with `node:crypto` alone. @param now the receiver's clock, in Unix seconds */
export const signatureCasesAt: (now: number) => ReadonlyMap<string, SignatureCase> = oncePerKey(now => {
  const cases = Object.entries(TABLES).flatMap(([name, table]) => table.cases(draftAt(name, now)).flat());
  return new Map(cases.map(each => [each.id, each]));
});

/** Every signature case for a receiver whose clock shows `INJECTED_NOW`. */
export const signatureCases = (): readonly SignatureCase[] => [...signatureCasesAt(INJECTED_NOW).values()];

/** The requirements that a right answer shows. */
export function requirementsOf({ id, expected, reason }: SignatureCase): readonly string[] {
  const table = TABLES[id.split('/')[0] ?? '']?.requirement ?? 'receiver.rejects-mismatch';
  const mismatch = expected === 'reject' && reason === 'signature-mismatch';
  const own = reason?.startsWith('timestamp-too-')
    ? 'receiver.tolerance'
    : mismatch
      ? 'receiver.rejects-mismatch'
      : table;
  return [...new Set([own, table, expected === 'accept' ? 'signature.hmac' : 'receiver.rejects-mismatch'])];
}

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
