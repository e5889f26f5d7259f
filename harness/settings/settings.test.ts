import { expect, test } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import type { Environment } from '../world/world.ts';
import { misspeltSetting, outOfReach, readSettings, targetKind } from './settings.ts';

const problems = (env: Environment): string => {
  const thrown = thrownBy(() => readSettings(env));
  const details = { next: '.env.example lists every setting with its meaning' };
  if (thrown.code) expect(thrown).toMatchObject({ code: 'settings-invalid', kind: 'usage', details });
  return thrown.message ?? '';
};

const one = (name: string, received: string, todo: string) => `a setting is wrong\n  ${name} is ${received}: ${todo}`;

const NOTHING_SET = {
  signingSecrets: [],
  orderIds: [],
  onrampOrderIds: [],
  bankAccounts: [],
  networks: [],
  tunnel: 'direct',
  receiverHost: '127.0.0.1',
  receiverPort: 0,
  maxInFlight: 16,
};

/** Every variable, and what is read of it. */
const READ: { readonly [name: string]: readonly [text: string, read: object] } = {
  SANDBOX_URL: ['https://sandbox.example/some/path/', { sandboxUrl: 'https://sandbox.example/some/path' }],
  BASE_URL: ['http://api.example//', { baseUrl: 'http://api.example' }],
  API_KEY: [' sk_test_abc ', { apiKey: 'sk_test_abc' }],
  ALLOW_LIVE_KEY: ['1', { allowLiveKey: '1' }],
  SIGNING_SECRET: ['first, second,,', { signingSecrets: ['first', 'second'] }],
  SIGNATURE_HEADER: ['X-Signature', { signatureHeader: 'X-Signature' }],
  ORDER_IDS: ['ord_1,ord_2', { orderIds: ['ord_1', 'ord_2'] }],
  ORDER_COMMAND: ['make orders', { orderCommand: 'make orders' }],
  WEBHOOK_COMMAND: ['point --to "$WEBHOOK_URL"', { webhookCommand: 'point --to "$WEBHOOK_URL"' }],
  WEBHOOK_RESTORE_URL: ['https://old.example/hook', { webhookRestoreUrl: 'https://old.example/hook' }],
  ONRAMP_ORDER_IDS: ['onr_1', { onrampOrderIds: ['onr_1'] }],
  BANK_ACCOUNTS: [
    '0123456789:044, 9876543210 : 058',
    {
      bankAccounts: [
        { accountNumber: '0123456789', bankCode: '044' },
        { accountNumber: '9876543210', bankCode: '058' },
      ],
    },
  ],
  NETWORKS: ['tron, base', { networks: ['tron', 'base'] }],
  TUNNEL: ['command', { tunnel: 'command' }],
  TUNNEL_URL: ['https://tunnel.example', { tunnelUrl: 'https://tunnel.example' }],
  TUNNEL_SSH: ['me@host', { tunnelSsh: { user: 'me', host: 'host', bindHost: '', bindPort: 0 } }],
  TUNNEL_COMMAND: ['cloudflared', { tunnelCommand: 'cloudflared' }],
  RECEIVER_HOST: ['0.0.0.0', { receiverHost: '0.0.0.0' }],
  RECEIVER_PORT: ['8080', { receiverPort: 8080 }],
  DELIVERY_TIMEOUT_MS: ['1000', { deliveryTimeoutMs: 1000 }],
  REDELIVERY_TIMEOUT_MS: ['2000', { redeliveryTimeoutMs: 2000 }],
  MAX_IN_FLIGHT: ['4', { maxInFlight: 4 }],
};

test('every variable is read', () => {
  const everything = Object.fromEntries(Object.entries(READ).map(([name, [text]]) => [name, text]));
  expect(readSettings(everything)).toEqual(Object.assign({}, ...Object.values(READ).map(([, read]) => read)));
});

test('A setting that is not set is absent or has its default, and an empty one counts as not set', () => {
  expect(readSettings({})).toStrictEqual(NOTHING_SET);
  const empty = (value: string) => Object.fromEntries(Object.keys(READ).map(name => [name, value]));
  expect(readSettings(empty(''))).toStrictEqual(NOTHING_SET);
  expect(readSettings(empty(' \t'))).toStrictEqual(NOTHING_SET);
});

test('All problems are reported together, each with its name and what to do', () => {
  const message = problems({
    SANDBOX_URL: 'sandbox.example',
    API_KEY: 'sk_live_1234567890',
    ORDER_IDS: 'a,b,a',
    RECEIVER_PORT: '65536',
    TUNNEL: 'carrier-pigeon',
    TUNNEL_SSH: 'host',
  });
  expect(message).toBe(
    [
      '6 settings are wrong',
      'SANDBOX_URL is "sandbox.example": give an http:// or https:// URL',
      'ORDER_IDS is a list with a twice: list each order once; each order is driven once',
      'TUNNEL is "carrier-pigeon": give one of direct, url, ssh, command',
      'TUNNEL_SSH is not a server: it does not begin with user@host: ' +
        'write user@host[:port], then any of hostkey=SHA256:… key=FILE bind=[ADDRESS:]PORT public=URL',
      'RECEIVER_PORT is "65536": give a whole number from 0 to 65535',
      'API_KEY is a key of 18 characters that does not start with sk_test_: ' +
        'use a sandbox key; ALLOW_LIVE_KEY=1 allows any key',
    ].join('\n  '),
  );
});

