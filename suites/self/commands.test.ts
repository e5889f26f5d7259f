import { createHmac } from 'node:crypto';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand, callHarness, callSimulated, openSandbox, runSimulated, temporaryFolders } from '#testing';

const emptyFolder = temporaryFolders();

const BODY = '{"a": 1}';
const SECRET = 'whsec_known';

function bodyFile(): string {
  const file = join(emptyFolder(), 'body');
  writeFileSync(file, BODY);
  return file;
}

const header = (t: number) => `t=${t},v1=${createHmac('sha256', SECRET).update(`${t}.${BODY}`).digest('hex')}`;

test.concurrent('sign prints the signature header of the specification', async () => {
  const args = ['sign', '--body-file', bodyFile(), '--secret', SECRET, '--t', '1700000000'];
  expect(await callCommand(args)).toMatchObject({ stdout: `${header(1_700_000_000)}\n`, code: 0 });
});

test.concurrent('verify reads SIGNING_SECRET, and the body from stdin', async () => {
  const shell = `printf '%s' '${BODY}' | "$@"`;
  const args = ['verify', '--header', header(1_700_000_000), '--now', '1700000000', '--body-file', '-'];
  const { ended } = callHarness(args, { SIGNING_SECRET: SECRET }, undefined, shell);
  expect(await ended).toMatchObject({ stdout: 'accepted\n', code: 0 });
});

test.concurrent('simulate makes one call and prints the answer', async () => {
  const sandbox = await openSandbox();
  const env = { SANDBOX_URL: sandbox.url };
  const first = await callCommand(['simulate', await sandbox.newOrder(), 'deposit_detected', '--json'], env);
  const unknown = await callCommand(['simulate', 'no-such-order', 'expire'], env);
  await sandbox.close();
  expect(JSON.parse(first.stdout)).toMatchObject({ status: 202 });
  expect(first.code).toBe(0);
  expect(unknown.stdout).toMatch(/^404 /);
  expect(unknown.code).toBe(1);
});

test.concurrent('learn writes a dialect that a run accepts as configuration', async () => {
  const file = join(emptyFolder(), 'dialect.json');
  const learned = await callSimulated(['learn', '--out', file]);
  expect(learned.code).toBe(0);
  expect(learned.stderr).toMatch(/\d+ of \d+ keys observed/);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    ...{ signatureHeader: 'Service-Signature', timestampUnit: 's', eventId: '/id', eventType: '/type' },
    ...{ orderId: '/data/order_id', eventTypes: { disburse: 'disbursement.completed' }, simulateStatus: 202 },
  });
});

test.concurrent('learn --from a run writes a dialect whose twin is at parity; another dialect is apart', async () => {
  const folder = emptyFolder();
  const { out } = await runSimulated({ args: ['--only', 'collection/happy-path'], folder });
  const file = join(folder, 'dialect.json');
  const learned = await callCommand(['learn', '--from', out, '--out', file]);
  expect(learned).toMatchObject({ code: 0, stdout: '' });
  expect(learned.stderr).toContain('all observed behavior is modelled');
  const alike = await callCommand(['parity', out, '--dialect', file, '--json']);
  expect(JSON.parse(alike.stdout)).toMatchObject({ breaking: 0, notModelled: {} });
  expect(alike.code).toBe(0);
  const dialect = JSON.parse(readFileSync(file, 'utf8'));
  expect(dialect.evidence).toMatchObject({
    'retry.capMs': 'assumed',
    simulateStatus: expect.stringMatching(/^\d+ of \d+: x\d+/),
  });
  writeFileSync(file, JSON.stringify({ ...dialect, simulateStatus: 200 }));
  const apart = await callCommand(['parity', out, '--dialect', file]);
  expect(apart.stdout).toContain('✗ simulate.status (deposit_detected): 200 instead of 202');
  expect(apart.code).toBe(1);
});

test.concurrent('A target that differs from the configured dialect exits 1, naming the key', async () => {
  const folder = emptyFolder();
  const file = join(folder, 'dialect.json');
  writeFileSync(file, JSON.stringify({ simulateStatus: 200, eventTypes: { expire: 'quote.expired' } }));
  const only = ['happy-path', 'expiry'].flatMap(name => ['--only', `collection/${name}`]);
  const { code, summary } = await runSimulated({ args: [...only, '--dialect', file], folder });
  expect(code).toBe(1);
  expect(summary.findings.map(({ requirement }) => requirement).sort()).toEqual(['event.names', 'simulate.status']);
});

test.concurrent('replay reports the same findings, and a truncated record as interrupted', async () => {
  const out = emptyFolder();
  await callSimulated(['run', '--suite', 'contract', '--fault', 'request-id-missing-on-errors', '--out', out]);
  const before = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  rmSync(join(out, 'summary.json'));
  const replayed = await callCommand(['replay', out, '--json']);
  expect(JSON.parse(replayed.stdout)).toEqual(before);
  expect(replayed.code).toBe(1);
  const [{ id, message }] = before.findings;
  for (const name of ['F1', id]) {
    const { stdout } = await callCommand(['explain', name, '--run', out]);
    expect(stdout).toContain(message);
    expect(stdout).toMatch(/^breaks +response\.request-id \(Errors\): .*\.$/m);
    expect(stdout).toMatch(/- expected: .*\n +\+ received: /);
    expect(stdout).toMatch(
      /run --target embedded --only contract\/\S+ --seed \d+ --fault request-id-missing-on-errors$/m,
    );
  }
  const shown = await callCommand(['explain', 'response.request-id', '--run', out, '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ findings: ['F1'], aBreachLeadsTo: expect.any(String) });
  const unknown = await callCommand(['explain', 'F9', '--run', out]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('it has F1')]);
  const record = join(out, 'run.ndjson');
  truncateSync(record, readFileSync(record).length - 200);
  const cut = await callCommand(['replay', out, '--json']);
  expect(JSON.parse(cut.stdout)).toMatchObject({ verdict: 'interrupted' });
});

test.concurrent.each([
  ['event.completed-never-on-failure', 'completed-after-fail'],
  ['event.completed-never-on-failure', '“disbursement of a collection order completes (in the sandbox, after'],
  ['event-id', 'event.id (Signature header): Every event carries an id'],
  ['event.id', 'event-id: Every event has a unique id'],
])('explain %s prints %s', async (id, said) => {
  expect((await callCommand(['explain', id])).stdout).toContain(said);
});

test.concurrent('prove exits 0 if every case has the expected outcome', async () => {
  const only = ['--only', 'dialect 0', '--only', 'amount-as-number'];
  const { code, stdout } = await callCommand(['prove', '--simulated', '--dialects', '1', ...only, '--json']);
  expect(JSON.parse(stdout).rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['caught', 'green']);
  expect(code).toBe(0);
});
