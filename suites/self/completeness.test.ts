import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { besideSandbox, callCommand, openFront, type Passing, type SimulatedService, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

type Settings = { readonly [name: string]: string };

interface Shortfall {
  readonly what: string;
  readonly setting?: string;
}

/** A run beside a sandbox, in simulated time. @param settings of the run, besides those of a hosted sandbox */
async function run(
  args: readonly string[],
  settings: (service: SimulatedService) => Promise<Settings> | Settings,
  options: { readonly apiKey?: string } = {},
) {
  const out = newFolder();
  const { code, stdout } = await besideSandbox(options, async service =>
    callCommand(['run', ...args, '--out', out], await settings(service), out, service.world),
  );
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  return { code, stdout, summary, shortfalls: summary.shortfalls as readonly Shortfall[] };
}

/** Replaces every account and order in a request with one that the service does not know. */
function askForUnknown(passing: Passing): undefined {
  passing.body = passing.body.replace(/"account_number":"\d+"/, '"account_number":"1112223334"');
  passing.target = passing.target.replace(/(?<=orders\/)onr_fixture\w+/, 'onr_of_nobody');
}

describe('a run of the contract suite alone is incomplete', () => {
  test('if the service refuses the key everywhere, and names API_KEY for everything not tested', async () => {
    const apiKey = 'sk_test_of_somebody_else';
    const { code, stdout, summary, shortfalls } = await run(
      ['--suite', 'contract'],
      ({ url }) => ({ SANDBOX_URL: url }),
      { apiKey },
    );
    expect(code).toBe(4);
    expect(stdout).toContain('Set API_KEY');
    expect(summary).toMatchObject({ verdict: 'incomplete', cause: 'configuration' });
    expect(shortfalls.find(({ what }) => what.startsWith('enquiry.resolves:'))).toMatchObject({ setting: 'API_KEY' });
  });

  test('if no account and no order is known, and names a setting for each', async () => {
    const { code, summary, shortfalls } = await run(['--suite', 'contract'], async ({ url, world }) => ({
      SANDBOX_URL: (await openFront(url, askForUnknown, world)).url,
      API_KEY: 'sk_test_embedded_sandbox',
    }));
    expect(summary).toMatchObject({ verdict: 'incomplete', findings: [] });
    expect(code).toBe(4);
    expect(new Set(shortfalls.map(({ setting }) => setting))).toEqual(new Set(['BANK_ACCOUNTS', 'ONRAMP_ORDER_IDS']));
    expect(shortfalls.map(({ what }) => what.split(':')[0])).toContain('enquiry.resolves');
    expect(shortfalls.some(({ what }) => /^(signature|event|simulate)\./.test(what))).toBe(false);
  });
});

describe('a run without a signing secret', () => {
  test('is incomplete, uses no order, and names SIGNING_SECRET', async () => {
    const { code, stdout, summary } = await run([], async ({ env: { SIGNING_SECRET: _, ...env }, newOrders }) => ({
      ...env,
      ORDER_IDS: (await newOrders(40)).join(),
    }));
    expect(stdout).toContain('Set SIGNING_SECRET');
    expect(summary).toMatchObject({ verdict: 'incomplete', findings: [], observed: { journeys: 0 } });
    expect(code).toBe(4);
  });
});
