import { expect, test } from 'vitest';
import { callRun, type SummaryFile } from '#testing';

const FAULTS = [
  [
    'no-redelivery',
    'collection',
    'webhook.at-least-once',
    /is not sent again.*it did not come for the isolated retry \w+ either/,
  ],
  ['request-id-missing-on-errors', 'contract', 'response.request-id', /no request-id header/],
] as const;

function violatedIn({ requirements }: SummaryFile): readonly string[] {
  return requirements.filter(({ status }) => status === 'violated').map(({ id }) => id);
}

test.each(FAULTS)(
  'The fault %s exits 1 in the %s suite, with a finding on %s that names it',
  async (fault, suite, requirement, words) => {
    using run = await callRun(['run', '--suite', suite, '--orders', '40', '--fault', fault], {
      REDELIVERY_TIMEOUT_MS: '1500',
    });
    expect(run.code).toBe(1);
    const own = run.summary().findings.filter(found => found.requirement === requirement);
    expect(JSON.stringify(own)).toMatch(words);
    // The command that the report prints for this finding finds it again.
    const told =
      run
        .read('report.md')
        .split(/^#{3,4} F\d+\. /m)
        .slice(1)
        .find(part => part.includes(`\`${requirement}\``)) ?? '';
    const [, again = ''] = /^npm run -s harness -- (run .+)$/m.exec(told) ?? [];
    using repeated = await callRun(again.split(' '), { REDELIVERY_TIMEOUT_MS: '1500' });
    expect(again).toContain('--only ');
    expect(violatedIn(repeated.summary())).toContain(requirement);
  },
);
