import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { besideSandbox, callCommand, temporaryFolders } from '#testing';

const emptyFolder = temporaryFolders();

function summaryIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
}

/** Both shards of one run, against one service. */
const shards = { one: emptyFolder(), two: emptyFolder() };

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

test('The shards of a run are judged once over their union, and `replay` gives the same result', async () => {
  const out = emptyFolder();
  const { code, stdout } = await callCommand(['merge', shards.one, shards.two, '--out', out, '--json']);
  expect(code).toBe(0);
  const summary = JSON.parse(stdout);
  expect(summary).toMatchObject({ verdict: 'conformant', counts: { passed: 5 } });
  const exchanges = [shards.one, shards.two].map(folder => summaryIn(folder).observed.exchanges);
  expect(summary.observed.exchanges).toBe(exchanges[0] + exchanges[1]);
  expect(JSON.parse((await callCommand(['replay', out, '--json'])).stdout)).toEqual(summary);
});

test('A run is incomplete if one of its shards is missing, and the report names the shard', async () => {
  const { code, stdout } = await callCommand(['merge', shards.two, '--out', emptyFolder()]);
  expect(stdout).toContain('shard 1 of 2 is missing from the merged runs');
  expect(code).toBe(4);
});
