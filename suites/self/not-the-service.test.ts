import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, type TestContext, test } from 'vitest';
import { callCommand, callRun, serveSandbox } from '#testing';

type OnTestFinished = TestContext['onTestFinished'];

/** The answers of a server that is not the service. */
type Answering = (response: ServerResponse, method: string, url: string) => void;

const HTML = { 'Content-Type': 'text/html' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Servers whose address could be mistaken for the service's. */
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
  [
    'a server that answers everything with 404 and an error of the documented fields',
    response => response.writeHead(404, JSON_TYPE).end('{"code":"not_found","message":"There is nothing here."}'),
    /\b404\b/,
  ],
  [
    'a web application that answers everything with its HTML page',
    response => response.writeHead(200, HTML).end('<!doctype html><title>App</title>'),
    /\b200\b/,
  ],
  [
    'a web application that redirects everything to its login page',
    response => response.writeHead(302, { Location: '/login' }).end(),
    /\b302\b/,
  ],
  [
    'a gateway that asks for basic authentication',
    response => response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="staging"' }).end(),
    /\b401\b/,
  ],
];

async function serve(answer: Answering, onTestFinished: OnTestFinished): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response, request.method ?? '', request.url ?? ''));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function sandboxFor(onTestFinished: OnTestFinished, ...args: readonly string[]) {
  const sandbox = await serveSandbox(args);
  onTestFinished(async () => {
    sandbox.process.child.kill('SIGKILL');
    await sandbox.process.ended;
  });
  return sandbox;
}

/** Runs against an address that is not the service's, and expects the result that INTERFACE.md specifies. */
async function expectRefused(
  env: { readonly [name: string]: string },
  told: readonly (string | RegExp)[],
  ...args: string[]
) {
  using run = await callRun(['run', ...args], env);
  const { verdict, cause, findings } = run.summary();
  expect({ verdict, cause }).toEqual({ verdict: 'unreachable', cause: 'not-the-service' });
  expect(run.code).toBe(3);
  expect(findings.filter(({ severity }) => severity === 'breach')).toEqual([]);
  for (const words of told) expect(run.stdout).toMatch(words);
}

describe.concurrent('A run against an address that is not the service’s exits 3 and finds no breach', () => {
  test.for(OTHERS)('%s', async ([, answer, status], { onTestFinished }) => {
    const SANDBOX_URL = await serve(answer, onTestFinished);
    await expectRefused({ SANDBOX_URL }, ['SANDBOX_URL', status]);
  });

  test('a wrong path on the service’s host', async ({ onTestFinished }) => {
    const { url } = await sandboxFor(onTestFinished);
    for (const path of ['/api', '/v1', '/sandbox'])
      await expectRefused({ SANDBOX_URL: url + path }, ['SANDBOX_URL', '404', url + path], '--suite', 'contract');
  });

  test('a wrong path, with orders, a secret and a webhook command that work', async ({ onTestFinished }) => {
    const { url, env } = await sandboxFor(onTestFinished);
    await expectRefused({ ...env, SANDBOX_URL: `${url}/api` }, ['SANDBOX_URL']);
  });

  test('a web application, with orders and a secret', async ({ onTestFinished }) => {
    const SANDBOX_URL = await serve(response => response.writeHead(404, HTML).end('<h1>404</h1>'), onTestFinished);
    const env = { SANDBOX_URL, ORDER_IDS: 'co_1,co_2,co_3', SIGNING_SECRET: 'whsec_of_somebody' };
    await expectRefused({ ...env, DELIVERY_TIMEOUT_MS: '500' }, ['SANDBOX_URL'], '--suite', 'collection');
  });

  test('a wrong BASE_URL beside a right SANDBOX_URL, which names BASE_URL', async ({ onTestFinished }) => {
    const { url } = await sandboxFor(onTestFinished);
    await expectRefused({ SANDBOX_URL: url, BASE_URL: `${url}/api` }, ['BASE_URL', /\b404\b/], '--suite', 'contract');
  });
});

describe.concurrent('The doctor at an address that is not the service’s', () => {
  test.for(OTHERS.filter(([, , status]) => !status.test('302')))(
    'fails, and does not say that the key is accepted: %s',
    async ([, answer], { onTestFinished }) => {
      const SANDBOX_URL = await serve(answer, onTestFinished);
      const { code, stdout } = await callCommand(['doctor'], { SANDBOX_URL, API_KEY: 'sk_test_of_somebody' });
      expect(stdout).not.toMatch(/key.*is accepted/);
      expect(stdout).toContain('SANDBOX_URL');
      expect(code).toBe(3);
    },
  );

  test('shows the whole address, with its path', async ({ onTestFinished }) => {
    const { url } = await sandboxFor(onTestFinished);
    const { code, stdout } = await callCommand(['doctor'], { SANDBOX_URL: `${url}/api` });
    expect(stdout).toContain(`${url}/api`);
    expect(stdout).not.toMatch(/key.*is accepted/);
    expect(code).toBe(3);
  });
});

describe.concurrent('A service that breaks one rule everywhere is still the service, and exits 1', () => {
  test.for([
    ['enquiry-never-resolves'],
    ['enquiry-route-missing'],
    ['enquiry-json-cut', 'onramp-json-cut'],
    ['request-id-empty'],
  ])('%j, in the contract suite', async (faults, { onTestFinished }) => {
    const { url } = await sandboxFor(onTestFinished, ...faults.flatMap(fault => ['--fault', fault]));
    using run = await callRun(['run', '--suite', 'contract'], { SANDBOX_URL: url, BANK_ACCOUNTS: '0123456789:044' });
    expect(run.summary()).toMatchObject({ verdict: 'nonconformant', cause: 'service' });
    expect(run.code).toBe(1);
  });

  test.for([['simulate-route-missing'], ['enquiry-route-missing', 'onramp-route-missing']])(
    '%j, in both suites',
    async (faults, { onTestFinished }) => {
      const { env } = await sandboxFor(onTestFinished, ...faults.flatMap(fault => ['--fault', fault]));
      using run = await callRun(['run', '--suite', 'contract', '--suite', 'collection'], {
        ...env,
        ORDER_COMMAND: `ORDER_COUNT=10 ${env.ORDER_COMMAND}`,
      });
      expect(run.summary()).toMatchObject({ verdict: 'nonconformant', cause: 'service' });
      expect(run.code).toBe(1);
    },
  );

  test('a service that refuses the key everywhere is incomplete, as before', async ({ onTestFinished }) => {
    const { url } = await sandboxFor(onTestFinished, '--api-key', 'sk_test_of_somebody_else');
    using run = await callRun(['run', '--suite', 'contract'], { SANDBOX_URL: url });
    expect(run.summary()).toMatchObject({ verdict: 'incomplete', cause: 'configuration' });
    expect(run.code).toBe(4);
  });
});
