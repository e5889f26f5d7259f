import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callCommand, openFront, type Passing, serveSandbox, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

interface Shortfall {
  readonly what: string;
  readonly setting?: string;
}

async function run(args: readonly string[], env: { readonly [name: string]: string }) {
  const out = newFolder();
  const { code, stdout } = await callCommand(['run', ...args, '--out', out], env);
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  return { code, stdout, summary, shortfalls: summary.shortfalls as readonly Shortfall[] };
}

/** Replaces every account and order in a request with one that the service does not know. */
function askForUnknown(passing: Passing): undefined {
  passing.body = passing.body.replace(/"account_number":"\d+"/, '"account_number":"1112223334"');
  passing.target = passing.target.replace(/(?<=orders\/)onr_fixture\w+/, 'onr_of_nobody');
}

describe.concurrent('a run of the contract suite alone is incomplete', () => {
  test('if the service refuses the key everywhere, and names API_KEY for everything not tested', async () => {
    const sandbox = await serveSandbox(['--api-key', 'sk_test_of_somebody_else']);
    const { code, stdout, summary, shortfalls } = await run(['--suite', 'contract'], { SANDBOX_URL: sandbox.url });
    sandbox.process.child.kill('SIGTERM');
    expect(code).toBe(4);
    expect(stdout).toContain('Set API_KEY');
    expect(summary).toMatchObject({ verdict: 'incomplete', cause: 'configuration' });
    expect(shortfalls.find(({ what }) => what.startsWith('enquiry.resolves:'))).toMatchObject({ setting: 'API_KEY' });
  });

  test('if no account and no order is known, and names a setting for each', async () => {
    const sandbox = await serveSandbox();
    const front = await openFront(sandbox.url, askForUnknown);
    const env = { SANDBOX_URL: front.url, API_KEY: 'sk_test_embedded_sandbox' };
    const { code, summary, shortfalls } = await run(['--suite', 'contract'], env);
    sandbox.process.child.kill('SIGTERM');
    await front.close();
    expect(summary).toMatchObject({ verdict: 'incomplete', findings: [] });
    expect(code).toBe(4);
    expect(new Set(shortfalls.map(({ setting }) => setting))).toEqual(new Set(['BANK_ACCOUNTS', 'ONRAMP_ORDER_IDS']));
    expect(shortfalls.map(({ what }) => what.split(':')[0])).toContain('enquiry.resolves');
    expect(shortfalls.some(({ what }) => /^(signature|event|simulate)\./.test(what))).toBe(false);
  });
});

describe.concurrent('a run without a signing secret', () => {
  test('is incomplete, uses no order, and names SIGNING_SECRET', async () => {
    const sandbox = await serveSandbox();
    const { code, stdout, summary } = await run([], {
      ...sandbox.env,
      WEBHOOK_COMMAND: `${sandbox.env.WEBHOOK_COMMAND} >/dev/null`,
    });
    sandbox.process.child.kill('SIGTERM');
    expect(stdout).toContain('Set SIGNING_SECRET');
    expect(summary).toMatchObject({ verdict: 'incomplete', findings: [], observed: { journeys: 0 } });
    expect(code).toBe(4);
  });

  test('is conformant if it runs only the contract suite, which needs no secret', async () => {
    const sandbox = await serveSandbox();
    const { code } = await run(['--suite', 'contract'], { SANDBOX_URL: sandbox.url });
    sandbox.process.child.kill('SIGTERM');
    expect(code).toBe(0);
  });
});
