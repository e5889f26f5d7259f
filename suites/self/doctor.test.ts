import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCommand, serveSandbox, temporaryFolders } from '#testing';

const emptyFolder = temporaryFolders();

function call(env: { readonly [name: string]: string } = {}, args: readonly string[] = [], cwd = emptyFolder()) {
  return callCommand(['doctor', ...args], env, cwd);
}

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => void sandbox.process.child.kill('SIGTERM'));

test('doctor with an empty .env explains the first steps', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, '.env'), '');
  const { code, stdout } = await call({}, [], folder);
  expect(stdout).toContain('run everything against it: npm run -s harness -- run');
  expect(stdout).toContain('fill in SANDBOX_URL, API_KEY, SIGNING_SECRET');
  expect(code).toBe(0);
});

test('doctor with a reachable sandbox names each missing setting, and exits 4', async () => {
  const env = { SANDBOX_URL: sandbox.url, API_KEY: 'sk_test_of_somebody', SIGNING_SECRET: 'whsec_not_to_be_seen' };
  const { code, stdout, stderr } = await call(env, ['--json']);
  const { found } = JSON.parse(stdout);
  const states = Object.fromEntries(found.map(({ about, state }: Record<string, string>) => [about, state]));
  expect(states).toMatchObject({
    ...{ target: 'ok', clock: 'ok', tunnel: 'ok', secret: 'ok' },
    ...{ key: 'missing', webhooks: 'missing', orders: 'missing', data: 'missing' },
  });
  for (const { state, next } of found) if (state === 'missing') expect(next).toMatch(/[A-Z]+_[A-Z]+/);
  expect(stdout + stderr).not.toMatch(/not_to_be_seen|of_somebody/);
  expect(code).toBe(4);
});

test('doctor distinguishes an unreachable target from a failing tunnel, and exits 3', async () => {
  const tunnel = { TUNNEL: 'command', TUNNEL_COMMAND: 'echo --token tok_hidden; exit 5' };
  const { code, stdout } = await call({ SANDBOX_URL: 'http://127.0.0.1:9', ...tunnel });
  expect(stdout).toMatch(/✗ target .*ECONNREFUSED/);
  expect(stdout).toMatch(/✗ tunnel .*exit code 5/);
  expect(stdout).not.toContain('tok_hidden');
  expect(code).toBe(3);
});

test.each([
  ['the right settings', {}, '', /✓ webhooks .* its webhook came and verifies/, 0],
  ['a wrong secret', { SIGNING_SECRET: 'whsec_wrong' }, ' >&2', /✗ secret .* does not verify: rule 3/, 1],
  ['a command for webhooks that fails', {}, '; echo no such hook >&2; exit 4', /✗ webhooks .* exit code 4/, 3],
  ['an ORDER_COMMAND that fails', { ORDER_COMMAND: 'exit 5' }, '', /✗ orders .* exit code 5/, 3],
  [
    'a webhook that does not come',
    { SIGNING_SECRET: 'whsec_a', WEBHOOK_COMMAND: 'true', DELIVERY_TIMEOUT_MS: '300' },
    '',
    /– webhooks .* was answered 202, and no webhook came/,
    4,
  ],
] as const)('doctor --deep takes one step with %s', async (_, changed, after, said, code) => {
  const { WEBHOOK_COMMAND: command, ...env } = sandbox.env;
  const { stdout, ...ended } = await call({ ...env, WEBHOOK_COMMAND: `${command}${after}`, ...changed }, ['--deep']);
  expect(stdout).toMatch(said);
  for (const about of ['webhooks', 'secret', 'orders'])
    expect(stdout.includes(`✓ ${about}`) && stdout.includes(`✗ ${about}`)).toBe(false);
  expect(ended.code).toBe(code);
});
