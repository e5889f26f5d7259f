import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalledRun, callCommand, callRun, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const ADAPTER = new URL('../gate/awkward-adapter.ts', import.meta.url).href;

describe('Gate runs of one SDK', () => {
  const folder = newFolder();
  const adapter = join(folder, 'adapter.mjs');
  const runs: CalledRun[] = [];

  /** Runs the gate. Both SDKs have one command line and one name, so that only their behavior differs. */
  async function gate(behavior: 'right' | 'broken', seed: number): Promise<CalledRun> {
    const argument = behavior === 'right' ? '' : 'error:verify';
    writeFileSync(adapter, `process.argv[2] = '${argument}';\nawait import('${ADAPTER}');\n`);
    const run = await callRun(['gate', '--only', 'verify', '--seed', String(seed), '--', process.execPath, adapter]);
    runs.push(run);
    return run;
  }

  async function merge(...parts: readonly CalledRun[]): Promise<CalledRun> {
    const run = await callRun(['merge', ...parts.map(part => part.folder)]);
    runs.push(run);
    return run;
  }

  let right: readonly [CalledRun, CalledRun];
  let broken: readonly [CalledRun, CalledRun];
  /** The merge of both that are broken. */
  let merged: CalledRun;
  beforeAll(async () => {
    right = [await gate('right', 5), await gate('right', 6)];
    broken = [await gate('broken', 5), await gate('broken', 6)];
    expect([...right, ...broken].map(({ code }) => code)).toEqual([0, 0, 1, 1]);
    merged = await merge(...broken);
  });
  afterAll(() => {
    for (const run of runs) run[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  test('that are both nonconformant merge to a nonconformant run with the same findings', () => {
    const summary = merged.summary();
    expect(merged.code).toBe(1);
    expect(summary).toMatchObject({ verdict: 'nonconformant', exitCode: 1, cause: 'sdk' });
    const requirementsOf = (run: CalledRun) => new Set(run.summary().findings.map(({ requirement }) => requirement));
    expect(requirementsOf(merged)).toEqual(requirementsOf(broken[0]).union(requirementsOf(broken[1])));
    const counted = (run: CalledRun) =>
      run.summary().findings.reduce((sum, { severity, count }) => sum + (severity === 'breach' ? count : 0), 0);
    expect(counted(merged)).toBeGreaterThanOrEqual(Math.max(...broken.map(counted)));
  });

  test('fail every case that failed in one of them', () => {
    const summary = merged.summary();
    const failed = (run: CalledRun) =>
      run
        .summary()
        .scenarios.filter(({ status }) => status === 'failed')
        .map(({ id }) => id);
    const expected = new Set([...failed(broken[0]), ...failed(broken[1])]);
    expect(new Set(summary.scenarios.filter(({ status }) => status === 'failed').map(({ id }) => id))).toEqual(
      expected,
    );
    expect(summary.counts.failed).toBe(expected.size);
  });

  test('of which one is nonconformant merge to a nonconformant run, in either order', async () => {
    for (const parts of [
      [right[0], broken[1]],
      [broken[0], right[1]],
    ]) {
      const merged = await merge(...parts);
      expect(merged.code).toBe(1);
      expect(merged.summary()).toMatchObject({ verdict: 'nonconformant' });
    }
  });

  test('that are both conformant verify the union of what each verified', async () => {
    const merged = await merge(...right);
    const statusesOf = (run: CalledRun) => run.summary().requirements.map(({ id, status }) => [id, status]);
    expect(merged.code).toBe(0);
    expect(statusesOf(merged)).toEqual(statusesOf(right[0]));
    expect(statusesOf(merged).filter(([, status]) => status === 'verified').length).toBeGreaterThan(0);
  });

  test('that are merged have the same verdict, findings and statuses in a replay', async () => {
    const { code, stdout } = await callCommand(['replay', merged.folder, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(merged.summary());
    expect(merged.read('junit.xml')).toContain('<failure');
  });

  test('keep everything if only one is merged', async () => {
    const [{ verdict, counts, requirements, findings }, merged] = [broken[0].summary(), await merge(broken[0])];
    expect(merged.summary()).toMatchObject({ verdict, counts, requirements });
    expect(merged.summary().findings.map(({ requirement, count }) => [requirement, count])).toEqual(
      findings.map(({ requirement, count }) => [requirement, count]),
    );
  });
});
