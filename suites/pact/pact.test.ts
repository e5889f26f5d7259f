import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  comparePact,
  type Dialect,
  embeddedTarget,
  readSettings,
  realWorld,
  remoteTarget,
  SIMULATE_EVENTS,
  signatureHeader,
  type Target,
} from '#harness';
import { creditingConsumer, openSandbox, type PactOutcome, temporaryFolders, verifyProvider } from '#testing';
import { HTTP_CASES } from './http-cases.ts';
import { meetWebhook, SIGNED } from './webhook.ts';
import { meet, newPact, pactIn } from './write-pact.ts';

const newFolder = temporaryFolders();

// Both sides are in one file, so that one thread loads the native core once.

/** The folder of the pact, for publishing. Each run rewrites it. */
const FOLDER = new URL('../../reports/pacts/', import.meta.url).pathname;
/** The pact, which the tests of the client and the consumer write, and the tests after them read. */
const FILE = pactIn(FOLDER);

let pact: ReturnType<typeof newPact>;
beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  pact = newPact(FOLDER);
});

test.each(HTTP_CASES)('The typed client makes and reads $description', async case_ => {
  const met = await meet(pact, case_);
  const { request, response } = met.exchange;
  const [, example] = typeof case_.path === 'string' ? [case_.path, case_.path] : case_.path;
  // The matcher of a path with state values accepts any text.
  expect(new URL(request.url).pathname).toBe(example);
  expect(response?.status).toBe(typeof case_.status === 'number' ? case_.status : case_.status[0]);
  expect(response?.headers.find(([name]) => name.toLowerCase() === 'request-id')?.[1]).toBe('req_example');
  if (case_.reads === undefined) return;
  expect(met.kind === 'data' ? met.data : met.kind === 'error' && met.error).toEqual(case_.reads);
});

test.each(SIMULATE_EVENTS)(
  'The consumer of the tests verifies, reads and de-duplicates the webhook of %s',
  async step => {
    let seconds = SIGNED.at;
    const { consume, credited } = creditingConsumer({ secrets: [SIGNED.secret], now: () => seconds * 1000 });
    await meetWebhook(pact, step, async ({ content, metadata }) => {
      const body = Buffer.from(JSON.stringify(content));
      const header = String(metadata['Service-Signature']);
      const webhook = { headers: [['Service-Signature', header]] as const, body };
      const forged = signatureHeader(String(SIGNED.at), body, ['another secret']);

      expect(consume({ ...webhook, headers: [['Service-Signature', forged]] })).toBe(400);
      expect(consume({ ...webhook, body: Buffer.concat([body, Buffer.from(' ')]) })).toBe(400);
      seconds += 301;
      expect(consume(webhook)).toBe(400);
      expect(credited).toEqual([]);

      seconds -= 1;
      expect([consume(webhook), consume(webhook)]).toEqual([200, 200]);
      expect(credited).toEqual(step === 'disburse' ? [content.data.order_id] : []);
    });
  },
);

test('The native core sends no usage data', () => {
  expect(process.env.PACT_DO_NOT_TRACK).toBe('1');
});

test('The pact requires nothing that openapi/service.yaml does not promise', async () => {
  expect(await comparePact(FILE)).toEqual([]);
});

const world = realWorld();
const remoteAt = (env: { readonly [name: string]: string | undefined }) =>
  remoteTarget(world, readSettings(env), new AbortController().signal);

interface Interaction {
  readonly type: string;
  readonly description: string;
}

/** The pact, by default with all its interactions. */
function written(fits: (interaction: Interaction) => boolean = () => true) {
  const whole = JSON.parse(readFileSync(FILE, 'utf8'));
  return { ...whole, interactions: whole.interactions.filter(fits) };
}

type Pact = Parameters<typeof verifyProvider>[0]['pact'];

/** Verifies a pact, and closes the target. */
async function verify(target: Target, { pact = written(), dialect }: { pact?: Pact; dialect?: Dialect } = {}) {
  try {
    const outcomes = await verifyProvider({ pact, target, ...(dialect && { dialect }) });
    return new Map(outcomes.map(outcome => [outcome.interaction, outcome]));
  } finally {
    await target.close();
  }
}

const embedded = (faults: readonly string[] = []) =>
  embeddedTarget({ world, settings: readSettings({ DELIVERY_TIMEOUT_MS: '300000' }), faults });

const MESSAGES = SIMULATE_EVENTS.map(step => `the webhook of a simulated ${step}`);