test('The key is a sandbox key, unless ALLOW_LIVE_KEY is 1', () => {
  expect(readSettings({ API_KEY: 'sk_test_' }).apiKey).toBe('sk_test_');
  expect(readSettings({ API_KEY: 'sk_live_x', ALLOW_LIVE_KEY: '1' }).apiKey).toBe('sk_live_x');
  for (const allow of ['0', 'true', 'yes', '11']) {
    expect(problems({ API_KEY: 'sk_live_x', ALLOW_LIVE_KEY: allow })).toContain('API_KEY is a key of 9 characters');
  }
  expect(problems({ API_KEY: 'xsk_test_' })).toContain('does not start with sk_test_');
  expect(problems({ API_KEY: 'SK_TEST_1' })).toContain('does not start with sk_test_');
});

test('The key and everything else that is secret is never quoted', () => {
  const message = problems({
    API_KEY: 'sk_live_topsecret',
    SIGNING_SECRET: 'topsecret',
    SANDBOX_URL: 'https://user:topsecret@host/',
    BASE_URL: 'https://host/?token=topsecret',
    TUNNEL_URL: 'user:topsecret@host',
    WEBHOOK_RESTORE_URL: 'http://user:top/secret:topsecret@host',
    ORDER_IDS: 'a,a',
  });
  expect(message).toMatch(/^6 settings/);
  expect(message).not.toContain('secret');
});

test.each(['http://h', 'https://h:8443/a/b', 'HTTP://h', 'http://[::1]:80', 'http://127.0.0.1:1/'])(
  'An address is %s',
  url => {
    expect(readSettings({ SANDBOX_URL: url }).sandboxUrl).toBe(url.replace(/\/$/, ''));
  },
);

test.each([
  ['h', '"h"', 'give an http:// or https:// URL'],
  ['ftp://h', '"ftp://h"', 'give an http:// or https:// URL'],
  ['http://a b', '"http://a b"', 'give an http:// or https:// URL'],
  ['http://u@h', 'an address with a user name or password', 'leave them out: they would appear in every report'],
  ['http://:p@h', 'an address with a user name or password', 'leave them out: they would appear in every report'],
  ['http://h?a=b', '"http://h?…"', 'leave out what follows ? or #: routes are appended to the address'],
  ['http://h#a', '"http://h#…"', 'leave out what follows ? or #: routes are appended to the address'],
  ['http://h/?', '"http://h/?…"', 'leave out what follows ? or #: routes are appended to the address'],
  ['http://h#', '"http://h#…"', 'leave out what follows ? or #: routes are appended to the address'],
])('An address is not %s', (url, received, todo) => {
  for (const name of ['SANDBOX_URL', 'BASE_URL', 'TUNNEL_URL', 'WEBHOOK_RESTORE_URL'])
    expect(problems({ [name]: url })).toBe(one(name, received, todo));
});

test.each([
  ['RECEIVER_PORT', 'receiverPort', 0, 65_535],
  ['DELIVERY_TIMEOUT_MS', 'deliveryTimeoutMs', 1, 86_400_000],
  ['REDELIVERY_TIMEOUT_MS', 'redeliveryTimeoutMs', 1, 86_400_000],
  ['MAX_IN_FLIGHT', 'maxInFlight', 1, 10_000],
] as const)('A number %s is whole and within its bounds', (name, key, least, most) => {
  for (const value of [least, least + 1, most]) expect(readSettings({ [name]: String(value) })[key]).toBe(value);
  for (const text of [String(least - 1), String(most + 1), '1.5', '1e3', '+1', '0x10', 'ten', '1 000', '١']) {
    expect(problems({ [name]: text })).toBe(one(name, `"${text}"`, `give a whole number from ${least} to ${most}`));
  }
});

test.each(['a b', 'a:b', 'é', 'a,b', 'a='])('%s is not a header name', name => {
  expect(problems({ SIGNATURE_HEADER: name })).toBe(one('SIGNATURE_HEADER', `"${name}"`, 'use the name of a header'));
});

test.each([':044', '0123456789', '0123456789:', '1:2:3', ':'])(
  '"%s" is not a bank account, and the error does not quote it',
  entry => {
    expect(problems({ BANK_ACCOUNTS: `0123456780:044,${entry}` })).toBe(
      one('BANK_ACCOUNTS', 'a list with an entry that is not account_number:bank_code', 'separate entries by commas'),
    );
  },
);

test.each([
  ['url', 'TUNNEL_URL', 'https://tunnel.example'],
  ['ssh', 'TUNNEL_SSH', 'me@host'],
  ['command', 'TUNNEL_COMMAND', 'ngrok'],
])('TUNNEL=%s needs %s', (tunnel, name, value) => {
  expect(problems({ TUNNEL: tunnel })).toBe(one(name, 'not set', `TUNNEL=${tunnel} needs it`));
  expect(readSettings({ TUNNEL: tunnel, [name]: value }).tunnel).toBe(tunnel);
});

