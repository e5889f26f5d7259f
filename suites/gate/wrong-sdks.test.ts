import { afterAll, describe, expect, test } from 'vitest';
import { SDK_AREAS } from '#harness';
import { judgeSdk, launchInProcess, sdkOf, UNUSUAL_SDKS, WRONG_SDKS, wrongCommands } from '#testing';

type Area = keyof typeof WRONG_SDKS;

/**
 * Mistakes of each part of a verifier and a receiver: wrong acceptances, wrong refusals and errors. `diagnose.test.ts`
 * shows that the cases of the gate catch and name every known mistake; here the gate asks, judges and reports them.
 */
const MISTAKES: { readonly [area: string]: readonly string[] } = {
  verify: [
    ...['refuses-everything', 'answers-the-opposite', 'breaks-always', 'two-secrets-only', 'edge-excluded'],
    ...['long-tolerance', 'minified-json', 'throws-without-header'],
  ],
  receive: ['never-verifies', 'dedupes-on-body', 'throws-on-other-types', 'id-at-one-place', 'reports-twice'],
};

/** The incorrect SDKs of an area: every client, and the mistakes above. */
const incorrectIn = (area: Area) => WRONG_SDKS[area].filter(({ name }) => MISTAKES[area]?.includes(name) ?? true);

test('There are at least fifty incorrect SDKs', () => {
  expect(SDK_AREAS.flatMap(incorrectIn).length).toBeGreaterThanOrEqual(50);
  for (const [area, names] of Object.entries(MISTAKES)) expect(incorrectIn(area as Area)).toHaveLength(names.length);
});

describe.concurrent.each(SDK_AREAS)('%s', area => {
  /** The next commands of all findings. One shell reads them all. */
  const next: string[] = [];
  afterAll(async () => expect(await wrongCommands(next.join('\n'))).toEqual([]));

  test('passes the correct SDK', async () => {
    const { verdict, findings, counts } = await judgeSdk(launchInProcess(sdkOf()), { only: area });
    expect(findings.filter(({ severity }) => severity === 'breach')).toEqual([]);
    expect(verdict).toBe('conformant');
    expect(counts.passed).toBeGreaterThan(60);
  });

  test.each(incorrectIn(area).map(({ name, steps, likely }) => [name, steps, likely] as const))(
    'refuses one that %s',
    async (_, steps, likely) => {
      const { verdict, findings, requirements } = await judgeSdk(launchInProcess(sdkOf(steps)), {
        only: area,
        firstBreach: true,
      });
      const [finding] = findings.filter(({ severity }) => severity === 'breach');
      expect(verdict).toBe('nonconformant');
      expect(finding?.check).toBe(`gate-${area}`);
      expect(finding?.next).toContain(`--case ${area}/`);
      if (likely !== undefined) expect(finding?.likely).toBe(likely);
      next.push(finding?.next ?? '');
      expect(requirements.find(({ id }) => id === finding?.requirement)?.status).toBe('violated');
    },
  );
});

test.concurrent.each(UNUSUAL_SDKS)('An SDK that $name passes', async ({ steps }) => {
  const only = steps.parts ? 'receive' : 'client';
  const { verdict, findings } = await judgeSdk(launchInProcess(sdkOf(steps)), { only });
  // Advice about repeated requests is correct.
  expect(findings.filter(({ severity }) => severity === 'breach' || only === 'receive')).toEqual([]);
  expect(verdict).toBe('conformant');
});

/** The headers of all calls so far. */
let keptHeaders = {};

test.concurrent.each<[advice: string, Parameters<typeof sdkOf>[0]]>([
  [
    'the SDK sends no API key with simulate; whether it needs one is not specified',
    { request: ({ headers, ...sent }) => ({ ...sent, headers: sent.url.endsWith('/simulate') ? {} : headers }) },
  ],
  ['the SDK sends an undocumented query', { request: sent => ({ ...sent, url: `${sent.url}?sdk=1.0` }) }],
  [
    'the SDK sends the Idempotency-Key of an earlier call with a request that needs none',
    {
      request: sent => {
        keptHeaders = { ...keptHeaders, ...sent.headers };
        return { ...sent, headers: keptHeaders };
      },
    },
  ],
])('An SDK gets the advice: %s', async (message, steps) => {
  const { findings } = await judgeSdk(launchInProcess(sdkOf(steps)), { only: 'client' });
  expect(findings.filter(({ severity }) => severity === 'advice').map(one => one.message)).toContain(message);
});

