import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { callCommand, listenOnLoopback, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

/** Gates a handler that answers every request alike. */
async function gateHandler(status: number, onTestFinished: TestContext['onTestFinished'], ...more: readonly string[]) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { Location: '/login' }).end());
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const out = join(newFolder(), 'out');
  const words = ['gate', '--endpoint', `${url}/webhooks`, '--out', out, ...more];
  return { out, ...(await callCommand(words, { SIGNING_SECRET: 'whsec_of_nobody' })) };
}

test.concurrent.for([302, 500])(
  'A handler that answers %i to every webhook proves nothing: the gate names SIGNING_SECRET',
  async (status, { onTestFinished }) => {
    const { code, stdout } = await gateHandler(status, onTestFinished);
    expect(code).toBe(4);
    expect(stdout).toContain('acknowledged not one genuine webhook');
    expect(stdout).toContain('SIGNING_SECRET');
  },
);

test.concurrent.for([404, 501])(
  'An address at which every request is answered %i is no handler, also where credits are known',
  async (status, { onTestFinished }) => {
    const { code, stdout } = await gateHandler(status, onTestFinished, '--credits', 'true');
    expect(code).toBe(4);
    expect(stdout).toContain('the path of --endpoint is wrong');
    expect(stdout).not.toContain('✗');
  },
);

test.concurrent('A handler that acknowledges everything is one finding', async ({ onTestFinished }) => {
  const { code, stdout, out } = await gateHandler(200, onTestFinished, '--json');
  const [first, ...others] = JSON.parse(stdout).findings;
  expect(code).toBe(1);
  expect(first.likely).toMatch(/^The handler does not verify signatures\b/);
  expect(others).toEqual([]);
  expect(await callCommand(['verify-run', join(out, 'verdict.json')])).toMatchObject({ code: 0 });
});
