import { expect, test } from 'vitest';
import { conclude } from '../../report/conclude.ts';
import { countRows } from '../../report/run-in-words.ts';
import { fakeWorld } from '../../testing/fake-world.ts';
import { gateSdk } from '../../testing/judge-sdk.ts';
import { launchInProcess } from '../../testing/sdk/in-process.ts';
import { sdkOf } from '../../testing/sdk/variant-sdk.ts';
import type { Launch } from './connection.ts';

const METHODS = ['verify', 'receive'];
const LIMIT_MS = 60_000;

/** Gates a correct SDK and calls `happen` at each call. @returns the duration and the results */
async function gateWhile(happen: (world: ReturnType<typeof fakeWorld>, method: string) => void) {
  const world = fakeWorld();
  const start = launchInProcess(sdkOf({}, { methods: METHODS }));
  const launch: Launch = listener => {
    const connection = start(listener);
    const send = (line: string) => {
      happen(world, JSON.parse(line).method);
      connection.send(line);
    };
    return { ...connection, send };
  };
  const evidence = await gateSdk(launch, { world });
  return { took: world.monotonic(), evidence, summary: conclude(evidence).summary };
}

test.each([1000, 5000, 9900])(
  'A gate ends within 60 s if each answer takes %i ms, and says what it left out',
  async ms => {
    const { took, summary } = await gateWhile(world => world.advance(ms));
    expect(took).toBeLessThan(LIMIT_MS);
    expect(summary.verdict).toBe('incomplete');
    expect(summary.findings.filter(({ severity }) => severity === 'breach')).toEqual([]);
    expect(summary.message).toContain('time ran out: the SDK answers too slowly for a gate of 60 s');
  },
);

test('An answer after a suspension of the machine is in time, and no case is skipped', async () => {
  let suspended = 0;
  const { summary } = await gateWhile((world, method) => {
    if (method === 'verify' && suspended++ < 3) world.stall(100_000);
  });
  expect(summary.verdict).toBe('conformant');
});

test('Random draws that time does not allow are reported and do not make the gate incomplete', async () => {
  const { summary, evidence } = await gateWhile(world => world.advance(60));
  const skipped = evidence.scenarios.flatMap(({ outcome, reason }) => (outcome === 'skipped' ? [reason] : []));
  expect(skipped.length).toBeGreaterThan(0);
  // Each kind has a share of the time.
  for (const reason of skipped) expect(reason).toMatch(/^time ran out(?:: .*)?, after [1-9]\d* of (?:60|100) draws$/);
  expect(countRows(summary)).toContainEqual(['not asked', expect.stringMatching(/^\d+ cases, because time ran out$/)]);
  expect(summary.verdict).toBe('conformant');
  expect(summary.message).toMatch(/ Not asked, because time ran out: \d+ cases\.$/);
});
