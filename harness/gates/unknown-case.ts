import { HarnessError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';

/** The error for `--case` with an unknown id: `case-unknown` (usage). @param of what the gate judges */
export function unknownCase(
  id: string,
  cases: readonly { readonly id: string }[],
  of: 'adapter' | 'endpoint',
): HarnessError {
  const near = didYouMean(
    id,
    cases.map(each => each.id),
  );
  return new HarnessError('case-unknown', 'usage', `there is no case "${id}" for this ${of}${near}`, {
    next: 'findings name their cases; junit.xml lists all cases',
  });
}
