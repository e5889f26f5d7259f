import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import {
  besideSandbox,
  callCommand,
  openFaultProxy,
  type SimulatedService,
  serveSandbox,
  temporaryFolders,
} from '#testing';

const newFolder = temporaryFolders();

/** Registers a cleanup of a test. Tests run concurrently, so each has its own. */
type Closing = TestContext['onTestFinished'];
type Env = { readonly [name: string]: string };

/** The two-shell recipe of README, with the fewest orders that run every scenario. */
async function recipe(onTestFinished: Closing, ...args: readonly string[]) {
  const sandbox = await serveSandbox(args);
  onTestFinished(() => void sandbox.process.child.kill('SIGTERM'));
  return { ...sandbox.env, SANDBOX_URL: sandbox.url, ORDER_COMMAND: `ORDER_COUNT=11 ${sandbox.env.ORDER_COMMAND}` };
}

/** The settings without commands, as for a hosted sandbox: orders exist, and webhooks are configured. */
async function hosted({ newOrders, env }: SimulatedService, orders = 11): Promise<Env> {
  return { ...env, ORDER_IDS: (await newOrders(orders)).join() };
}

function without(env: Env, ...names: readonly string[]): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** The settings with a proxy in front of the service that rewrites requests. */
async function behind(service: SimulatedService, rewrite: (text: string) => string): Promise<Env> {
  const { url } = await openFaultProxy(service.url, { rewrite }, service.world);
  return { ...(await hosted(service)), SANDBOX_URL: url };
}

/** Replaces every account in a request with one that the service does not know. */
function otherAccounts(text: string): string {
  return text.replace(/"account_number":"\d+"/, '"account_number":"1112223334"');
}

/** Replaces every onramp order in a request with one that the service does not know. */
function otherOrders(text: string): string {
  return text.replace(/(?<=orders\/)onr_fixture\w+/, 'onr_of_nobody');
}

/** The results of the doctor and of a run with the same settings. */
async function both(env: Env, drives: readonly string[], world?: SimulatedService['world']) {
  const folder = newFolder();
  const doctor = await callCommand(['doctor', '--json'], env, folder, world);
  const run = await callCommand(['run', '--out', join(folder, 'out'), ...drives], env, folder, world);
  const settings = (items: readonly { readonly setting?: string }[]) => [
    ...new Set(items.flatMap(({ setting }) => setting ?? [])),
  ];
  const summary = JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8'));
  const { found } = JSON.parse(doctor.stdout);
  return {
    codes: { doctor: doctor.code, run: run.code },
    journeys: summary.observed?.journeys,
    settings: {
      doctor: settings(found.filter(({ state }: { state: string }) => state === 'missing')),
      run: settings(summary.shortfalls ?? []),
    },
  };
}

/** The settings, the common exit code, the setting that a run names as missing, and what it drives, if not all. */
type Row<Of> = readonly [
  ...[where: string, env: (of: Of) => Env | Promise<Env>, code: number],
  ...[setting?: string | undefined, drives?: readonly string[]],
];

const HAPPY_PATH = ['--only', 'collection/happy-path'];
const CONTRACT = ['--suite', 'contract'];
const COLLECTION = ['--suite', 'collection'];

/** Cases that need processes or do not wait. */
const REAL: readonly Row<Closing>[] = [
  ['the tunnel fails', () => ({ TUNNEL: 'command', TUNNEL_COMMAND: 'exit 5' }), 3],
  ['the recipe is followed', recipe, 0],
  [
    'the secret is set and WEBHOOK_COMMAND prints none',
    async closing => {
      const env: Env = await recipe(closing, '--signing-secret', 'whsec_x');
      return { ...env, SIGNING_SECRET: 'whsec_x', WEBHOOK_COMMAND: `${env.WEBHOOK_COMMAND} > /dev/null` };
    },
    0,
    undefined,
    HAPPY_PATH,
  ],
  ['nobody listens', () => ({ SANDBOX_URL: 'http://127.0.0.1:9' }), 3],
];

/** A hosted sandbox with orders, and with these settings. */
const hostedWith = (more: Env) => async (service: SimulatedService) => ({ ...(await hosted(service)), ...more });

const SIMULATED: readonly Row<SimulatedService>[] = [
  ['nothing is set', () => ({}), 0, undefined, HAPPY_PATH],
  ['ready orders are too few', service => hosted(service, 4), 4, 'ORDER_IDS', COLLECTION],
  ['there are no orders', ({ env }) => env, 4, 'ORDER_IDS', COLLECTION],
  [
    'webhooks are not pointed to the receiver',
    async service => ({ ...without(await hosted(service), 'RECEIVER_PORT'), DELIVERY_TIMEOUT_MS: '500' }),
    4,
    'WEBHOOK_COMMAND',
    HAPPY_PATH,
  ],
  ['no secret is known', async of => without(await hosted(of), 'SIGNING_SECRET'), 4, 'SIGNING_SECRET', HAPPY_PATH],
  ['the key is wrong', hostedWith({ API_KEY: 'sk_test_x' }), 4, 'API_KEY', CONTRACT],
  ['no account is known', service => behind(service, otherAccounts), 4, 'BANK_ACCOUNTS', CONTRACT],
  ['no onramp order is known', service => behind(service, otherOrders), 4, 'ONRAMP_ORDER_IDS', CONTRACT],
  ['an account that is set does not resolve', hostedWith({ BANK_ACCOUNTS: '1112223334:044' }), 1, undefined, CONTRACT],
  [
    'an onramp order that is set does not exist',
    hostedWith({ ONRAMP_ORDER_IDS: 'onr_of_nobody' }),
    1,
    undefined,
    CONTRACT,
  ],
];

function expectAgreement(code: number, setting: string | undefined, found: Awaited<ReturnType<typeof both>>): void {
  expect(found.codes).toEqual({ doctor: code, run: code });
  if (setting === undefined) return;
  expect(found.settings.run).toEqual([setting]);
  // Unverifiable webhooks would waste orders.
  if (setting === 'SIGNING_SECRET') expect(found.journeys).toBe(0);
  // The doctor names all missing settings at once. A run names them one at a time.
  expect(found.settings.doctor).toContain(setting);
}

test.concurrent.for(REAL)(
  'The doctor and a run agree where %s',
  async ([, env, code, , drives = []], { onTestFinished }) => {
    expectAgreement(code, undefined, await both(await env(onTestFinished), drives));
  },
);

test.for(SIMULATED)(
  'The doctor and a run in simulated time agree where %s',
  async ([, env, code, setting, drives = []]) => {
    const found = await besideSandbox({}, async service => both(await env(service), drives, service.world));
    expectAgreement(code, setting, found);
  },
);
