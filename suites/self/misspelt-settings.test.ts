import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
const REMOTE_ONLY = {
  ...{ BASE_URL: 'https://service.example', API_KEY: 'sk_test_of_somebody', SIGNING_SECRET: 'whsec_of_somebody' },
  ...{ ORDER_IDS: 'co_1,co_2', ORDER_COMMAND: './make-orders', WEBHOOK_COMMAND: './point-webhooks' },
  ...{ WEBHOOK_RESTORE_URL: 'https://hooks.example/usual', ONRAMP_ORDER_IDS: 'onr_1', BANK_ACCOUNTS: '012:044' },
};

describe.concurrent('A setting that only a remote target uses, without SANDBOX_URL,', () => {
  test.each<[string, readonly string[], string[]?]>([
    ['run', RUN],
    ['run, in .env', RUN, ['# for the hosted sandbox', 'API_KEY=sk_test_of_somebody']],
    ['learn', ['learn']],
    ['doctor', ['doctor']],
  ])('is a usage error of %s, which makes no run folder', async (_, command, dotEnv) => {
    const { code, stderr, folder } = await call(command, dotEnv ? {} : { API_KEY: 'sk_test_of_somebody' }, dotEnv);
    expect(stderr).toMatch(/SANDBOX_URL.*API_KEY/);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  test('is allowed with --target embedded', async () => {
    const { code } = await call([...RUN, '--target', 'embedded'], REMOTE_ONLY);
    expect(code).toBe(0);
  });
});
