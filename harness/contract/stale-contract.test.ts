import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../testing/temporary-folders.ts';

const newFolder = temporaryFolders();

const root = new URL('../../', import.meta.url);

/** A copy of what the contract consists of, with its module. */
async function copied() {
  const copy = newFolder();
  for (const part of ['openapi', 'scripts/generate', 'harness', 'package.json'])
    cpSync(new URL(part, root), join(copy, part), { recursive: true });
  const { href } = pathToFileURL(join(copy, 'harness/contract/service.ts'));
  return { copy, ...((await import(href)) as typeof import('./service.ts')) };
}

test('Refuses YAML that was edited since the last generation, and names the remedy', async () => {
  const { copy, source, refuseStaleContract } = await copied();
  appendFileSync(join(copy, 'openapi/gaps.yaml'), '# edited\n');
  expect(source('requirements')).toHaveLength((await import('./requirements.ts')).requirements().size);
  expect(() => source('gaps')).toThrow(
    expect.objectContaining({
      code: 'contract-stale',
      kind: 'unreachable',
      details: expect.objectContaining({ next: 'npm run generate' }),
    }),
  );
  expect(() => refuseStaleContract()).toThrow(expect.objectContaining({ code: 'contract-stale' }));
});

test('Refuses validators that were generated from another contract', async () => {
  const { copy, refuseStaleContract } = await copied();
  refuseStaleContract();
  appendFileSync(join(copy, 'harness/contract/generated/validators.js'), '// of another contract\n');
  expect(() => refuseStaleContract()).toThrow(expect.objectContaining({ code: 'contract-stale', kind: 'unreachable' }));
});
