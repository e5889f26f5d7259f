import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  comparePact,
  type Dialect,
  embeddedTarget,
  openSandbox,
  type PactOutcome,
  readPact,
  readSettings,
  realWorld,
  remoteTarget,
  SIMULATE_EVENTS,
  type Target,
  verifyProvider,
} from '#harness';
import { HTTP_CASES, writePact } from './write-pact.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-'));
let file: string;
beforeAll(async () => {
  file = await writePact(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const world = realWorld();
const remoteAt = (env: { readonly [name: string]: string | undefined }) =>
  remoteTarget({ world, settings: readSettings(env), signal: new AbortController().signal, hide: text => text });

/** Verifies a pact, and closes the target. */
async function verify(target: Target, options: { readonly pact?: string; readonly dialect?: Dialect } = {}) {
  const { pact = file, dialect } = options;
  try {
    const outcomes = await verifyProvider({ pact: readPact(pact), target, ...(dialect && { dialect }) });
    return new Map(outcomes.map(outcome => [outcome.interaction, outcome]));
  } finally {
    await target.close();
  }
}

const embedded = (faults: readonly string[] = []) =>
  embeddedTarget({ world, settings: readSettings({ DELIVERY_TIMEOUT_MS: '10000' }), faults });

const MESSAGES = SIMULATE_EVENTS.map(step => `the webhook of a simulated ${step}`);

describe('the target that the environment names', () => {
  let outcomes: ReadonlyMap<string, PactOutcome>;
  beforeAll(async () => {
    outcomes = process.env.SANDBOX_URL
      ? await verify(remoteAt(process.env))
      : await verify(await embedded(), { dialect: {} });
  });

  const all = [...HTTP_CASES, ...MESSAGES.map(description => ({ description, mayChange: undefined }))];
  test.for(all)('honours $description', ({ description, mayChange }, { skip }) => {
    const met = outcomes.get(description);
    if (met?.outcome === 'not-exercised') skip(met.reason);
    if (mayChange && met?.outcome === 'advised') skip(`advice, for it may change: ${met.reason}`);
    expect(met).toEqual({ interaction: description, outcome: 'verified' });
  });
});

describe('what is changed is caught, with its place', () => {
  test('in what the sandbox answers and signs', async () => {
    const faults = ['enquiry-camel-case', 'onramp-without-reference', 'signs-without-dot'];
    const outcomes = await verify(await embedded(faults), { dialect: {} });
    const reasonOf = (description: string) => {
      const { outcome, reason } = outcomes.get(description) ?? {};
      return `${outcome}: ${reason}`;
    };
    expect(reasonOf('an enquiry that resolves')).toMatch(/^failed: \$\.data: .*account_name/);
    expect(reasonOf('an onramp order with an account')).toMatch(/^failed: \$: .*reference/);
    for (const message of MESSAGES) expect(reasonOf(message)).toBe('failed: our consumer answers the webhook with 400');
    expect(reasonOf('an enquiry that is refused')).toBe('verified: undefined');
  });

  test('in the pact, by the provider and by the contract', async () => {
    const changed = join(folder, 'changed.json');
    const { interactions, ...pact } = JSON.parse(readFileSync(file, 'utf8'));
    const [own] = interactions.filter(
      ({ description }: { description: string }) => description === 'an enquiry that resolves',
    );
    const renamed = JSON.parse(JSON.stringify(own).replaceAll('account_name', 'holder_name'));
    writeFileSync(changed, JSON.stringify({ ...pact, interactions: [renamed] }));

    const outcomes = await verify(await embedded(), { pact: changed });
    expect(outcomes.get('an enquiry that resolves')?.reason).toMatch(/^\$\.data: .*holder_name/);
    expect(await comparePact(changed)).toMatchObject([
      {
        severity: 'breach',
        requirement: 'enquiry.data',
        message: expect.stringContaining('response.body.data.holder_name'),
      },
    ]);
  });
});

describe('of a remote target', () => {
  test('what cannot be arranged is reported as not exercised, with what would mend it', async () => {
    const sandbox = await openSandbox();
    try {
      const target = remoteAt({
        SANDBOX_URL: sandbox.url,
        ORDER_IDS: await sandbox.newOrder(),
        BANK_ACCOUNTS: '9876543210:058',
      });
      const outcomes = await verify(target);
      const reasons = [...outcomes.values()]
        .filter(({ outcome }) => outcome === 'not-exercised')
        .map(({ reason }) => reason);
      expect(outcomes.get('an enquiry that resolves')?.outcome).toBe('verified');
      expect(outcomes.get('an onramp order that does not exist')?.outcome).toBe('verified');
      expect([...outcomes.values()].filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(outcomes.size).toBe(HTTP_CASES.length + MESSAGES.length);
      expect(new Set(reasons)).toEqual(
        new Set([
          'no request is promised to end in a 400',
          'no request is promised to end in a 500',
          'a failure of the service cannot be provoked from outside',
          'there is no collection order left to drive; set ORDER_IDS',
        ]),
      );
    } finally {
      await sandbox.close();
    }
  });

  test('webhooks are verified where its dialect is known', async () => {
    const sandbox = await openSandbox();
    try {
      const orders = await Promise.all(MESSAGES.map(() => sandbox.newOrder()));
      const messages = join(folder, 'messages.json');
      const { interactions, ...pact } = JSON.parse(readFileSync(file, 'utf8'));
      const asynchronous = interactions.filter(({ type }: { type: string }) => type === 'Asynchronous/Messages');
      writeFileSync(messages, JSON.stringify({ ...pact, interactions: asynchronous }));
      const target = {
        ...remoteAt({ SANDBOX_URL: sandbox.url, ORDER_IDS: orders.join(), DELIVERY_TIMEOUT_MS: '10000' }),
        pointWebhooksTo: async (url: string) => (await sandbox.control('PUT', '/webhook', { url })).secrets as string[],
      };
      const outcomes = await verify(target, { pact: messages, dialect: {} });
      expect([...outcomes.values()].map(({ outcome }) => outcome)).toEqual(MESSAGES.map(() => 'verified'));
    } finally {
      await sandbox.close();
    }
  });
});
