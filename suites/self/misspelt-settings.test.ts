import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { callSimulated, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const parent = newFolder();
afterAll(() => rmSync(parent, { recursive: true }));

let calls = 0;

/** Calls the harness in an empty folder, with these lines in `.env`, in simulated time. */
async function call(
  args: readonly string[],
  env: { readonly [name: string]: string },
  dotEnv?: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string; folder: string }> {
  const folder = join(parent, String(calls++));
  mkdirSync(folder);
  if (dotEnv !== undefined) writeFileSync(join(folder, '.env'), `${dotEnv.join('\n')}\n`);
  return { ...(await callSimulated(args, env, folder)), folder };
}

const RUN = ['run', '--suite', 'contract', '--out', 'out'];

/** Settings that only a remote target uses (INTERFACE, Environment). */
const REMOTE_ONLY: readonly (readonly [name: string, value: string])[] = [
  ['BASE_URL', 'https://service.example'],
  ['API_KEY', 'sk_test_of_somebody'],
  ['SIGNING_SECRET', 'whsec_of_somebody'],
  ['ORDER_IDS', 'co_1,co_2'],
  ['ORDER_COMMAND', './make-orders'],
  ['WEBHOOK_COMMAND', './point-webhooks'],
  ['WEBHOOK_RESTORE_URL', 'https://hooks.example/usual'],
  ['ONRAMP_ORDER_IDS', 'onr_1'],
  ['BANK_ACCOUNTS', '0123456789:044'],
];

describe.concurrent('A setting that only a remote target uses, without SANDBOX_URL,', () => {
  test('is a usage error of run, which makes no run folder', async () => {
    const { code, stderr, folder } = await call(RUN, { BANK_ACCOUNTS: '0123456789:044' });
    expect(stderr).toContain('BANK_ACCOUNTS');
    expect(stderr).toContain('SANDBOX_URL');
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  test('is a usage error in .env', async () => {
    const { code, stderr } = await call(RUN, {}, ['# for the hosted sandbox', 'API_KEY=sk_test_of_somebody']);
    expect(stderr).toContain('API_KEY');
    expect(code).toBe(2);
  });

  test('is a usage error of learn and of doctor', async () => {
    for (const command of ['learn', 'doctor']) {
      const { code, stderr } = await call([command], { API_KEY: 'sk_test_of_somebody' });
      expect(stderr, command).toContain('API_KEY');
      expect(code, command).toBe(2);
    }
  });

  test('is allowed with --target embedded', async () => {
    const { code } = await call([...RUN, '--target', 'embedded'], Object.fromEntries(REMOTE_ONLY));
    expect(code).toBe(0);
  });
});

describe.concurrent('A name in .env that is close to a setting', () => {
  test('is a usage error that names the setting, and no value', async () => {
    const { code, stderr } = await call(RUN, {}, ['APIKEY=sk_test_not_to_be_seen']);
    expect(stderr).toMatch(/APIKEY.*did you mean API_KEY\?/);
    expect(stderr).not.toContain('not_to_be_seen');
    expect(code).toBe(2);
  });

  test('is a usage error of doctor, also among correct settings', async () => {
    const lines = ['SANDBOX_URL=http://127.0.0.1:9', 'SIGNING_SECERT=whsec_not_to_be_seen'];
    for (const command of [['doctor'], RUN]) {
      const { code, stderr } = await call(command, {}, lines);
      expect(stderr).toMatch(/did you mean.*SIGNING_SECRET/i);
      expect(stderr).not.toContain('not_to_be_seen');
      expect(code).toBe(2);
    }
  });
});

test('A line in .env that is not a setting is a usage error that names the line, and no secret', async () => {
  const { code, stderr } = await call(RUN, {}, ['# settings', '', 'sk_test_not_to_be_seen', 'MAX_IN_FLIGHT=8']);
  expect(stderr).toMatch(/\.env[\s\S]*\bline 3\b/);
  expect(stderr).not.toContain('not_to_be_seen');
  expect(code).toBe(2);
});

describe.concurrent('A name in the environment that is close to a setting', () => {
  test('is a warning, and the run goes on', async () => {
    const { code, stderr, folder } = await call(RUN, { SANDBOX_URI: 'https://not-to-be-seen.example' });
    expect(stderr).toMatch(/SANDBOX_URI.*did you mean.*SANDBOX_URL/i);
    expect(stderr).not.toContain('not-to-be-seen');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'out'))).toContain('summary.json');
  });

  test('does not change stdout', async () => {
    const { code, stdout } = await call([...RUN, '--json'], { SANDBOX_URI: 'https://sandbox.example' });
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0 });
    expect(code).toBe(0);
  });

  test('is a usage error if a key is set, so that a misspelt address never runs the embedded sandbox', async () => {
    const env = { SANDBOX_URI: 'https://sandbox.example', API_KEY: 'sk_test_of_somebody' };
    const { code, stdout, stderr } = await call(RUN, env);
    expect(stdout).not.toContain('CONFORMANT');
    expect(stderr).toMatch(/did you mean.*SANDBOX_URL/i);
    expect(code).toBe(2);
  });
});
