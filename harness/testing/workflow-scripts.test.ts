import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolders } from './temporary-folders.ts';

const newFolder = temporaryFolders();

const SCRIPTS = resolve(import.meta.dirname, '../../.github/scripts');

/** A program that records its calls and answers with the matching line of `NAME.answers`. */
const STUB = String.raw`#!/usr/bin/env bash
here="$(dirname "$0")"
name="$(basename "$0")"
printf '%s %s\n' "$name" "$*" >> "$here/calls"
for word in "$@"; do if [ -f "$word" ]; then cat "$word" >> "$here/files"; fi; done
while IFS='|' read -r words code answer; do
  case "$*" in *"$words"*) [ -z "$answer" ] || printf '%b\n' "$answer"; exit "$code" ;; esac
done < "$here/$name.answers"
`;

/** The answers of the stubs: words of the call, an exit code and the output, as `words|code|answer`. */
type Answers = readonly string[];

interface Around {
  readonly gh?: Answers;
  readonly npm?: Answers;
  readonly files?: { readonly [path: string]: string };
  /** The working directory. Default: an empty folder. */
  readonly folder?: string;
}

/** Calls a script with stubs in place of `gh` and `npm`. */
function call(
  script: string,
  args: readonly string[],
  { gh = [], npm = [], files = {}, folder = newFolder() }: Around = {},
) {
  const bin = newFolder();
  for (const [name, answers] of Object.entries({ gh, npm })) {
    writeFileSync(join(bin, name), STUB);
    chmodSync(join(bin, name), 0o755);
    writeFileSync(join(bin, `${name}.answers`), answers.map(row => `${row}\n`).join(''));
  }
  for (const path of ['calls', 'files', 'output', 'summary']) writeFileSync(join(bin, path), '');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const env = {
    ...{ PATH: `${bin}:${process.env.PATH}`, HOME: folder, TMPDIR: bin },
    ...{ GITHUB_OUTPUT: join(bin, 'output'), GITHUB_STEP_SUMMARY: join(bin, 'summary') },
  };
  const { status, stdout, stderr } = spawnSync(join(SCRIPTS, script), args, { cwd: folder, env, encoding: 'utf8' });
  const read = (path: string) => readFileSync(join(bin, path), 'utf8');
  return {
    ...{ status, stdout, stderr, folder },
    ...{ calls: read('calls').split('\n'), sent: read('files'), output: read('output'), summary: read('summary') },
  };
}

const RECORDS = { 'shards/1/run.ndjson': '{}\n', 'shards/2/run.ndjson': '{}\n' };

test.each([0, 1, 3, 4])('judge-night.sh passes on exit code %d of the merge', code => {
  const { status, output, calls } = call('judge-night.sh', ['shards', 'night'], {
    files: RECORDS,
    npm: [`merge|${code}`],
  });
  expect(status).toBe(0);
  expect(output).toBe(`code=${code}\n`);
  expect(calls).toContain('npm run -s harness -- merge shards/1 shards/2 --out night');
});

test('judge-night.sh calls a night without any record unreachable', () => {
  const { status, output, summary, calls } = call('judge-night.sh', ['shards', 'night'], {});
  expect({ status, output }).toEqual({ status: 0, output: 'code=3\n' });
  expect(summary).toContain('No shard left a record');
  expect(calls).toEqual(['']);
});

const NIGHT = { 'night/report.md': '# The report\n', 'night/drift.md': '# The drift\n' };
const report = (code: string, open: string, files: { readonly [path: string]: string } = NIGHT) =>
  call('report-night.sh', ['night', code, 'https://example.test/run'], { files, gh: [`issue list|0|${open}`] });

