import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LANGUAGE_NAMES, templateOf } from '#harness';
import { callCommand, isInstalled, temporaryFolders, unhurriedWorld } from '#testing';

const OWN = fileURLToPath(new URL('../../harness/testing/own-adapter.ts', import.meta.url));
const STRIPE = fileURLToPath(new URL('stripe-adapter.ts', import.meta.url));
const RUNNING_NODE = process.execPath;

/** Adapters inherit the environment. Without its second compiler, Java takes half the time. */
beforeAll(() => void vi.stubEnv('JAVA_TOOL_OPTIONS', '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'));
afterAll(() => void vi.unstubAllEnvs());

/** The most lines of an adapter in verbose languages. Default 120. */
const MOST_LINES: { readonly [language: string]: number } = { go: 200, java: 270 };

const emptyFolder = temporaryFolders();

describe.concurrent('The gate', () => {
  test('passes the client and verifier of the harness on at least a thousand cases', async () => {
    const out = emptyFolder();
    const args = ['gate', '--json', '--out', out, '--', process.execPath, OWN];
    const { code, stdout } = await callCommand(args, {}, undefined, unhurriedWorld());
    const summary = JSON.parse(stdout);
    expect(summary.findings.filter(({ severity }: { severity: string }) => severity === 'breach')).toEqual([]);
    expect(code).toBe(0);
    expect(summary.counts.passed).toBeGreaterThanOrEqual(1000);
    const tests = ['junit.xml', 'ctrf.json'];
    for (const file of ['run.ndjson', 'exchanges.har', ...tests, 'report.md', 'report.html', 'facts.json'])
      expect(readFileSync(join(out, file), 'utf8'), file).not.toContain('sk_test_gate');
    const again = await callCommand(['replay', '--json', out]);
    expect(JSON.parse(again.stdout)).toEqual(summary);
  });

  for (const language of LANGUAGE_NAMES) {
    const { file, command, runs } = templateOf(language);
    const [program = '', ...words] = command.map(word => (word === 'node' ? RUNNING_NODE : word));
    test.skipIf(!isInstalled(program))(`writes a short adapter in ${language}, and passes it`, async () => {
      const folder = emptyFolder();
      const written = await callCommand(['gate', '--init', language, '--json'], {}, folder);
      expect(JSON.parse(written.stdout)).toMatchObject({ file, command: `gate -- ${runs.join(' ')} ${file}` });
      expect(readFileSync(join(folder, file), 'utf8').split('\n').length).toBeLessThanOrEqual(
        MOST_LINES[language] ?? 120,
      );
      const { code, stdout } = await callCommand(['gate', '--', program, ...words], {}, folder);
      expect(stdout).toContain('CONFORMANT');
      // Templates get no advice either.
      expect(stdout).not.toContain('  ! F1');
      expect(code).toBe(0);
      const twice = await callCommand(['gate', '--init', language], {}, folder);
      expect(twice.code).toBe(2);
      expect(twice.stderr).toContain('file-exists');
    });
  }

  test('finds the known deviations of stripe, a third-party SDK with the same signature scheme', async () => {
    const options = ['--json', '--seed', '1', '--out', emptyFolder()];
    const { code, stdout } = await callCommand(['gate', ...options, '--', process.execPath, STRIPE]);
    const { findings, requirements } = JSON.parse(stdout);
    const bugs = findings
      .filter(({ severity }: { severity: string }) => severity === 'breach')
      .map(({ likely = '' }) => likely);
    expect(code).toBe(1);
    for (const bug of [
      /only the past/,
      /signs the parsed t/,
      /throws on an empty v1/,
      /byte order mark/,
      /decodes the body as UTF-8/,
    ])
      expect(bugs).toContainEqual(expect.stringMatching(bug));
    const status = (id: string) => requirements.find((one: { id: string }) => one.id === id).status;
    expect(status('receiver.tolerance')).toBe('violated');
    expect(status('signature.rotation')).toBe('verified');
  });
});
