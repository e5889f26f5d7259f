import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signatureHeader } from '#harness';
import { type Called, callHarness, listenOnLoopback, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const SECRET = 'whsec_known';
/** A body that no serialiser reproduces byte for byte. */
const BODY = '{ "type":"disbursement.completed",\t"amount": 1.0, "data": {"order_id": "ord_7"} }\n';

/** An app that stores what it receives, and answers 422. */
async function openApp() {
  const got: { headers: readonly string[]; body: string; url: string }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    got.push({ headers: request.rawHeaders, body: Buffer.concat(parts).toString(), url: request.url ?? '' });
    response.writeHead(422).end('no such\u001b[2J order');
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { got, url: `${url}/hooks?from=harness` };
}

async function listening(args: readonly string[], env: { readonly [name: string]: string } = {}) {
  const called = callHarness(['listen', ...args], { SIGNING_SECRET: SECRET, ...env });
  onTestFinished(() => void called.child.kill('SIGKILL'));
  const [url = ''] = /http:\S+?(?=["\s])/.exec(`${await called.said(/http:\/\/127\S+\s/)} `) ?? [];
  return { called, url };
}

function send(url: string, { t = Math.floor(Date.now() / 1000), secret = SECRET } = {}) {
  const signature = signatureHeader(String(t), Buffer.from(BODY), [secret]);
  const headers = { 'Service-Signature': signature, 'X-Odd-CASE': 'kept', 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: BODY });
}

async function interrupt(called: Called) {
  called.child.kill('SIGINT');
  return (await called.ended).code;
}

test('listen shows each webhook with verdict, event, order, delay, size and secret, and exits 0', async () => {
  const { called, url } = await listening([], { SIGNING_SECRET: `${SECRET},whsec_new` });
  expect((await send(url)).status).toBe(200);
  const seen = / {2}disbursement\.completed {2}ord_7 {2}-?\d+\.\d s {2}\d+ B {2}by secret 1\n/;
  await called.said(new RegExp(`✓ accepted${seen.source}`));
  await send(url, { secret: 'whsec_new' });
  await called.said(/by secret 2/);
  await send(url, { secret: 'another' });
  await called.said(/✗ signature-mismatch.* again\n/);
  await send(url, { t: 1_700_000_000 });
  await called.said(/✗ timestamp-too-old/);
  expect(await interrupt(called)).toBe(0);
});

test('listen forwards each webhook byte for byte, shows the answer of the app, and returns it', async () => {
  const app = await openApp();
  const { called, url } = await listening(['--forward-to', app.url]);
  expect((await send(url)).status).toBe(422);
  await called.said(/the app answered 422 in \d+ ms: no such⟦U\+001B⟧\[2J order/);
  expect(app.got).toMatchObject([{ body: BODY, url: '/hooks?from=harness' }]);
  expect(app.got[0]?.headers).toEqual(expect.arrayContaining(['Service-Signature', 'kept']));
  expect(await interrupt(called)).toBe(0);
});

test('listen reports an unreachable app, and asks the sender to retry', async () => {
  const { called, url } = await listening(['--forward-to', 'http://127.0.0.1:9/']);
  expect((await send(url)).status).toBe(502);
  await called.said(/the app did not respond: ECONNREFUSED/);
});

test('listen saves each webhook as a file, and prints it as JSON', async () => {
  const folder = join(newFolder(), 'kept');
  const { called, url } = await listening(['--save', folder, '--json']);
  await send(url);
  const line = JSON.parse(await called.said(/^\{"at".*\}$/m));
  expect(line).toMatchObject({
    verdict: 'accepted',
    event: 'disbursement.completed',
    order: 'ord_7',
    size: BODY.length,
  });
  const [file = ''] = readdirSync(folder);
  expect(line.saved).toBe(join(folder, file));
  const kept = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  expect(Buffer.from(kept.body, 'base64').toString()).toBe(BODY);
});

test('listen points the service to an unguessable path, and restores it at the end', async () => {
  const points = join(newFolder(), 'points');
  const { called, url } = await listening([], {
    SIGNING_SECRET: '',
    WEBHOOK_COMMAND: `echo "$WEBHOOK_URL" >> ${points}; echo ${SECRET}`,
    WEBHOOK_RESTORE_URL: 'https://usual.test/hook',
  });
  expect(new URL(url).pathname).toMatch(/^\/[0-9a-f]{32}$/);
  expect((await fetch(new URL('/', url), { method: 'POST' })).status).toBe(404);
  await called.said(/other path: answered 404/);
  await send(url);
  await called.said(/✓ accepted/);
  expect(await interrupt(called)).toBe(0);
  expect(readFileSync(points, 'utf8')).toBe(`${url}\nhttps://usual.test/hook\n`);
});
