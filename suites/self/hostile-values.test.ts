import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { signatureHeader } from '#harness';
import { callCommand, callHarness, listenOnLoopback, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();
const SECRET = 'whsec_of_a_hostile_service';
const KEY = 'sk_test_of_a_hostile_service';
const TOKEN = 'token-in-a-command';
/** What a service, an adapter or a file may send: terminal and workflow commands, Markdown, HTML, XML and CSV. */
const HOSTILE = [
  '::error::first\n::set-output name=a::b\r\n##[error]c ##vso[task.setvariable]d',
  '\u001b[31mred\u001b[0m\u0085\u009b2J\u202Egnp.exe\u0000\u2028\u{e0041}',
  `"><script>window.pwned = 1</script><img src="https://attacker.invalid" onerror='pwned'>`,
  ']]></failure><testcase name="x"/>',
  '`**bold**` | cell | [link](javascript:alert(1)) @everyone #1 $x$ -->|%%{init}%% =1+1,"a",\'b\';',
  `__proto__ constructor ${KEY} ${Buffer.from(SECRET).toString('hex')} ${Buffer.from(TOKEN).toString('base64')}`,
].join('\n\n');
/** Hostile text for the id of an order, which appears in a path and on one line. */
const ORDER = HOSTILE.replaceAll('\r', '').replaceAll('\n', ' ').replaceAll('\u0000', '');

type Closing = TestContext['onTestFinished'];

/** A service that answers, and sends webhooks, with hostile values everywhere. */
async function openHostileService(onTestFinished: Closing) {
  const folder = newFolder();
  const target = join(folder, 'target');
  let count = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    const headers = { 'Content-Type': 'application/json', 'Request-Id': 'a"b,<c>::error::', 'X-Evil': '::error::y' };
    const answer = (status: number, body: object) => response.writeHead(status, headers).end(JSON.stringify(body));
    if (request.url?.includes('/resolve')) {
      const data = { account_name: HOSTILE, bank_name: HOSTILE, account_number: HOSTILE, [HOSTILE]: HOSTILE };
      return void answer(200, { status: true, data });
    }
    if (!request.url?.includes('/simulate')) return void answer(404, { status: false, error: HOSTILE, code: HOSTILE });
    answer(202, { status: true, message: HOSTILE, [HOSTILE]: { __proto__: null, constructor: HOSTILE } });
    const [, id = ''] = /orders\/([^/]+)\//.exec(request.url) ?? [];
    const event = {
      id: `${++count}${HOSTILE}`,
      type: HOSTILE,
      data: { order_id: decodeURIComponent(id), note: HOSTILE },
    };
    const body = Buffer.from(JSON.stringify(event));
    const signature = signatureHeader(String(Math.floor(Date.now() / 1000)), body, [SECRET]);
    const webhook = { method: 'POST', body, headers: { 'Service-Signature': signature } };
    await fetch(readFileSync(target, 'utf8').trim(), webhook).catch(() => {});
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const orders = join(folder, 'orders');
  writeFileSync(orders, Array.from({ length: 30 }, (_, nth) => `${nth}${ORDER}\n`).join(''));
  const env = {
    SANDBOX_URL: url,
    API_KEY: KEY,
    SIGNING_SECRET: SECRET,
    ORDER_COMMAND: `cat '${orders}' # --token ${TOKEN}`,
    WEBHOOK_COMMAND: `echo "$WEBHOOK_URL" >'${target}'`,
    DELIVERY_TIMEOUT_MS: '500',
    REDELIVERY_TIMEOUT_MS: '500',
  };
  return { env, folder };
}

/** Asserts that a text neither controls a terminal or a workflow nor reveals a secret. */
function expectInert(name: string, text: string): void {
  expect(text.replaceAll(/[\n\t]/g, ''), name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(text, name).not.toMatch(/^[^\S\n]*::\w/m);
  expect(text, name).not.toMatch(/##[a-z]*\[/i);
  for (const secret of [SECRET, KEY, TOKEN])
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      expect(text, name).not.toContain(form);
}

const OUTSIDE_CODE = /^(`{3,}).*\n[\s\S]*?\n\1$|(`+)(?!`).+?(?<!`)\2(?!`)/gm;

/** Checks of the run folder's files in their own languages. */
const EXPECT: { readonly [extension: string]: (name: string, text: string) => void } = {
  html: (name, text) => expect(text, name).not.toMatch(/<script>window\.pwned|<img|<testcase/),
  xml: (name, text) => {
    expect(text, name).not.toMatch(/<testcase name="x"|<script|<img|&(?!(amp|lt|gt|quot|#39);)/);
  },
  md: (name, text) => {
    const outside = text.replace(OUTSIDE_CODE, '');
    expect(outside, name).not.toMatch(/(?<!\\)<(script|img|testcase)|@everyone|(?<!\\)\[link|\*\*bold/);
  },
};

/** Checks every file in a folder. Files for programs may contain escaped hostile text. */
function expectFilesInert(folder: string): void {
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    const extension = file.split('.').at(-1) ?? '';
    if (EXPECT[extension]) expectInert(file, text);
    EXPECT[extension]?.(file, text);
    for (const secret of [SECRET, KEY, TOKEN]) expect(text, file).not.toContain(secret);
  }
}

test.concurrent('Text from a service never controls what displays it, and reveals no secret', async ({
  onTestFinished,
}) => {
  const { env, folder } = await openHostileService(onTestFinished);
  const out = join(folder, 'run');
  const said = async (name: string, args: readonly string[], expected: number) => {
    const { code, stdout, stderr } = await callCommand(args, env, folder);
    expectInert(`${name} on stdout`, stdout);
    expectInert(`${name} on stderr`, stderr);
    expect(code, `${name}: ${stderr}`).toBe(expected);
    return stdout;
  };
  const json = await said('run', ['run', '--out', out, '--deadline', '20', '--json'], 1);
  expect(JSON.parse(json)).toEqual(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')));
  expect(JSON.parse(json).journeys.length).toBeGreaterThan(3);
  expect(JSON.parse(json).findings.length).toBeGreaterThan(2);
  await said('replay', ['replay', out], 1);
  await said('report', ['report', out], 0);
  await said('merge', ['merge', out, '--out', join(folder, 'merged')], 1);
  await said('drift', ['drift', out, join(folder, 'merged')], 0);
  await said('observe', ['observe', out, '--into', join(folder, 'observed')], 0);
  await said('simulate', ['simulate', ORDER, 'expire'], 0);
  await said('simulate as JSON', ['simulate', ORDER, 'expire', '--json'], 0);
  await said('doctor', ['doctor'], 3);
  await said('a usage error', ['simulate', ORDER, ORDER], 2);
  await said('a secret on the command line', ['run', `--sekret=${KEY}`, '--token', TOKEN], 2);
  for (const kept of [out, join(folder, 'merged'), join(folder, 'observed')]) expectFilesInert(kept);
});

/** An adapter with hostile values in its name, answers and stderr, which echoes its environment. */
const ADAPTER = `
const hostile = JSON.parse(process.argv[2]) + JSON.stringify(process.env);
process.stderr.write(hostile);
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method } = JSON.parse(line);
  const result = method === 'describe'
    ? { name: hostile, version: hostile, language: hostile, clock: 'injected', methods: ['verify', hostile] }
    : { accepted: false, reason: hostile };
  if (id % 5 === 0) process.stdout.write(hostile + '\\n');
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});`;

test.concurrent('Text from an adapter never controls what displays it, and reveals no secret', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'adapter.cjs'), ADAPTER);
  const env = { API_KEY: KEY, SIGNING_SECRET: SECRET, HTTPS_PROXY: `http://me:${TOKEN}@proxy.invalid` };
  const out = join(folder, 'gate');
  const args = ['gate', '--only', 'verify', '--seed', '1', '--out', out];
  const adapter = ['--', process.execPath, 'adapter.cjs', JSON.stringify(HOSTILE), '--token', 'another-token-of-mine'];
  const { code, stdout, stderr } = await callHarness([...args, ...adapter], env, folder).ended;
  expect(code, stderr).toBe(1);
  expectInert('gate on stdout', stdout);
  expectInert('gate on stderr', stderr);
  expectFilesInert(out);
  for (const file of readdirSync(out))
    expect(readFileSync(join(out, file), 'utf8'), file).not.toContain('another-token-of-mine');
});

test.concurrent.for([{ options: [] }, { options: ['--json'] }])(
  'Nothing in a webhook acts on a terminal that listens: $options',
  async ({ options }, { onTestFinished }) => {
    const env = { SIGNING_SECRET: SECRET, API_KEY: KEY, ORDER_COMMAND: `make-orders --token ${TOKEN}` };
    const called = callHarness(['listen', ...options], env);
    onTestFinished(() => void called.child.kill('SIGKILL'));
    const url = (await called.said(/http:\/\/127[^\s"]+/)).trim();
    const body = JSON.stringify({ id: HOSTILE, type: HOSTILE, data: { order_id: HOSTILE } });
    await fetch(url, { method: 'POST', body, headers: { 'X-Event-Type': '::error::z' } });
    called.child.kill('SIGHUP');
    const { code, stdout, stderr } = await called.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('error');
    expectInert('stdout', stdout);
    expectInert('stderr', stderr);
  },
);
