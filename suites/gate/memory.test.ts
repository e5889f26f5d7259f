import { expect, test } from 'vitest';
import { judgeSdk, KEEPING_SDKS, launchEach, sdkOf } from '#testing';

test.each(KEEPING_SDKS)(
  'An SDK that keeps something from one call to the next is named by $name',
  async ({ shownBy, start }) => {
    const { findings } = await judgeSdk(launchEach(start));
    const [finding, ...others] = findings.filter(({ severity }) => severity === 'breach');
    expect(others).toEqual([]);
    // Answers that an earlier call decides give no advice.
    expect(findings.filter(({ severity, check }) => severity === 'advice' && check === finding?.check)).toEqual([]);
    expect(finding?.evidence[0]).toBe(shownBy);
    expect(finding?.message).toContain('in a fresh process');
    expect(finding?.next).toContain(`--case ${shownBy}`);
    const again = await judgeSdk(launchEach(start), { caseId: shownBy });
    expect(again.findings[0]?.likely?.split(';')[0]).toBe(finding?.likely?.split(';')[0]);
  },
);

test('A wrong answer that a fresh process does not repeat depends on earlier calls, whatever the case', async () => {
  const sdk = sdkOf({}, { methods: ['verify'] });
  const start = () => {
    let calls = 0;
    return { ...sdk, verify: (params: never) => (++calls % 50 === 0 ? { accepted: false } : sdk.verify?.(params)) };
  };
  const { findings } = await judgeSdk(launchEach(start));
  const breaches = findings.filter(({ severity }) => severity === 'breach');
  expect(breaches.map(({ likely }) => likely?.split(':')[0])).toEqual([
    'it keeps something of earlier calls, its threads disturb each other, or chance decides',
  ]);
});

test('Calls around a restart detect an SDK whose keys repeat in each process', async () => {
  const start = () => {
    let calls = 0;
    return sdkOf({ idempotencyKey: () => `00000000-0000-4000-8000-${String(++calls).padStart(12, '0')}` });
  };
  const { findings } = await judgeSdk(launchEach(start), { caseId: 'client/resolveBankAccount-restarted' });
  expect(findings).toMatchObject([
    { requirement: 'request.one-key-per-post', evidence: ['client/resolveBankAccount-restarted', 'x1'] },
  ]);
});
