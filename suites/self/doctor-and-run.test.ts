import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import {
  besideSandbox,
  callCommand,
  listenOnLoopback,
  openFront,
  type Passing,
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

/** The same settings without commands, as of a hosted sandbox: orders are ready, and webhooks are pointed by hand. */
async function hosted({ newOrders, env }: SimulatedService, orders = 11): Promise<Env> {
  return { ...env, ORDER_IDS: (await newOrders(orders)).join() };
}

/** Settings without some of them. */
function without(env: Env, ...names: readonly string[]): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

async function fileServer(onTestFinished: Closing): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(404).end('<h1>Not found</h1>'));
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return url;
}

/** The settings with a proxy in front of the service that edits requests. */
async function behind(service: SimulatedService, edit: (passing: Passing) => undefined): Promise<Env> {
  const front = await openFront(service.url, edit, service.world);
  return { ...(await hosted(service)), SANDBOX_URL: front.url };
}

/** Serves all routes below `/payments`. */
function belowPath(passing: Passing): undefined {
  passing.target = passing.target.replace(/^\/payments\/?/, '/');
}

/** Replaces every account in a request with one that the service does not know. */
function otherAccounts(passing: Passing): undefined {
  passing.body = passing.body.replace(/"account_number":"\d+"/, '"account_number":"1112223334"');
}

/** Replaces every onramp order in a request with one that the service does not know. */
function otherOrders(passing: Passing): undefined {
  passing.target = passing.target.replace(/(?<=orders\/)onr_fixture\w+/, 'onr_of_nobody');
}

/** The result of the doctor and of a run with the same settings. */
async function both(env: Env, world?: SimulatedService['world']) {
  const folder = newFolder();
  const doctor = await callCommand(['doctor', '--json'], env, folder, world);
  const run = await callCommand(['run', '--out', join(folder, 'out')], env, folder, world);
  const settings = (items: readonly { readonly setting?: string }[]) => [
    ...new Set(items.flatMap(({ setting }) => setting ?? [])),
  ];
  const summary = run.code === 2 ? {} : JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8'));
  const found = doctor.code === 2 ? [] : JSON.parse(doctor.stdout).found;
  return {
    codes: { doctor: doctor.code, run: run.code },
    settings: {
      doctor: settings(found.filter(({ state }: { state: string }) => state === 'missing')),
      run: settings(summary.shortfalls ?? []),
    },
  };
}

/** What both should come to. */
interface Expected {
  readonly where: string;
  /** The exit code of both. */
  readonly code: number;
  /** The settings that a run names as missing. */
  readonly settings?: readonly string[];
}

const NO_TUNNEL = { TUNNEL: 'command', TUNNEL_COMMAND: 'exit 5' };

/** Processes are the point here, or nothing is waited for. */
const REAL: readonly (Expected & { readonly env: (closing: Closing) => Env | Promise<Env> })[] = [
  { where: 'the tunnel of an embedded run fails', env: () => NO_TUNNEL, code: 3 },
  { where: 'a remote setting is set without SANDBOX_URL', env: () => ({ API_KEY: 'sk_test_x' }), code: 2 },
  { where: 'the recipe is followed', env: recipe, code: 0 },
  {
    where: 'the secret is set and WEBHOOK_COMMAND prints none',
    env: async closing => {
      const env: Env = await recipe(closing, '--signing-secret', 'whsec_x');
      return { ...env, SIGNING_SECRET: 'whsec_x', WEBHOOK_COMMAND: `${env.WEBHOOK_COMMAND} > /dev/null` };
    },
    code: 0,
  },
  { where: 'nobody listens', env: () => ({ SANDBOX_URL: 'http://127.0.0.1:9' }), code: 3 },
  {
    where: 'the address is that of a file server',
    env: async closing => ({ SANDBOX_URL: await fileServer(closing) }),
    code: 3,
  },
  { where: 'the tunnel fails', env: async closing => ({ ...(await recipe(closing)), ...NO_TUNNEL }), code: 3 },
];

const SIMULATED: readonly (Expected & {
  readonly env: (service: SimulatedService) => Env | Promise<Env>;
})[] = [
  { where: 'nothing is set', env: () => ({}), code: 0 },
  { where: 'ready orders are enough for every scenario', env: service => hosted(service), code: 0 },
  {
    where: 'the sandbox is below a path',
    env: async service => {
      const env = await behind(service, belowPath);
      return { ...env, SANDBOX_URL: `${env.SANDBOX_URL}/payments` };
    },
    code: 0,
  },
  {
    where: 'every setting of the service is set',
    env: async service => ({
      ...(await hosted(service)),
      BASE_URL: service.url,
      BANK_ACCOUNTS: '0123456789:044',
      ONRAMP_ORDER_IDS: 'onr_fixture_with_account,onr_fixture_without_account',
    }),
    code: 0,
  },
  {
    where: 'ready orders are too few',
    env: service => hosted(service, 4),
    code: 4,
    settings: ['ORDER_IDS'],
  },
  { where: 'there are no orders', env: ({ env }) => env, code: 4, settings: ['ORDER_IDS'] },
  {
    where: 'webhooks are not pointed to the receiver',
    env: async service => ({ ...without(await hosted(service), 'RECEIVER_PORT'), DELIVERY_TIMEOUT_MS: '500' }),
    code: 4,
    settings: ['WEBHOOK_COMMAND'],
  },
  {
    where: 'no secret is known',
    env: async service => without(await hosted(service), 'SIGNING_SECRET'),
    code: 4,
    settings: ['SIGNING_SECRET'],
  },
  {
    where: 'the key is wrong',
    env: async service => ({ ...(await hosted(service)), API_KEY: 'sk_test_x' }),
    code: 4,
    settings: ['API_KEY'],
  },
  {
    where: 'no account is known',
    env: service => behind(service, otherAccounts),
    code: 4,
    settings: ['BANK_ACCOUNTS'],
  },
  {
    where: 'no onramp order is known',
    env: service => behind(service, otherOrders),
    code: 4,
    settings: ['ONRAMP_ORDER_IDS'],
  },
  {
    where: 'an account that is set does not resolve',
    env: async service => ({ ...(await hosted(service)), BANK_ACCOUNTS: '1112223334:044' }),
    code: 1,
  },
  {
    where: 'an onramp order that is set does not exist',
    env: async service => ({ ...(await hosted(service)), ONRAMP_ORDER_IDS: 'onr_of_nobody' }),
    code: 1,
  },
  {
    where: 'the address has a path that does not exist',
    env: async service => {
      const env = await hosted(service);
      return { ...env, SANDBOX_URL: `${env.SANDBOX_URL}/api` };
    },
    code: 3,
  },
];

function expectAgreement({ code, settings = [] }: Expected, found: Awaited<ReturnType<typeof both>>): void {
  expect(found.codes).toEqual({ doctor: code, run: code });
  if (code !== 4) return;
  expect(found.settings.run).toEqual(settings);
  // The doctor names all missing settings at once. A run names them one at a time.
  expect(found.settings.doctor).toEqual(expect.arrayContaining([...settings]));
}

describe.concurrent('The doctor and a run agree where', () => {
  test.for(REAL)('$where', async ({ env, ...expected }, { onTestFinished }) => {
    expectAgreement(expected, await both(await env(onTestFinished)));
  });
});

describe('The doctor and a run in simulated time agree where', () => {
  test.for(SIMULATED)('$where', async ({ env, ...expected }) => {
    expectAgreement(expected, await besideSandbox({}, async service => both(await env(service), service.world)));
  });
});
