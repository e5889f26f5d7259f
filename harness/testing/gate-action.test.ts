import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from './temporary-folders.ts';

const newFolder = temporaryFolders();

const SCRIPT = resolve(import.meta.dirname, '../../.github/actions/gate/gate.sh');
/** Installs a harness that fails as if the adapter did not start. */
const NPM = String.raw`#!/bin/sh
mkdir -p "$3/node_modules/.bin"
printf '#!/bin/sh\necho "adapter-unusable: the adapter cannot start\n  next: try it by hand" >&2; exit 2\n' \
  > "$3/node_modules/.bin/onramp-harness"
chmod +x "$3/node_modules/.bin/onramp-harness"
`;

/** Runs the script of the action like a step. What it installs cannot judge an SDK. */
function step(inputs: { readonly [name: string]: string }) {
  const runner = newFolder();
  mkdirSync(join(runner, 'bin'));
  const files = { GITHUB_OUTPUT: join(runner, 'output'), GITHUB_STEP_SUMMARY: join(runner, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const defaults = { VERSION: '1.0.0', TARBALL: '', ONLY: '', PACT: '', ADAPTER: 'true' };
  const env = {
    ...{ ...defaults, ...files, HOME: runner, RUNNER_TEMP: runner, REPORT: join(runner, 'report') },
    ...{ PATH: `${join(runner, 'bin')}:${process.env.PATH}`, ...inputs },
  };
  if (inputs.NPM !== undefined) {
    writeFileSync(join(runner, 'bin/npm'), inputs.NPM);
    chmodSync(join(runner, 'bin/npm'), 0o755);
  }
  const { status, stdout, stderr } = spawnSync(SCRIPT, { cwd: runner, env, encoding: 'utf8' });
  expect({ status, stack: /^.* at .*\d$/m.exec(stderr) }).toEqual({ status: 0, stack: null });
  return { stdout, stderr, output: readFileSync(files.GITHUB_OUTPUT, 'utf8') };
}

test('The action reports a tarball that is not the harness', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'none.tgz'), 'not a tarball');
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), '{ "name": "other" }');
  spawnSync('tar', ['-czf', join(folder, 'other.tgz'), '-C', folder, 'package']);
  for (const name of ['none.tgz', 'other.tgz', 'missing.tgz']) {
    const { stdout, stderr, output } = step({ TARBALL: join(folder, name) });
    expect({ output, stderr }).toEqual({ output: 'exit-code=2\n', stderr: '' });
    expect(stdout).toBe(`::error::The input tarball is not a packed onramp-harness: ${join(folder, name)}\n`);
  }
});

test('The action reports that npm cannot reach its registry', () => {
  const { stdout, stderr, output } = step({
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
  });
  expect({ output, stderr }).toEqual({ output: 'exit-code=3\n', stderr: '' });
  expect(stdout).toBe('::error::npm cannot reach its registry to install onramp-harness@1.0.0 (ECONNREFUSED)\n');
});

test('The action reports why an SDK was not judged', () => {
  const { stdout, stderr, output } = step({ NPM });
  expect(output).toBe('exit-code=2\n');
  expect(stdout).toBe('::error::The SDK was not judged: adapter-unusable: the adapter cannot start\n');
  expect(stderr).toContain('  next: try it by hand\n');
});
