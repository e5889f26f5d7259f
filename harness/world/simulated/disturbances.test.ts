import '../../sandbox/start-sandbox.ts';
import { expect, test } from 'vitest';
import { embeddedTarget } from '../../journeys/embedded-target.ts';
import { loadScenarios } from '../../journeys/scenario.ts';
import { conclude } from '../../report/conclude.ts';
import { performRun } from '../../testing/perform-run.ts';
import { areLossy, CALM, type RelayKind, startRelay } from './disturbances.ts';
import { simulatedWorld } from './simulated-world.ts';

test.each([
  [{}, false],
  [{ delayMs: [20, 400] as const, slow: 4, aheadMs: 45_000 }, false],
  [{ refused: 1 }, true],
  [{ cut: 1 }, true],
  [{ outages: [{ at: 0, ms: 1 }] }, true],
  [{ jumps: [{ at: 0, ms: 1 }] }, true],
  [{ stalls: [{ at: 0, ms: 1 }] }, true],
  [{ restarts: [{ at: 0, ms: 1 }] }, true],
  [{ tunnelOutages: [{ at: 0, ms: 1 }] }, false],
])('Disturbances %j lose something: %s', (some, lossy) => {
  expect(areLossy({ ...CALM, ...some })).toBe(lossy);
});

/** Refuses deliveries through a relay, as in a run against a remote target. @returns the breaches, and its record */
async function runBehind(relay: RelayKind, faults: readonly string[] = [], duplicateEvery = 0) {
  const world = simulatedWorld(1);
  const scenarios = (await loadScenarios()).filter(({ id }) => /happy-path|refused-deliveries/.test(id));
  // After seven attempts in vain, the next comes later than the run waits.
  const dialect = { delivery: { duplicateEvery }, retry: { capMs: 30_000 } };
  const target = async () => {
    const own = await embeddedTarget({
      world,
      service: world.service,
      settings: { redeliveryTimeoutMs: 5_000 },
      faults,
      dialect,
    });
    const pointWebhooksTo = async (url: string) => own.pointWebhooksTo(await startRelay(world.service, relay, url));
    return { ...own, kind: 'remote' as const, holdMs: 10_000, pointWebhooksTo };
  };
  const evidence = await world.run(() => performRun({ world, scenarios, target, pseudonymKey: Buffer.alloc(32) }));
  const { findings } = conclude(evidence).summary;
  const breaches = findings.filter(({ severity }) => severity === 'breach').map(({ message }) => message);
  return { breaches, joined: evidence.deliveries.filter(({ answer }) => answer.joined).length };
}

test.each([
  ['gives up early passes behind a buffer', 'buffer', 0, true],
  ['gives up early passes behind a gateway', 'gateway', 0, true],
  ['sends events twice passes behind a buffer', 'buffer', 1, true],
  ['is sound passes behind a queue that delivers by itself', 'queue', 0, false],
] as const)('A service that %s', async (_, relay, duplicateEvery, joins) => {
  const { breaches, joined } = await runBehind(relay, [], duplicateEvery);
  expect({ breaches, joins: joined > 0 }).toEqual({ breaches: [], joins });
});

test.each([
  ['no-redelivery-after-timeout', 'once', 'delivery'],
  ['no-redelivery-after-timeout', 'twice', 'delivery'],
  ['no-second-redelivery-after-timeout', 'once', 'redelivery'],
])('The fault %s of a service that sends events %s is found behind a buffer', async (fault, times, what) => {
  const { breaches } = await runBehind('buffer', [fault], times === 'twice' ? 1 : 0);
  expect(breaches).toEqual([`a ${what} that was refused is not sent again`]);
});
