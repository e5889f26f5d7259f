import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalledRun, callCommand, callRun, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const ADAPTER = new URL('../gate/awkward-adapter.ts', import.meta.url).href;

const folder = newFolder();
const adapter = join(folder, 'adapter.mjs');
const runs: CalledRun[] = [];

async function call(...args: readonly string[]): Promise<CalledRun> {
  const run = await callRun(args);
  runs.push(run);
  return run;
}

/** Runs the gate. Both SDKs have the same command line and name, so that only their behaviour differs. */
function gate(behavior: 'right' | 'broken', seed: number): Promise<CalledRun> {
  const argument = behavior === 'right' ? '' : 'error:verify';
  writeFileSync(adapter, `process.argv[2] = '${argument}';\nawait import('${ADAPTER}');\n`);
  return call('gate', '--only', 'verify', '--seed', String(seed), '--', process.execPath, adapter);
}

const parts = new Map<string, CalledRun>();
beforeAll(async () => {
  for (const behavior of ['right', 'broken'] as const)
    for (const seed of [5, 6]) parts.set(`${behavior} ${seed}`, await gate(behavior, seed));
  expect([...parts.values()].map(({ code }) => code)).toEqual([0, 0, 1, 1]);
});
afterAll(() => {
  for (const run of runs) run[Symbol.dispose]();
});

const statusesOf = (run: CalledRun) => run.summary().requirements.map(({ id, status }) => [id, status]);
const requirementsOf = (run: CalledRun) => new Set(run.summary().findings.map(({ requirement }) => requirement));
const failedIn = (run: CalledRun) =>
  new Set(run.summary().scenarios.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])));
const breachesIn = (run: CalledRun) =>
  run.summary().findings.reduce((sum, { severity, count }) => sum + (severity === 'breach' ? count : 0), 0);

test.each([
  [['right 5', 'right 6'], 'conformant', 0],
  [['right 5', 'broken 6'], 'nonconformant', 1],
  [['broken 5', 'right 6'], 'nonconformant', 1],
  [['broken 5', 'broken 6'], 'nonconformant', 1],
  [['broken 5'], 'nonconformant', 1],
])(
  'Gate runs of one SDK, %j, merge to a %s run that has all that was wrong in one of them',
  async (of, verdict, code) => {
    const own = of.flatMap(name => parts.get(name) ?? []);
    const merged = await call('merge', ...own.map(part => part.folder));
    expect(merged.code).toBe(code);
    expect(merged.summary()).toMatchObject({ verdict, exitCode: code, cause: code === 0 ? 'none' : 'sdk' });
    const union = (read: (run: CalledRun) => ReadonlySet<string>) =>
      own.map(read).reduce((all, some) => all.union(some), new Set<string>());
    expect(requirementsOf(merged)).toEqual(union(requirementsOf));
    expect(failedIn(merged)).toEqual(union(failedIn));
    expect(merged.summary().counts.failed).toBe(failedIn(merged).size);
    expect(breachesIn(merged)).toBeGreaterThanOrEqual(Math.max(...own.map(breachesIn)));
    expect(merged.read('junit.xml').includes('<failure')).toBe(code === 1);
    const [first] = own.filter(part => part.code === code);
    if (own.every(part => part.code === code)) expect(statusesOf(merged)).toEqual(first && statusesOf(first));
    const replayed = await callCommand(['replay', merged.folder, '--json']);
    expect([replayed.code, JSON.parse(replayed.stdout)]).toEqual([code, merged.summary()]);
  },
);
