import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCommand, callRun, runSimulated, schemaProblems, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const ADAPTER = new URL('../gate/awkward-adapter.ts', import.meta.url).pathname;

const SCHEMA = JSON.parse(
  readFileSync(new URL('../../harness/contract/generated/verdict.schema.json', import.meta.url), 'utf8'),
);

const verify = async (verdict: string, ...more: readonly string[]) => {
  const { code, stdout, stderr } = await callCommand(['verify-run', verdict, ...more, '--json']);
  return { code, stderr, data: stdout === '' ? {} : JSON.parse(stdout) };
};

/** By command line: its run. Tests change copies of what it has written. */
const made = new Map<string, ReturnType<typeof callRun>>();

/** Runs a command once, and keeps what it takes to recompute its verdict. @returns a new folder that holds it */
async function keep(...args: readonly string[]): Promise<string> {
  const key = args.join(' ');
  const run = made.get(key) ?? callRun(args);
  made.set(key, run);
  const [{ folder: from }, folder] = [await run, newFolder()];
  for (const file of ['run.ndjson', 'baseline.json', 'verdict.json', 'facts.json', 'summary.json'])
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(folder, file));
  return folder;
}

afterAll(async () => {
  for (const run of await Promise.all(made.values())) run[Symbol.dispose]();
});

const drive = (...more: readonly string[]) =>
  keep('run', '--target', 'embedded', '--only', 'collection/happy-path', ...more);
const gate = (behavior: string) => keep('gate', '--only', 'verify', '--', process.execPath, ADAPTER, behavior);

/** Runs of every kind, by what they are. */
const RUNS: { readonly [kind: string]: () => Promise<string> } = {
  'a conformant run': () => drive(),
  'a run with a breach': () => drive('--fault', 'completed-missing'),
  'a run beside a baseline': async () => drive('--baseline', await drive()),
  'the gate of a right SDK': () => gate('none'),
  'the gate of a wrong SDK': () => gate('error:verify'),
};

test.for(Object.keys(RUNS))('The verdict of %s is recomputed from its record alone', async kind => {
  const folder = (await RUNS[kind]?.()) ?? '';
  const verdict = join(folder, 'verdict.json');
  const stated = readFileSync(verdict, 'utf8');
  expect(schemaProblems(SCHEMA, JSON.parse(stated))).toBeNull();
  expect(await verify(verdict)).toMatchObject({ code: 0, data: { same: true, differences: [] } });
  const again = await callCommand(['replay', folder, '--expect', verdict]);
  expect([again.code, again.stdout.split(' ')[0]]).toEqual([0, 'THE']);
  await callCommand(['replay', folder]);
  expect(await verify(verdict)).toMatchObject({ code: 0, data: { same: true } });
});

test('A changed verdict, record or version is never taken for the same', async () => {
  const folder = (await RUNS['a conformant run']?.()) ?? '';
  const verdict = join(folder, 'verdict.json');
  const stated = readFileSync(verdict, 'utf8');
  const changed = async (from: string | RegExp, to: string) => {
    const file = join(newFolder(), 'verdict.json');
    writeFileSync(file, stated.replace(from, to));
    return verify(file, folder);
  };
  expect(await changed('"status":"verified"', '"status":"not-testable"')).toMatchObject({ code: 1 });
  expect(await changed('"result":"PASSED"', '"result":"WARNED"')).toMatchObject({ code: 1 });
  expect(await changed('"seed":', '"seed":1')).toMatchObject({ code: 1 });
  expect(
    await changed(/"sha256":"\w{64}"\},"name":"run.ndjson"/, `"sha256":"${'0'.repeat(64)}"},"name":"run.ndjson"`),
  ).toMatchObject({ code: 2, stderr: expect.stringContaining('record-differs') });
  expect(await changed('"version":"1.0.0"', '"version":"0.9.0"')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('npx onramp-harness@0.9.0 verify-run'),
  });
  expect(await changed('"predicate"', '"other"')).toMatchObject({ code: 2 });
  const copy = newFolder();
  writeFileSync(join(copy, 'run.ndjson'), readFileSync(join(folder, 'run.ndjson'), 'utf8').replace('202', '200'));
  expect(await verify(verdict, copy)).toMatchObject({ code: 2, stderr: expect.stringContaining('record-altered') });
});

test('A run that is incomplete, or judged with a secret that its record does not hold, states no verdict', async () => {
  const { out, code } = await runSimulated({ args: [], folder: newFolder(), orders: 0 });
  expect([code, existsSync(join(out, 'verdict.json'))]).toEqual([4, false]);
  const folder = (await RUNS['a conformant run']?.()) ?? '';
  await callCommand(['replay', folder], { SIGNING_SECRET: 'whsec_other' });
  expect(existsSync(join(folder, 'verdict.json'))).toBe(false);
});

test('league writes one row for each verdict', async () => {
  const folder = newFolder();
  for (const kind of ['the gate of a right SDK', 'the gate of a wrong SDK']) {
    const text = readFileSync(join((await RUNS[kind]?.()) ?? '', 'verdict.json'), 'utf8');
    const version = kind.includes('right') ? '1.10.0' : '1.9.0';
    mkdirSync(join(folder, version));
    const named = text.replace(/"name":"[^"]*","version":"[^"]*"/, `"name":"sdk","version":"${version}"`);
    expect(named).not.toBe(text);
    writeFileSync(join(folder, version, 'verdict.json'), named);
  }
  const out = join(newFolder(), 'league');
  const { stdout, code } = await callCommand(['league', folder, '--out', out, '--json']);
  const { rows } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(rows).toMatchObject([
    { name: 'sdk', version: '1.9.0', verdict: 'nonconformant' },
    { name: 'sdk', version: '1.10.0', verdict: 'conformant', violated: [] },
  ]);
  expect(readFileSync(join(out, 'league.md'), 'utf8')).toContain('| sdk | 1.10.0 |');
  const none = await callCommand(['league', newFolder()]);
  expect([none.code, none.stderr.split(':')[0]]).toEqual([2, 'league-empty']);
});
