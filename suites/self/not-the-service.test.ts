import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import {
  besideSandbox,
  type CalledRun,
  callCommand,
  callRun,
  listenOnLoopback,
  type SimulatedService,
  serveSandbox,
} from '#testing';

type Env = { readonly [name: string]: string };

/** The answers of a server that is not the service. */
type Answering = (response: ServerResponse, method: string, url: string) => void;

const HTML = { 'Content-Type': 'text/html' };

/** Servers whose address could be mistaken for the service's; `recognition.test.ts` judges the answers of others. */
const OTHERS: readonly (readonly [what: string, answer: Answering, status: RegExp])[] = [
  [
    'a static file server',
    (response, method, url) => {
      if (method !== 'GET') response.writeHead(501, HTML).end('<h1>Unsupported method</h1>');
      else if (url === '/') response.writeHead(200, HTML).end('<h1>Index of /</h1>');
      else response.writeHead(404, HTML).end('<h1>File not found</h1>');
    },
    /\b(501|404)\b/,
  ],
  ['a redirect to a login page', response => response.writeHead(302, { Location: '/login' }).end(), /\b302\b/],
];

async function serve(answer: Answering, { world }: SimulatedService): Promise<string> {
  const server = world.createServer({}).on('request', (request, response) => {
    request.resume().on('end', () => answer(response, request.method ?? '', request.url ?? ''));
  });
  return (await listenOnLoopback(server)).url;
}

/** A run of the two suites that have requirements of routes. */
const BOTH = ['run', '--suite', 'contract', '--suite', 'collection'];

async function hosted({ newOrders, env }: SimulatedService): Promise<Env> {
  return { ...env, ORDER_IDS: (await newOrders(10)).join() };
}

/** Runs, in simulated time, against an address that is not the service's. @param told what the run should say */
function expectRefused(
  env: (service: SimulatedService) => Promise<Env>,
  told: (env: Env) => readonly (string | RegExp)[],
  ...args: string[]
) {
  return besideSandbox({}, async service => {
    const settings = await env(service);
    using run = await callRun(['run', ...args], settings, service.world);
    expectNotTheService(run, told(settings));
  });
}

/** Expects the result in INTERFACE.md for a URL that is not the service's. */
function expectNotTheService(run: CalledRun, told: readonly (string | RegExp)[]): void {
  const { verdict, cause, findings, counts } = run.summary();
  expect({ verdict, cause }).toEqual({ verdict: 'unreachable', cause: 'not-the-service' });
  expect(counts.passed).toBe(0);
  expect(JSON.parse(run.read('facts.json')).facts).toEqual([]);
  expect(run.code).toBe(3);
  expect(findings.filter(({ severity }) => severity === 'breach')).toEqual([]);
  for (const words of told) expect(run.stdout).toMatch(words);
}

test.for(OTHERS)(
  'A run against an address that is not the service’s exits 3 and finds no breach %s',
  async ([, answer, status]) => {
    await expectRefused(
      async service => ({ SANDBOX_URL: await serve(answer, service) }),
      () => ['SANDBOX_URL', status],
    );
  },
);

/** Wrong URLs with otherwise right settings, and the suite of the run. */
const WRONG: readonly (readonly [string, (service: SimulatedService) => Env | Promise<Env>, suite?: string])[] = [
  ['a path /api', ({ url }) => ({ SANDBOX_URL: `${url}/api` }), 'contract'],
  ['a BASE_URL', ({ url }) => ({ SANDBOX_URL: url, BASE_URL: `${url}/api` }), 'contract'],
  [
    'a path, with orders and a secret that work',
    async service => ({ ...(await hosted(service)), SANDBOX_URL: `${service.url}/api` }),
  ],
];

test.for(WRONG)('A run against a wrong address exits 3 and finds no breach: %s', async ([, env, suite]) => {
  await expectRefused(
    async service => env(service),
    ({ SANDBOX_URL = '', BASE_URL }) => [BASE_URL ? 'BASE_URL' : 'SANDBOX_URL', '404', SANDBOX_URL],
    ...(suite ? ['--suite', suite] : []),
  );
});

test.for([
  ['of another server', async (of: SimulatedService) => serve(OTHERS[0]?.[1] ?? expect.unreachable(), of)],
  ['with a wrong path', async ({ url }: SimulatedService) => `${url}/api`],
] as const)(
  'The doctor at an address %s names it whole, fails, and does not say that the key is accepted',
  ([, addressOf]) =>
    besideSandbox({}, async service => {
      const settings = { SANDBOX_URL: await addressOf(service), API_KEY: 'sk_test_of_somebody' };
      const { code, stdout } = await callCommand(['doctor'], settings, undefined, service.world);
      expect(stdout).not.toMatch(/key.*is accepted/);
      for (const said of ['SANDBOX_URL', settings.SANDBOX_URL]) expect(stdout).toContain(said);
      expect(code).toBe(3);
    }),
);

test.for([['enquiry-route-missing'], ['enquiry-json-cut', 'onramp-json-cut']])(
  'A service that breaks one rule everywhere exits 1 %j, in the contract suite',
  faults =>
    besideSandbox({ faults }, async ({ url, world }) => {
      const env = { SANDBOX_URL: url, BANK_ACCOUNTS: '0123456789:044' };
      using run = await callRun(['run', '--suite', 'contract'], env, world);
      expect(run.summary()).toMatchObject({ verdict: 'nonconformant', cause: 'service' });
      expect(run.code).toBe(1);
    }),
);

test('A run with commands exits 1 for a service without the route of simulate', async ({ onTestFinished }) => {
  // If every simulate call gets 404, only orders from a command are known to exist.
  const { env, process } = await serveSandbox(['--fault', 'simulate-route-missing']);
  onTestFinished(() => void process.child.kill('SIGKILL'));
  const ORDER_COMMAND = `ORDER_COUNT=4 ${env.ORDER_COMMAND}`;
  using run = await callRun(BOTH, { ...env, ORDER_COMMAND });
  expect(run.summary()).toMatchObject({ verdict: 'nonconformant', cause: 'service' });
  expect(run.code).toBe(1);
});
