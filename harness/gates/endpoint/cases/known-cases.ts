import { HarnessError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/nearest.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import { CREDIT_CASES } from './credit-cases.ts';
import { HTTP_CASES } from './http-cases.ts';
import { SIGNATURE_CASES } from './signature-cases.ts';

/** Every case but the crash, which needs a command. The first runs before all others. */
export const KNOWN_CASES: readonly EndpointCase[] = [...CREDIT_CASES, ...SIGNATURE_CASES, ...HTTP_CASES];

/** The case of an id. @throws HarnessError `case-unknown` (usage) */
export function caseOf(id: string, known: readonly EndpointCase[]): EndpointCase {
  const found = known.find(each => each.id === id);
  if (found !== undefined) return found;
  const ids = known.map(each => each.id);
  throw new HarnessError('case-unknown', 'usage', `there is no case "${id}" for this endpoint${didYouMean(id, ids)}`, {
    next: 'findings name their cases; junit.xml lists all cases',
  });
}
