import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { besideSandbox, callCommand, callSimulated, temporaryFolders } from '#testing';

const emptyFolder = temporaryFolders();

function summaryIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
}

/** Both shards of one run, against one service. */
const shards = { one: emptyFolder(), two: emptyFolder() };

describe('The shards of a run', () => {
  beforeAll(async () => {
    await besideSandbox({}, async ({ url, world }) => {
      for (const [folder, shard] of [
        [shards.one, '1/2'],
        [shards.two, '2/2'],
      ] as const) {
        const args = ['run', '--suite', 'contract', '--shard', shard, '--seed', '7', '--out', folder];
        expect((await callCommand(args, { SANDBOX_URL: url }, folder, world)).code).toBe(0);
      }
    });
  });

  test('are judged once over their union, and `replay` gives the same result', async () => {
    const out = emptyFolder();
    const { code, stdout } = await callCommand(['merge', shards.one, shards.two, '--out', out, '--json']);
    expect(code).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ verdict: 'conformant', counts: { passed: 5 } });
    const exchanges = [shards.one, shards.two].map(folder => summaryIn(folder).observed.exchanges);
    expect(summary.observed.exchanges).toBe(exchanges[0] + exchanges[1]);
    expect(JSON.parse((await callCommand(['replay', out, '--json'])).stdout)).toEqual(summary);
  });

  test('are incomplete if one is missing, which the report names', async () => {
    const { code, stdout } = await callCommand(['merge', shards.two, '--out', emptyFolder()]);
    expect(stdout).toContain('shard 1 of 2 is missing from the merged runs');
    expect(code).toBe(4);
  });

  test('of two targets cannot be merged: exit code 2', async () => {
    const embedded = emptyFolder();
    await callSimulated(['run', '--shard', '1/2', '--suite', 'contract', '--out', embedded]);
    const { code, stderr } = await callCommand(['merge', shards.two, embedded, '--out', emptyFolder()]);
    expect(stderr).toContain('targets-differ');
    expect(stderr).toContain('the embedded sandbox');
    expect(code).toBe(2);
  });

  test.each(['0/2', '3/2', '1', '1/0', 'a/b'])('are counted from 1: --shard %s is a usage error', async shard => {
    const { code, stderr } = await callCommand(['run', '--shard', shard]);
    expect(stderr).toContain('such as 2/3');
    expect(code).toBe(2);
  });
});

test('A breach that occurs in only one shard is in the result of the shard and of the merged run', async () => {
  const folders = [emptyFolder(), emptyFolder()];
  for (const [nth, folder] of folders.entries()) {
    const args = ['run', '--suite', 'collection', '--orders', '40', '--seed', '7', '--out', folder];
    await callSimulated([...args, '--shard', `${nth + 1}/2`, '--fault', 'completed-after-fail']);
  }
  const out = emptyFolder();
  const { code } = await callCommand(['merge', ...folders, '--out', out]);
  expect(summaryIn(out).findings.map(({ check }: { check: string }) => check)).toContain('order');
  expect(code).toBe(1);
});

describe('Merging two runs of a gate', () => {
  const ADAPTER = fileURLToPath(new URL('../gate/awkward-adapter.ts', import.meta.url));

  /** Runs one case against an adapter whose `verify` answers with an error. */
  async function gated(id: string, how = 'error:verify') {
    const folder = emptyFolder();
    const { code } = await callCommand([
      ...['gate', '--out', folder, '--seed', '5', '--case', id, '--', process.execPath, ADAPTER, how],
    ]);
    return { folder, code };
  }

  test('that both failed fails, with the findings of both', async () => {
    const runs = [await gated('verify/tolerance/300-s-ago'), await gated('verify/tolerance/now')];
    const out = emptyFolder();
    const { code } = await callCommand(['merge', ...runs.map(({ folder }) => folder), '--out', out]);
    expect([...runs.map(run => run.code), code]).toEqual([1, 1, 1]);
    const { verdict, findings } = summaryIn(out);
    expect(verdict).toBe('nonconformant');
    const seen = findings.flatMap(({ evidence }: { evidence: readonly string[] }) => evidence);
    expect(seen).toEqual(expect.arrayContaining(['verify/tolerance/300-s-ago', 'verify/tolerance/now']));
  });
});
