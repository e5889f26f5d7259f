import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import '../../sandbox/start-sandbox.ts';
import { loadScenarios } from '../../journeys/scenario.ts';
import { conclude } from '../../report/conclude.ts';
import { performRun } from '../../testing/perform-run.ts';
import { CALM } from './disturbances.ts';
import { simulatedWorld } from './simulated-world.ts';

const DISTURBED = { ...CALM, delayMs: [1, 50], slow: 4, cut: 1, outages: [{ at: 900, ms: 500 }] } as const;

/** A run of some scenarios in a simulated world. @returns the digest of its record, and its exit code */
async function simulatedRun(seed: number) {
  const digest = createHash('sha256');
  const world = simulatedWorld(seed, DISTURBED);
  const scenarios = (await loadScenarios()).filter(({ id }) => /happy-path|refused-deliveries|name-enquiry/.test(id));
  const sink = (line: string) => void digest.update(line);
  const evidence = await world.run(() => performRun({ world, scenarios, sink, pseudonymKey: Buffer.alloc(32) }));
  const { exitCode } = conclude(evidence).summary;
  return { digest: digest.digest('hex'), lines: evidence.exchanges.length, exitCode };
}

test('Two simulated runs with one seed have the same record, byte for byte; another seed has another', async () => {
  const first = await simulatedRun(1);
  expect(await simulatedRun(1)).toEqual(first);
  expect(first.lines).toBeGreaterThan(20);
  expect(first.exitCode).not.toBe(1);
  expect((await simulatedRun(2)).digest).not.toBe(first.digest);
});
