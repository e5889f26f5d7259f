import { oncePerKey } from '../../base/once.ts';
import { CANDIDATE_TABLES } from './cases/candidates.ts';
import { DIGEST_TABLES } from './cases/digest.ts';
import { draftAt, type SignatureCase, type Tables } from './cases/draft.ts';
import { MESSAGE_TABLES } from './cases/message.ts';
import { TIME_TABLES } from './cases/time.ts';

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
