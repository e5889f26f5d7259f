import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolders } from '../testing/temporary-folders.ts';

const newFolder = temporaryFolders();

const root = new URL('../../', import.meta.url);

test('Refuses YAML that was edited since the last generation, and names the remedy', async () => {
  const copy = newFolder();
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const part of ['openapi', 'scripts/generate', 'harness', 'package.json']) {
    cpSync(new URL(part, root), join(copy, part), { recursive: true });
  }
  appendFileSync(join(copy, 'openapi/gaps.yaml'), '# edited\n');
  const { source, refuseStaleContract } = (await import(
    pathToFileURL(join(copy, 'harness/contract/source.ts')).href
  )) as typeof import('./source.ts');
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
  const copy = newFolder();
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const part of ['openapi', 'scripts/generate', 'harness', 'package.json']) {
    cpSync(new URL(part, root), join(copy, part), { recursive: true });
  }
  const { refuseStaleContract } = (await import(
    pathToFileURL(join(copy, 'harness/contract/source.ts')).href
  )) as typeof import('./source.ts');
  refuseStaleContract();
  appendFileSync(join(copy, 'harness/contract/generated/validators.js'), '// of another contract\n');
  expect(() => refuseStaleContract()).toThrow(expect.objectContaining({ code: 'contract-stale', kind: 'unreachable' }));
});
