import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseKnownFailures } from '../cli/commands/run.ts';
import { readSettings } from '../settings/settings.ts';
import { isInstalled } from './is-installed.ts';

const GITHUB = resolve(import.meta.dirname, '../../.github');
const ROOT = resolve(GITHUB, '..');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: { readonly [name: string]: string };
}
interface Job {
  /** Absent if the job is another workflow. */
  readonly steps?: readonly Step[];
  readonly uses?: string;
  readonly permissions?: { readonly [scope: string]: string };
  readonly 'timeout-minutes'?: number;
  readonly env?: { readonly [name: string]: string };
  readonly needs?: string;
}
interface Workflow {
  readonly on: { readonly [event: string]: unknown };
  readonly permissions: unknown;
  readonly jobs: { readonly [name: string]: Job };
}

const filesIn = (folder: string) => readdirSync(join(GITHUB, folder)).map(name => join(GITHUB, folder, name));
const workflows = filesIn('workflows')
  .filter(path => path.endsWith('.yml'))
  .map(path => [path.slice(GITHUB.length + 1), read(path)] as const);

function read(path: string): Workflow {
  return parse(readFileSync(path, 'utf8'));
}

describe.each(workflows)('%s', (_name, { jobs, permissions }) => {
  const steps = Object.values(jobs).flatMap(job => job.steps ?? []);

  test('pins every action to a commit, or uses one of this repository', () => {
    const uses = steps.flatMap(step => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^(\.\/\.github\/actions\/\w+|[\w-]+\/[\w-]+@[0-9a-f]{40})$/);
  });

  test('may only read the repository, except in jobs that declare more', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(Object.values(job.permissions ?? {})).not.toContain('write-all');
  });

  test('passes values to scripts only through the environment, and its scripts are well formed', () => {
    for (const { run } of steps) {
      if (run === undefined) continue;
      expect(run).not.toContain('${{');
      execFileSync('bash', ['-n'], { input: run });
    }
  });

  test('limits the time of each job, persists no token, and keeps artifacts after a failure', () => {
    for (const { uses, 'timeout-minutes': limit } of Object.values(jobs))
      if (uses === undefined) expect(limit).toBeLessThanOrEqual(60);
      else expect(uses).toMatch(/^\.\/\.github\/workflows\/\w+\.yml$/);
    for (const { uses = '', with: given, if: condition } of steps) {
      if (uses.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false);
      if (uses.startsWith('actions/upload-artifact@')) expect(condition).toBe('always()');
    }
  });
});

test.skipIf(!isInstalled('shellcheck'))('Shell scripts pass their linter', () => {
  const folders = ['.github/scripts', '.github/actions/gate', 'scripts'].map(folder => join(ROOT, folder));
  const scripts = folders.flatMap(folder => readdirSync(folder).map(name => join(folder, name)));
  const { stdout, status } = spawnSync('shellcheck', [
    ...scripts.filter(path => path.endsWith('.sh')),
    join(ROOT, '.ci/run'),
  ]);
  expect({ status, stdout: stdout.toString() }).toEqual({ status: 0, stdout: '' });
});

const actions = filesIn('actions').map(folder => parse(readFileSync(join(folder, 'action.yml'), 'utf8')));

test('The composite actions pin their dependencies, and pass values to scripts only through the environment', () => {
  expect(actions.length).toBeGreaterThan(1);
  for (const { runs } of actions)
    for (const { uses, run, shell } of runs.steps as readonly (Step & { readonly shell?: string })[]) {
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      else expect(shell).toBe('bash');
      expect(run ?? '').not.toContain('${{');
      execFileSync('bash', ['-n'], { input: run ?? '' });
    }
});

test('The composite actions read only inputs that they declare', () => {
  for (const { inputs = {}, runs } of actions)
    for (const [, name] of JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g))
      expect(Object.keys(inputs)).toContain(name);
});

const nightly = read(join(GITHUB, 'workflows/nightly.yml'));

test('The nightly run accepts every setting of .env.example as a secret or a variable', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const settings = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const { SHARD: _, SHARDS: __, TUNNEL_TOKEN: ___, ...env } = nightly.jobs.drive?.env ?? {};
  expect(settings.length).toBeGreaterThan(20);
  expect(env).toEqual(Object.fromEntries(settings.map(name => [name, `\${{ secrets.${name} || vars.${name} }}`])));
  expect(() => readSettings({ TUNNEL: '', SANDBOX_URL: '' })).not.toThrow();
});

test('The nightly run applies a readable list of known failures', () => {
  const list = readFileSync(join(ROOT, 'known-failures.yaml'), 'utf8');
  expect(parseKnownFailures(list, 'known-failures.yaml')).toEqual([]);
});
