import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

async function run(
  entry: { readonly [name: string]: string },
  fault?: string,
  drives = ['--only', 'contract/name-enquiry'],
) {
  const file = join(newFolder(), 'known.yaml');
  const whole = { requirement: 'response.request-id', reason: 'the proxy drops it', ticket: 'ABC-1', owner: 'me' };
  writeFileSync(file, JSON.stringify([{ ...whole, expires: '2999-12-31', ...entry }]));
  const out = join(newFolder(), 'out');
  const args = ['run', ...drives, '--known', file, '--out', out];
  const { code, stderr } = await callSimulated([...args, ...(fault === undefined ? [] : ['--fault', fault])]);
  const summary = code === 2 ? undefined : JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  return { code, stderr, summary };
}

test('A known failure becomes advice that names ticket and owner, and the requirement stays violated', async () => {
  const { code, summary } = await run({}, 'request-id-missing-on-errors');
  expect(summary.findings).toMatchObject([
    { requirement: 'response.request-id', severity: 'advice', likely: 'the proxy drops it' },
  ]);
  expect(summary.findings[0].message).toContain('ABC-1, until 2999-12-31');
  expect(summary.requirements).toContainEqual(
    expect.objectContaining({ id: 'response.request-id', status: 'violated' }),
  );
  expect(code).toBe(0);
});

test('A known failure that has expired fails the run, in addition to the breach', async () => {
  const { code, summary } = await run({ expires: '2020-01-01' }, 'request-id-missing-on-errors');
  expect(summary.findings.map(({ check, severity }: Record<string, string>) => [check, severity])).toContainEqual([
    'known-failures',
    'breach',
  ]);
  expect(code).toBe(1);
});

test('A known failure that is no longer needed fails the run', async () => {
  const { code, summary } = await run({}, undefined, ['--orders', '40']);
  expect(summary.findings).toMatchObject([{ check: 'known-failures', severity: 'breach' }]);
  expect(summary.message).toContain('is no longer needed');
  expect(code).toBe(1);
});

test('A known failure does not fail a partial run in which the failure does not occur', async () => {
  expect((await run({})).code).toBe(0);
});

test('A known failure without a requirement, an owner or a date is a usage error', async () => {
  const misspelt = await run({ requirement: 'response.request-idd' });
  expect(misspelt.stderr).toContain('did you mean response.request-id?');
  expect([misspelt.code, (await run({ owner: '' })).code, (await run({ expires: 'soon' })).code]).toEqual([2, 2, 2]);
});