describe('The target that the environment names', () => {
  let outcomes: ReadonlyMap<string, PactOutcome>;
  beforeAll(async () => {
    outcomes = process.env.SANDBOX_URL
      ? await verify(remoteAt(process.env))
      : await verify(await embedded(), { dialect: {} });
  });

  const all = [...HTTP_CASES, ...MESSAGES.map(description => ({ description, mayChange: undefined }))];
  test.for(all)('satisfies $description', ({ description, mayChange }, { skip }) => {
    const met = outcomes.get(description);
    if (met?.outcome === 'not-exercised') skip(met.reason);
    if (mayChange && met?.outcome === 'advised') skip(`advice, for it may change: ${met.reason}`);
    expect(met).toEqual({ interaction: description, outcome: 'verified' });
  });
});

test('A change is detected, with its location, in what the sandbox answers and signs', async () => {
  const faults = ['enquiry-camel-case', 'onramp-without-reference', 'signs-without-dot'];
  const looked = [
    'an enquiry that resolves',
    'an enquiry that is refused',
    'an onramp order with an account',
    'the webhook of a simulated disburse',
  ];
  const pact = written(({ description }) => looked.includes(description));
  const outcomes = await verify(await embedded(faults), { pact, dialect: {} });
  const reasonOf = (description: string) => {
    const { outcome, reason } = outcomes.get(description) ?? {};
    return `${outcome}: ${reason}`;
  };
  expect(reasonOf('an enquiry that resolves')).toMatch(/^failed: \$\.data: .*account_name/);
  expect(reasonOf('an onramp order with an account')).toMatch(/^failed: \$: .*reference/);
  expect(reasonOf('the webhook of a simulated disburse')).toBe('failed: the consumer answers the webhook with 400');
  expect(reasonOf('an enquiry that is refused')).toBe('verified: undefined');
});

test('The pact, the provider and the contract report a change of the preview surface as advice', async () => {
  const preview = 'the preview route GET /v1/client/session';
  const both = written(({ description }) => ['an enquiry that resolves', preview].includes(description));
  const changed = JSON.stringify(both)
    .replaceAll('account_name', 'holder_name')
    .replaceAll('"/v1/client/session"', '"/v1/client/gone"');
  const file = join(newFolder(), 'changed.json');
  writeFileSync(file, changed);

  const outcomes = await verify(await embedded(), { pact: JSON.parse(changed) });
  expect(outcomes.get('an enquiry that resolves')?.reason).toMatch(/^\$\.data: .*holder_name/);
  expect(outcomes.get(preview)).toMatchObject({ outcome: 'advised' });
  const [renamed] = (await comparePact(file)).filter(({ severity }) => severity === 'breach');
  expect(renamed?.requirement).toBe('enquiry.data');
  expect(renamed?.message).toContain('response.body.data.holder_name');
});

/** A conformant dialect that differs from the sandbox's defaults. */
const OTHER: Dialect = {
  simulateStatus: 204,
  extraFields: true,
  absentAccount: 'null',
  responses: { contentType: 'application/json;charset=UTF-8', requestIdHeader: 'REQUEST-ID' },
  webhook: { contentType: 'application/json; charset=utf-8' },
};

test('A remote target that cannot be reached is not judged', async () => {
  const sandbox = await openSandbox();
  await sandbox.close();
  await expect(verify(remoteAt({ SANDBOX_URL: sandbox.url }))).rejects.toMatchObject({ code: 'pact-target' });
});

test('A remote target that cannot provide a state reports it as not exercised, with the remedy', async () => {
  const sandbox = await openSandbox({ dialect: OTHER });
  try {
    const target = remoteAt({
      SANDBOX_URL: sandbox.url,
      API_KEY: 'sk_test_embedded_sandbox',
      ORDER_IDS: await sandbox.newOrder(),
      BANK_ACCOUNTS: '9876543210:058',
    });
    const outcomes = await verify(target, { dialect: { eventId: '/event/id' } });
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
        'which ids are malformed is not specified',
        'a failure of the service cannot be provoked from outside',
        'there is no collection order left to drive; set ORDER_IDS',
        'the pact writes webhooks in the default dialect, and this one differs in eventId',
      ]),
    );
  } finally {
    await sandbox.close();
  }
});

test('A remote target has its webhooks verified if its dialect is known', async () => {
  const sandbox = await openSandbox({ dialect: OTHER });
  try {
    const orders = await Promise.all(MESSAGES.map(() => sandbox.newOrder()));
    const pact = written(({ type }) => type === 'Asynchronous/Messages');
    const target = {
      ...remoteAt({
        SANDBOX_URL: sandbox.url,
        API_KEY: 'sk_test_embedded_sandbox',
        ORDER_IDS: orders.join(),
        DELIVERY_TIMEOUT_MS: '300000',
      }),
      pointWebhooksTo: async (url: string) => (await sandbox.control('PUT', '/webhook', { url })).secrets as string[],
    };
    const outcomes = await verify(target, { pact, dialect: {} });
    expect([...outcomes.values()].map(({ outcome }) => outcome)).toEqual(MESSAGES.map(() => 'verified'));
  } finally {
    await sandbox.close();
  }
});