test('The configured values determine the tunnel if the target is not on loopback and no tunnel is chosen', () => {
  const tunnelOf = (env: Environment) => readSettings({ TUNNEL_COMMAND: 'ngrok', ...env }).tunnel;
  expect(tunnelOf({ SANDBOX_URL: 'https://sandbox.test' })).toBe('command');
  expect(tunnelOf({ SANDBOX_URL: 'http://127.0.0.1:1' })).toBe('direct');
  expect(tunnelOf({})).toBe('direct');
  expect(tunnelOf({ SANDBOX_URL: 'https://sandbox.test', TUNNEL: 'direct' })).toBe('direct');
});

test('The target is remote if SANDBOX_URL is set, and embedded if nothing is set', () => {
  expect(targetKind({ SANDBOX_URL: 'http://s.example' })).toBe('remote');
  expect(targetKind({})).toBe('embedded');
  expect(targetKind({ SANDBOX_URL: '', API_KEY: ' ', ORDER_IDS: undefined })).toBe('embedded');
  const ofBoth = { TUNNEL: 'direct', RECEIVER_HOST: 'h', RECEIVER_PORT: '1', SIGNATURE_HEADER: 'S' };
  expect(targetKind({ ...ofBoth, DELIVERY_TIMEOUT_MS: '1', REDELIVERY_TIMEOUT_MS: '1' })).toBe('embedded');
  expect(targetKind({ MAX_IN_FLIGHT: '1', PATH: '/bin' })).toBe('embedded');
});

test('The target is the one that was asked for', () => {
  expect(targetKind({ SANDBOX_URL: 'http://s.example' }, 'embedded')).toBe('embedded');
  expect(targetKind({ API_KEY: 'sk_test_1' }, 'embedded')).toBe('embedded');
  expect(targetKind({ SANDBOX_URL: 'http://s.example' }, 'remote')).toBe('remote');
  expect(refusal({}, 'remote')).toBe('SANDBOX_URL is not set, but the target is remote');
});

const refusal = (env: Environment, asked?: 'remote') => {
  const thrown = thrownBy(() => targetKind(env, asked));
  expect(thrown).toMatchObject({ code: 'no-sandbox-url', kind: 'usage' });
  return thrown.message;
};

test.each([
  ...['BASE_URL', 'API_KEY', 'ALLOW_LIVE_KEY', 'SIGNING_SECRET', 'WEBHOOK_COMMAND', 'WEBHOOK_RESTORE_URL'],
  ...['ORDER_IDS', 'ORDER_COMMAND', 'ONRAMP_ORDER_IDS', 'BANK_ACCOUNTS'],
])('The target is unclear if only %s is set: only a remote target uses it', name => {
  expect(refusal({ [name]: 'x' })).toBe(`SANDBOX_URL is not set, but ${name} is set`);
});

test('The target names every setting that makes it unclear, and no value', () => {
  const env = { SANDBOX_URI: 'http://s.example', API_KEY: 'sk_test_hidden', ORDER_IDS: 'ord_1' };
  expect(refusal(env)).toBe('SANDBOX_URL is not set, but API_KEY, ORDER_IDS are set');
});

test.each([
  ['SANDBOX_URI', 'SANDBOX_URL'],
  ['sandbox_url', 'SANDBOX_URL'],
  ['SANBOX_URL', 'SANDBOX_URL'],
  ['APIKEY', 'API_KEY'],
  ['ORDER_ID', 'ORDER_IDS'],
  ['TUNEL', 'TUNNEL'],
  ['MAX_INFLIGHT', 'MAX_IN_FLIGHT'],
  ['DELIVERY_TIMEOUT', 'DELIVERY_TIMEOUT_MS'],
])('A name that is not a setting %s was meant to be %s', (name, setting) =>
  expect(misspeltSetting(name)).toBe(setting),
);

test.each([
  ...['', 'PATH', 'HOME', 'CI', 'DATABASE_URL', 'REDIS_URL', 'APP_URL', 'API_URL', 'API_TOKEN', 'TUNNEL_TOKEN'],
  ...['NGROK_AUTHTOKEN', 'HTTP_PROXY', 'NODE_EXTRA_CA_CERTS', 'WEBHOOK_URL', 'ORDER_COUNT', 'SHARD'],
])('A name that is not a setting %s belongs to another program', name => expect(misspeltSetting(name)).toBeUndefined());

test.each([
  ['direct', '127.0.0.1', 'https://sandbox.test', true],
  ['direct', '::1', 'https://sandbox.test/base', true],
  ['direct', '0.0.0.0', 'https://sandbox.test', false],
  ['direct', '127.0.0.1', 'http://[::1]:4800', false],
  ['ssh', '127.0.0.1', 'https://sandbox.test', false],
] as const)('%s to a receiver on %s, from %s: out of reach is %s', (tunnel, host, target, out) => {
  expect(outOfReach(tunnel, host, target)).toBe(out);
});
