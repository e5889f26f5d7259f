import { describe, expect, test } from 'vitest';
import { SDK_AREAS } from '#harness';
import { judgeSdk, launchInProcess, sdkOf, WRONG_SDKS, wrongCommands } from '#testing';

test('There are at least fifty incorrect SDKs', () => {
  expect(SDK_AREAS.flatMap(area => WRONG_SDKS[area]).length).toBeGreaterThanOrEqual(50);
});

describe.concurrent.each(SDK_AREAS)('%s', area => {
  test('passes the correct SDK', async () => {
    const { verdict, findings, counts } = await judgeSdk(launchInProcess(sdkOf()), { only: area });
    expect(findings.filter(({ severity }) => severity === 'breach')).toEqual([]);
    expect(verdict).toBe('conformant');
    expect(counts.passed).toBeGreaterThan(60);
  });

  test.each(WRONG_SDKS[area].map(({ name, steps }) => [name, steps] as const))(
    'refuses one that %s',
    async (_, steps) => {
      const { verdict, findings, requirements } = await judgeSdk(launchInProcess(sdkOf(steps)), {
        only: area,
        firstBreach: true,
      });
      const [finding] = findings.filter(({ severity }) => severity === 'breach');
      expect(verdict).toBe('nonconformant');
      expect(finding?.check).toBe(`gate-${area}`);
      expect(finding?.next).toContain(`--case ${area}/`);
      expect(await wrongCommands(finding?.next ?? '')).toEqual([]);
      expect(requirements.find(({ id }) => id === finding?.requirement)?.status).toBe('violated');
    },
  );
});
