import { expect, test } from 'vitest';
import { View } from '../evidence/view.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import { judge } from './checks/judge.ts';
import { requestId } from './checks/request-id.ts';
import { nameConditions } from './where-found.ts';

/** A response: its status, whether it lacks a request-id, and what the call was made for. */
type Call = readonly [status: number, lacks: boolean, condition?: 'without-key'];
const OK: readonly Call[] = Array.from({ length: 4 }, () => [200, false]);

test.each<readonly [readonly (string | undefined)[], readonly Call[]]>([
  [['status 401, in all 2; the other 5 are right'], [...OK, [404, false], [401, true], [401, true]]],
  [['status 401, in 1 of 2; the other 4 are right'], [...OK, [401, true], [401, false]]],
  [['without a key, in all 2; the other 4 are right'], [...OK, [401, true, 'without-key'], [403, true, 'without-key']]],
  [
    ['status 401; the other 4 are right', undefined],
    [...OK, [401, true], [200, true]],
  ],
  [
    [undefined],
    [
      [200, false],
      [401, true],
    ],
  ],
])('Findings name the condition under which alone they are seen: %j', (only, calls) => {
  const run = aRun();
  for (const [status, lacks, condition] of calls)
    run.exchange('getOnrampOrder', {
      ...{ status, ...(lacks && { headers: [] }), ...(condition && { condition }) },
    });
  const found = nameConditions(
    View.of(run.evidence, INTERPRETATION),
    judge(run.evidence, [INTERPRETATION], [requestId]),
  );
  expect(found.map(finding => finding.only)).toEqual(only);
});
