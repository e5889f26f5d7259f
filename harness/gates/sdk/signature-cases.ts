import { once } from '../../base/once.ts';
import { bodiesCases } from './cases/bodies.ts';
import { candidatesCases } from './cases/candidates.ts';
import { digestBytesCases } from './cases/digest-bytes.ts';
import { draftAt, type SignatureCase, type Table } from './cases/draft.ts';
import { incompleteCases } from './cases/incomplete.ts';
import { layoutCases } from './cases/layout.ts';
import { otherPairsCases } from './cases/other-pairs.ts';
import { rotationCases } from './cases/rotation.ts';
import { schemesCases } from './cases/schemes.ts';
import { secretsCases } from './cases/secrets.ts';
import { severalTCases } from './cases/several-t.ts';
import { timestampCases } from './cases/timestamp.ts';
import { toleranceCases } from './cases/tolerance.ts';

/** The tables of cases, by the first part of their ids. */
const TABLES: { readonly [table: string]: Table } = {
  tolerance: toleranceCases,
  t: timestampCases,
  'several-t': severalTCases,
  incomplete: incompleteCases,
  candidates: candidatesCases,
  rotation: rotationCases,
  secrets: secretsCases,
  schemes: schemesCases,
  'digest-bytes': digestBytesCases,
  others: otherPairsCases,
  body: bodiesCases,
  layout: layoutCases,
};

/** The clock of every receiver whose clock the gate sets, in Unix seconds: 2026-11-02T09:30:00Z. */
export const INJECTED_NOW = 1_793_611_800;

/** Every signature case for a receiver whose clock says `INJECTED_NOW`. Computed at the first call. */
export const signatureCases = once(() => signatureCasesAt(INJECTED_NOW));

let latest: { readonly now: number; readonly cases: ReadonlyMap<string, SignatureCase> } | undefined;

/** The signature case of an id at a time. One draft serves the cases of a second, which come one after another. */
export function signatureCaseAt(id: string, now: number): SignatureCase | undefined {
  if (latest?.now !== now) latest = { now, cases: new Map(signatureCasesAt(now).map(each => [each.id, each])) };
  return latest.cases.get(id);
}

/**
 * Every signature case, signed by `node:crypto` and never by the harness's own verifier.
 * @param now the receiver's clock, in whole Unix seconds
 */
function signatureCasesAt(now: number): readonly SignatureCase[] {
  return Object.entries(TABLES).flatMap(([name, table]) => table(draftAt(name, now)).flat());
}
