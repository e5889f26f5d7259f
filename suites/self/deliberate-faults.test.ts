import { expect, test } from 'vitest';
import { callRun } from '#testing';

test('A run with a fault exits 1 with a finding, and the printed command reproduces it', async () => {
  const requirement = 'webhook.at-least-once';
  const env = { REDELIVERY_TIMEOUT_MS: '1500' };
  using run = await callRun(['run', '--suite', 'collection', '--orders', '40', '--fault', 'no-redelivery'], env);
  expect(run.code).toBe(1);
  const own = run.summary().findings.filter(found => found.requirement === requirement);
  expect(JSON.stringify(own)).toMatch(/is not sent again/);
  const told = run.read('report.md').split(/^#{3,4} F\d+\. /m);
  const part = told.slice(1).find(text => text.includes(`\`${requirement}\``)) ?? '';
  const [, again = ''] = /^npm run -s harness -- (run .+)$/m.exec(part) ?? [];
  expect(again).toContain('--only ');
  using repeated = await callRun(again.split(' '), env);
  expect(repeated.summary().requirements).toContainEqual(
    expect.objectContaining({ id: requirement, status: 'violated' }),
  );
});