test('report-night.sh opens one issue for the first failed night, starting with the changes', () => {
  const { status, calls, sent } = report('1', '');
  expect(status).toBe(0);
  expect(calls.filter(line => line.startsWith('gh issue create'))).toHaveLength(1);
  expect(sent).toMatch(/exit code 1: https:\/\/example\.test\/run\n\n# The drift\n# The report/);
});

test.each([
  [{ verdict: 'nonconformant', findings: [{ message: 'A breach' }] }, 'Night nonconformant: A breach'],
  [
    { verdict: 'nonconformant', findings: [{ message: 'A breach', likely: 'SIGNING_SECRET is wrong' }] },
    'Night nonconformant: SIGNING_SECRET is wrong',
  ],
  [{ verdict: 'unreachable', message: 'No\nanswer' }, 'Night unreachable: No answer'],
])('report-night.sh names the failure in the title: %j', (summary, title) => {
  const { calls } = report('1', '', { 'night/summary.json': JSON.stringify(summary) });
  expect(calls.find(line => line.startsWith('gh issue create'))).toContain(`--title ${title} --label nightly-run`);
});

test.each(['1', '3', '4'])('report-night.sh updates the open issue after a night with exit code %s', code => {
  const { status, calls } = report(code, '12');
  expect(status).toBe(0);
  expect(
    calls.filter(line => /^gh issue (create|edit|comment|close)/.test(line)).map(line => line.split(' ')[2]),
  ).toEqual(['edit', 'comment']);
});

test('report-night.sh closes the issue after a green night, and does nothing without an issue', () => {
  expect(report('0', '12').calls).toContainEqual(expect.stringMatching(/^gh issue close 12 /));
  expect(report('0', '').calls.filter(line => !line.includes('issue list'))).toEqual(['']);
});

test('report-night.sh reports a night without a report', () => {
  const { status, sent } = report('3', '', {});
  expect(status).toBe(0);
  expect(sent).toContain('exit code 3');
});

describe('compare-nights.sh', () => {
  const NIGHT = { 'night/summary.json': '{}' };

  test('prints the drift since the last green night, and keeps it beside the report', () => {
    const { status, stdout, folder } = call('compare-nights.sh', ['night'], {
      files: NIGHT,
      gh: ['run list|0|77', 'run download 77|0'],
      npm: ['drift|1|ALARM'],
    });
    expect(status).toBe(0);
    expect(stdout).toContain('## Since the last green night (run 77)\n\nALARM');
    expect(readFileSync(join(folder, 'night/drift.md'), 'utf8')).toBe(stdout);
  });

  test.each([
    ['no green night', NIGHT, ['run list|0'], 'There is no green night'],
    ['an expired artifact', NIGHT, ['run list|0|77', 'run download|1'], 'There is no green night'],
    ['no run of its own', {}, [], 'This night has no run'],
  ] as const)('reports that there is %s', (_what, files, gh, said) => {
    const { status, stdout } = call('compare-nights.sh', ['night'], { files, gh });
    expect(status).toBe(0);
    expect(stdout).toContain(said);
  });
});

const check = (tag: string, changelog: string) => {
  const files = { 'package.json': '{"version":"1.2.3"}', 'CHANGELOG.md': changelog };
  const { status, stdout } = call('check-tag.sh', [tag], { files });
  return { status, stdout };
};

test('check-tag.sh passes the tag of a version that the changelog describes', () => {
  expect(check('v1.2.3', '# Changelog\n\n## 1.2.3\n')).toEqual({ status: 0, stdout: '' });
});

test('check-tag.sh refuses another tag, and a version without a section', () => {
  expect(check('v1.2.4', '## 1.2.3\n')).toMatchObject({ status: 1, stdout: expect.stringContaining('not v1.2.3') });
  expect(check('v1.2.3', '## 1.2.30\n')).toMatchObject({ status: 1, stdout: expect.stringContaining('no section') });
});

const observe = (code: number) =>
  call('observe-night.sh', ['night'], {
    files: { 'night/run.ndjson': '{}\n' },
    npm: ['-- learn|0', `-- parity|${code}|# not a heading`, '-- observe|0|{"folder":"reports/observed/sandbox"}'],
  });

test('observe-night.sh writes the dialect beside the facts, and reports the parity of its twin', () => {
  const { status, calls, summary, stdout } = observe(0);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  const dialect = 'reports/observed/sandbox/dialect.json';
  expect(calls).toContain(`npm run -s harness -- learn --from night --out ${dialect}`);
  expect(calls).toContain(`npm run -s harness -- parity night --dialect ${dialect}`);
  expect(summary).toBe('## Twin\n\n    # not a heading\n');
});

test('observe-night.sh warns of a difference that consumers would notice, and fails if no twin could be driven', () => {
  expect(observe(1)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^::warning::The twin/) });
  expect(observe(3)).toMatchObject({ status: 3 });
});

/** A clone with a changed fact. */
function propose(gh: Answers, change = true) {
  const [origin, fact] = [newFolder(), 'reports/observed/sandbox/facts.json'];
  const git = (cwd: string, ...args: readonly string[]) => spawnSync('git', args, { cwd });
  git(origin, 'init', '--quiet', '--bare', '--initial-branch', 'main');
  const clone = newFolder();
  git(clone, 'clone', '--quiet', origin, '.');
  mkdirSync(join(clone, dirname(fact)), { recursive: true });
  writeFileSync(join(clone, fact), '{}\n');
  git(clone, 'add', '-A');
  git(clone, '-c', 'user.name=t', '-c', 'user.email=t@example.test', 'commit', '--quiet', '-m', 'first');
  if (change) writeFileSync(join(clone, fact), '{"new":1}\n');
  const called = call('propose-observed.sh', [], { gh, folder: clone });
  const pushed = git(origin, 'show', `observed/nightly:${fact}`).stdout.toString();
  return { ...called, pushed };
}

test('propose-observed.sh pushes the changes and opens one pull request', () => {
  const { status, pushed, calls } = propose(['pr list|0', 'pr create|0']);
  expect({ status, pushed }).toEqual({ status: 0, pushed: '{"new":1}\n' });
  expect(calls).toContainEqual(expect.stringMatching(/^gh pr create --head observed\/nightly /));
});

test('propose-observed.sh tells how to allow pull requests if Actions may not open one, without failing', () => {
  const { status, stdout } = propose(['pr list|0', 'pr create|1']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^::warning::.*Allow GitHub Actions to create and approve pull requests\.$/m);
});

test('propose-observed.sh adds to an open pull request', () => {
  expect(propose(['pr list|0|5']).calls.join()).not.toContain('pr create');
});

test('propose-observed.sh does nothing if nothing is new', () => {
  const { status, stdout, calls } = propose([], false);
  expect({ status, stdout, calls }).toEqual({ status: 0, stdout: 'Nothing new was observed.\n', calls: [''] });
});
