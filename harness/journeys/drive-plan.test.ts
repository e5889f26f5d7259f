import { expect, test } from 'vitest';
import '../sandbox/start-sandbox.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { performRun } from '../testing/perform-run.ts';
import { simulatedWorld } from '../world/simulated/simulated-world.ts';
import { embeddedTarget } from './embedded-target.ts';

const delayed = (ms: number) => ({ delivery: { delayMs: [ms, ms] } });

/** The plan in the record of a run in simulated time, and how many of its journeys were driven. */
async function planOf(dialect: Dialect, orders?: number) {
  const world = simulatedWorld(1);
  const target = () => embeddedTarget({ world, service: world.service, settings: {}, dialect });
  const { plans, journeys } = await world.run(() => performRun({ world, target, orders }));
  return { plan: plans[0], driven: journeys.filter(({ diagnoses }) => diagnoses === undefined).length };
}

test.each([
  ['come after 2 s', 'webhooks-slow', delayed(2_000)],
  ['name no order and come after 8 s', 'out-of-time', { ...delayed(8_000), orderId: {} }],
  ['name no order', 'webhooks-nameless', { orderId: {} }],
])('Where webhooks %s, the record says why fewer orders are driven than planned', async (_, cut, dialect) => {
  const { plan, driven } = await planOf(dialect);
  const sum = (of: 'planned' | 'driven') => plan?.scenarios.reduce((total, own) => total + own[of], 0);
  expect(plan?.cut).toBe(cut);
  expect(sum('driven')).toBe(driven);
  expect(sum('planned')).toBeGreaterThan(driven);
});

test('As many orders as are asked for are driven, however slow webhooks are', async () => {
  const { plan, driven } = await planOf(delayed(8_000), 60);
  expect(plan).not.toHaveProperty('cut');
  expect(driven).toBe(60);
});
