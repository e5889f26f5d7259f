import { expect, test } from 'vitest';
import { DEFAULT_API_KEY, FIXTURES } from '../sandbox/index.ts';
import { readSettings } from '../settings/settings.ts';
import { realWorld } from '../world/real-world.ts';
import { remoteTarget } from './remote-target.ts';

const URL_ = 'https://sandbox.test';

function target(env: { readonly [name: string]: string } = {}) {
  const settings = readSettings({ SANDBOX_URL: URL_, ...env });
  return remoteTarget(realWorld(), settings, new AbortController().signal);
}

test('A remote target falls back on what every embedded sandbox publishes, as guesses', () => {
  expect(target()).toMatchObject({
    kind: 'remote',
    address: { sandboxUrl: URL_, baseUrl: URL_, apiKey: DEFAULT_API_KEY },
    keyGiven: false,
    bankAccounts: FIXTURES.accounts,
    bankAccountsKnown: false,
    onrampOrderIds: FIXTURES.onrampOrderIds,
    onrampOrdersKnown: false,
    networks: [],
    signingSecrets: [],
    orderSetting: 'ORDER_IDS',
    deliveryTimeoutMs: 30_000,
    redeliveryTimeoutMs: 60_000,
    quietMs: 1_000,
    holdMs: 10_000,
  });
});

test('A remote target uses the settings', () => {
  const given = {
    BASE_URL: 'https://api.test',
    API_KEY: 'sk_test_1',
    BANK_ACCOUNTS: '1:2',
    ONRAMP_ORDER_IDS: 'o1,o2',
    NETWORKS: 'tron, base',
    SIGNING_SECRET: 's1,s2',
    ORDER_COMMAND: 'true',
    DELIVERY_TIMEOUT_MS: '5',
    REDELIVERY_TIMEOUT_MS: '6',
  };
  expect(target(given)).toMatchObject({
    address: { sandboxUrl: URL_, baseUrl: 'https://api.test', apiKey: 'sk_test_1' },
    keyGiven: true,
    bankAccounts: [{ accountNumber: '1', bankCode: '2' }],
    bankAccountsKnown: true,
    onrampOrderIds: ['o1', 'o2'],
    onrampOrdersKnown: true,
    networks: ['tron', 'base'],
    signingSecrets: ['s1', 's2'],
    orderSetting: 'ORDER_COMMAND',
    deliveryTimeoutMs: 5,
    redeliveryTimeoutMs: 6,
  });
});

test.concurrent('The orders of a remote target are taken from the ready ones, each once', async () => {
  const made = target({ ORDER_IDS: 'a,b,c' });
  expect(await made.makeOrders(2)).toEqual(['a', 'b']);
  expect(await made.makeOrders(2)).toEqual(['c']);
  expect(await made.makeOrders(2)).toEqual([]);
});

test.concurrent('Orders of a remote target are created if too few are ready, and none is used twice', async () => {
  const made = target({ ORDER_IDS: 'a', ORDER_COMMAND: 'echo n$ORDER_COUNT; echo n$ORDER_COUNT; echo x; echo y' });
  expect(await made.makeOrders(3)).toEqual(['a', 'n2', 'x']);
  expect(await made.makeOrders(3)).toEqual(['n3', 'y']);
  expect(await target({ ORDER_IDS: 'a,b', ORDER_COMMAND: 'exit 1' }).makeOrders(2)).toEqual(['a', 'b']);
});

test.concurrent.each(['{"id": "a"}', '["a"]', '"a"'])(
  'The orders of a remote target are no JSON, such as %s',
  async printed => {
    const made = target({ ORDER_COMMAND: `echo '${printed}'` }).makeOrders(1);
    await expect(made).rejects.toThrow('ORDER_COMMAND printed a line that is not an order id: it is JSON');
  },
);

test.concurrent('WEBHOOK_COMMAND points the webhooks of a target, and its last line is a secret', async () => {
  const made = target({ WEBHOOK_COMMAND: 'echo set $WEBHOOK_URL; echo whsec_$WEBHOOK_URL' });
  expect(await made.pointWebhooksTo('http://me')).toEqual(['whsec_http://me']);
  expect(await target({ WEBHOOK_COMMAND: 'true' }).pointWebhooksTo('http://me')).toEqual([]);
  expect(await target().pointWebhooksTo('http://me')).toEqual([]);
  await expect(target({ WEBHOOK_COMMAND: 'exit 3' }).pointWebhooksTo('x')).rejects.toThrow('WEBHOOK_COMMAND failed');
});

test.concurrent('WEBHOOK_RESTORE_URL restores the webhooks of a remote target at the end', async () => {
  const WEBHOOK_COMMAND = 'test "$WEBHOOK_URL" != https://refused.test';
  const released = async (env: { readonly [name: string]: string }, point = true) => {
    const made = target(env);
    if (point) await made.pointWebhooksTo('http://me');
    await made.releaseWebhooks(false);
  };
  await expect(released({ WEBHOOK_COMMAND, WEBHOOK_RESTORE_URL: 'https://back.test' })).resolves.toBeUndefined();
  const refused = { WEBHOOK_COMMAND, WEBHOOK_RESTORE_URL: 'https://refused.test' };
  await expect(released(refused)).rejects.toThrow('WEBHOOK_COMMAND failed');
  await expect(released(refused, false)).resolves.toBeUndefined();
  await expect(released({ WEBHOOK_COMMAND })).resolves.toBeUndefined();
  await expect(released({ WEBHOOK_RESTORE_URL: 'https://back.test' })).resolves.toBeUndefined();
});