test.concurrent.each(['resolveBankAccount', 'getOnrampOrder', 'simulate'])(
  'An SDK of which %s takes a call without an answer for a success is refused',
  async method => {
    // An answer that breaks off becomes an error.
    const error = { status: null, code: null, message: 'broken off', requestId: null };
    const failed = (thrown: unknown) => (String(thrown).includes('no answer') ? { value: {} } : { error });
    const sdk = sdkOf({ failed }, { methods: [method] });
    const { findings } = await judgeSdk(launchInProcess(sdk), { only: 'client' });
    const [first] = findings.filter(({ severity }) => severity === 'breach');
    expect(first?.likely).toBe('it takes a call without an answer for a success');
  },
);

test.concurrent('An SDK that treats every answer as a success has one finding, whatever the status', async () => {
  const value = (text: string) => {
    try {
      return JSON.parse(text);
    } catch {
      return {};
    }
  };
  const { findings } = await judgeSdk(launchInProcess(sdkOf({ succeeds: () => true, value })), { only: 'client' });
  expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    'breach: the SDK returns a value instead of an error',
  ]);
});

test.concurrent('An SDK that sends every field, absent ones as null, has one breach', async () => {
  const details = (_: string, amount?: string, network?: string) => ({
    ...{ received_amount: amount ?? null, received_network: network ?? null },
  });
  const sdk = sdkOf({ details }, { methods: ['simulate'] });
  const { findings } = await judgeSdk(launchInProcess(sdk), { only: 'client' });
  const breaches = findings.filter(({ severity }) => severity === 'breach');
  expect(breaches.map(({ message }) => message)).toEqual(['the SDK sends an absent field as null']);
});

test.concurrent('A mistake that accepts forgeries comes before one that refuses more genuine webhooks', async () => {
  const [first, longer] = ['first-v1-only', 'long-tolerance'].map(wanted =>
    WRONG_SDKS.verify.find(({ name }) => name === wanted),
  );
  const verifier = { ...first?.steps.parts?.verifier, ...longer?.steps.parts?.verifier };
  const { findings } = await judgeSdk(launchInProcess(sdkOf({ parts: { verifier } }, { methods: ['verify'] })));
  const breaches = findings.filter(({ severity }) => severity === 'breach');
  expect(breaches.map(({ message }) => message.split(': ')[1])).toEqual([
    'it accepts a webhook that must be refused',
    'it refuses a valid webhook',
  ]);
});

test.concurrent('A breach of no known mistake names the case that shows it', async () => {
  const matches = (given: string, digest: string) => [digest, digest + digest].includes(given);
  const { findings } = await judgeSdk(
    launchInProcess(sdkOf({ parts: { verifier: { matches } } }, { methods: ['verify'] })),
  );
  expect(findings.map(({ message }) => message)).toEqual([
    'the SDK accepts a webhook that must be refused: the only v1 is the digest twice in one value',
  ]);
});

test.concurrent('All consequences of one mistake in verify and receive are one finding', async () => {
  const [stale, first, dedupe] = ['no-tolerance', 'first-v1-only', 'never-dedupes'].map(wanted =>
    [...WRONG_SDKS.verify, ...WRONG_SDKS.receive].find(({ name }) => name === wanted),
  );
  const methods = ['verify', 'receive'];
  const judged = async (steps: Parameters<typeof sdkOf>[0]) => {
    const { findings } = await judgeSdk(launchInProcess(sdkOf(steps, { methods })));
    return findings.filter(({ severity }) => severity === 'breach');
  };
  const [alone, ...others] = await judged(stale?.steps);
  expect(others).toEqual([]);
  expect(alone).toMatchObject({ check: 'gate-verify', likely: 'it never checks t against the clock' });
  for (const area of methods) expect(alone?.evidence.some(id => id.startsWith(`${area}/`))).toBe(true);
  const both = await judged({ parts: { ...first?.steps.parts, ...dedupe?.steps.parts } });
  expect(both.map(({ likely }) => likely).toSorted()).toEqual([
    'it compares only the first v1',
    'it does not de-duplicate',
  ]);
});
