import { expect, test } from 'vitest';
import '../sandbox/start-sandbox.ts';
import { loadScenarios } from '../cli/load-scenarios.ts';
import { conclude } from '../report/conclude.ts';
import { performRun } from '../testing/perform-run.ts';
import { simulatedWorld } from '../world/simulated/simulated-world.ts';
import { embeddedTarget } from './embedded-target.ts';

const NOWHERE = 'http://127.0.0.1:9/';
/** Several of them wait for webhooks of the same steps. */
const SCENARIOS = ['happy-path', 'refused-deliveries', 'amount-mismatch', 'many-at-once'];

/**
 * A run during which the service gets another webhook address. It keeps that for good, loses it when another order is
 * made, or gets ours again from the harness.
 */
async function runBesideAnother(until: 'for good' | 'next order' | 'set again') {
  const world = simulatedWorld(1);
  const scenarios = (await loadScenarios()).filter(({ id }) => SCENARIOS.some(name => id === `collection/${name}`));
  let deliveries = 0;
  let ours: string | undefined;
  let change = () => Promise.resolve();
  const target = async () => {
    const own = await embeddedTarget({ world, service: world.service, settings: {} });
    change = async () => void (await own.pointWebhooksTo(NOWHERE));
    return {
      ...{ ...own, kind: 'remote' as const, settingsGiven: ['WEBHOOK_COMMAND'] },
      pointWebhooksTo: (url: string) => {
        ours ??= url;
        return own.pointWebhooksTo(until === 'for good' && deliveries > 0 ? NOWHERE : url);
      },
      makeOrders: async (count: number) => {
        if (until === 'next order' && ours !== undefined) await own.pointWebhooksTo(ours);
        return own.makeOrders(count);
      },
    };
  };
  const sink = (line: string) => {
    if (line.startsWith('{"type":"delivery"') && ++deliveries === 8) void change();
  };
  const evidence = await world.run(() =>
    performRun({ world, scenarios, suites: ['collection'], target, sink, pseudonymKey: Buffer.alloc(32) }),
  );
  const { verdict, message, cause } = conclude(evidence).summary;
  return { verdict, message, cause, troubles: evidence.troubles.map(({ kind }) => kind) };
}

test('A run whose webhook address another program changes is incomplete, and says so', async () => {
  const { message, ...rest } = await runBesideAnother('set again');
  expect(rest).toEqual({ verdict: 'incomplete', cause: 'configuration', troubles: ['address-changed'] });
  expect(message).toMatch(/: another program changed the webhook address at 00:00:\d\d UTC; no webhook came until /);
});

test('A service that stays silent after its webhook address is set again breaks the contract', async () => {
  expect(await runBesideAnother('for good')).toMatchObject({
    verdict: 'nonconformant',
    cause: 'service',
    troubles: [],
  });
});

test('Webhooks that come again before the address is set again were not lost to another program', async () => {
  expect((await runBesideAnother('next order')).troubles).toEqual([]);
});
