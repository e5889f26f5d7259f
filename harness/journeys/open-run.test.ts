import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { HarnessError } from '../base/errors.ts';
import { realWorld } from '../world/real-world.ts';
import { freshKeys, openRun } from './open-run.ts';
import type { RunOptions } from './run-options.ts';
import type { Target } from './target.ts';

/** A target that is never called: it remembers what it was asked. */
function aTarget(more: Partial<Target> = {}) {
  const reported: string[] = [];
  const target: Target = {
    kind: 'embedded',
    address: { baseUrl: 'http://127.0.0.1:9', sandboxUrl: 'http://127.0.0.1:9', apiKey: 'sk_test_of_the_target' },
    keyGiven: true,
    bankAccounts: [],
    bankAccountsKnown: false,
    networks: [],
    onrampOrderIds: [],
    onrampOrdersKnown: false,
    signingSecrets: [],
    orderSetting: 'ORDER_IDS',
    deliveryTimeoutMs: 10,
    redeliveryTimeoutMs: 10,
    quietMs: 1,
    holdMs: 1,
    makeOrders: async () => [],
    pointWebhooksTo: async url => {
      reported.push(`pointed to ${new URL(url).pathname}`);
      return ['whsec_of_the_command'];
    },
    releaseWebhooks: async () => void reported.push('released'),
    close: async () => void reported.push('closed'),
    ...more,
  };
  return { target, reported };
}

function optionsFor(target: Target, lines: string[], more: Partial<RunOptions> = {}): RunOptions {
  return {
    world: realWorld({ seed: 1 }),
    target: async () => target,
    run: 'r1',
    seed: 1,
    scenarios: [],
    suites: [],
    receiverHost: '127.0.0.1',
    receiverPort: 0,
    receiverPath: '/hooks',
    maxInFlight: 1,
    secrets: [],
    sink: line => lines.push(line),
    pseudonymKey: Buffer.alloc(32),
    ...more,
  };
}

/** The types of recorded lines. A machine under load may stall, which is recorded too. */
const typesOf = (lines: readonly string[]) =>
  lines.map(line => JSON.parse(line).type).filter(type => type !== 'trouble');

test('An open run verifies deliveries with the secret of the command, and records no secret', async () => {
  const { target, reported } = aTarget();
  const lines: string[] = [];
  const run = await openRun(optionsFor(target, lines));
  expect(run.canVerify()).toBe(true);
  const body = '{"key":"sk_test_of_the_target","secret":"whsec_of_the_command"}';
  await fetch(run.endpoint.url, { method: 'POST', body });
  await run.close();
  expect(reported).toEqual(['pointed to /hooks', 'released', 'closed']);
  expect(typesOf(lines)).toEqual(['run', 'delivery', 'end']);
  expect(lines.join()).not.toMatch(/of_the_target|of_the_command/);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ reason: 'done' });
});

test('An open run changes no evidence for a plain word that the command prints, until that verifies', async () => {
  const { target } = aTarget({ pointWebhooksTo: async () => ['updated'] });
  const lines: string[] = [];
  const run = await openRun(optionsFor(target, lines));
  const body = '{"status":"updated","updated_at":"2026-01-01T00:00:00Z"}';
  const v1 = createHmac('sha256', 'updated').update(`1.${body}`).digest('hex');
  const deliver = (headers: Record<string, string>) =>
    fetch(run.endpoint.url, { method: 'POST', body, headers }).then(({ status }) => expect(status).toBe(200));
  await deliver({});
  await deliver({ 'Service-Signature': `t=1,v1=${v1}` });
  await run.close();
  const texts = lines.map(line => JSON.parse(line).body?.text).filter(text => text !== undefined);
  expect(texts).toEqual([body, body.replaceAll('updated', '[redacted SIGNING_SECRET]')]);
});

test('An open run records that webhooks could not be restored', async () => {
  const releaseWebhooks = async () => {
    throw new HarnessError('command-failed', 'unreachable', 'WEBHOOK_COMMAND failed');
  };
  const lines: string[] = [];
  const run = await openRun(optionsFor(aTarget({ releaseWebhooks }).target, lines));
  await run.close();
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ reason: 'unreachable', code: 'command-failed' });
});

test('A run that cannot be opened closes everything, keeps its record, and hides secrets in the error', async () => {
  const pointWebhooksTo = async () => {
    throw new HarnessError('webhook-refused', 'unreachable', 'the key sk_test_of_the_target was refused');
  };
  const { target, reported } = aTarget({ pointWebhooksTo });
  const lines: string[] = [];
  const failure = await openRun(optionsFor(target, lines)).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: 'webhook-refused' });
  expect(String(failure)).not.toContain('of_the_target');
  expect(reported).toEqual(['released', 'closed']);
  expect(typesOf(lines)).toEqual(['run', 'end']);
});

test('Keys are UUIDs of version 4', () => {
  const newKey = freshKeys(Buffer.from('a run'));
  for (let nth = 0; nth < 50; nth++)
    expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
