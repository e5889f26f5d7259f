import { bodiesCases } from './cases/bodies.ts';
import { candidatesCases } from './cases/candidates.ts';
import { draftAt } from './cases/draft.ts';
import { layoutCases } from './cases/layout.ts';
import { otherPairsCases } from './cases/other-pairs.ts';
import { rotationCases } from './cases/rotation.ts';
import { schemesCases } from './cases/schemes.ts';
import { secretsCases } from './cases/secrets.ts';
import { severalTCases } from './cases/several-t.ts';
import { timestampCases } from './cases/timestamp.ts';
import { toleranceCases } from './cases/tolerance.ts';
import type { SignatureCase } from './signature-case.ts';

const TABLES = [
  toleranceCases,
  timestampCases,
  severalTCases,
  candidatesCases,
  rotationCases,
  secretsCases,
  schemesCases,
  otherPairsCases,
  bodiesCases,
  layoutCases,
];

/** Every known answer, signed for a receiver whose clock says `now` (whole Unix seconds). */
export function draftCases(now: number): readonly SignatureCase[] {
  const draft = draftAt(now);
  return TABLES.flatMap(table => table(draft));
}
