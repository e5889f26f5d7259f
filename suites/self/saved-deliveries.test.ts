import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signatureHeader, verifySignature } from '#harness';
import { callCommand, listenOnLoopback, openService, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

const BODY = Buffer.from('{"id": "evt_1",  "amount":"1.00"}\n');
const CAME = Date.UTC(2026, 0, 2);
const OLD = signatureHeader(String(CAME), BODY, ['whsec_old']);

/** A delivery saved by `listen --save`, signed in milliseconds under a non-default header name. */
function savedFile(): string {
  const file = join(newFolder(), 'delivery.json');
  const headers = [
    ['Host', 'where.it.came'],
    ['Content-Length', String(BODY.length)],
    ['Content-Type', 'application/json'],
    ['Acme-Signature', OLD],
    ['X-Attempt', '1'],
  ];
  const at = new Date(CAME).toISOString();
  writeFileSync(
    file,
    JSON.stringify({ savedDelivery: 1, at, method: 'POST', path: '/', headers, body: BODY.toString('base64') }),
  );
  return file;
}

test.concurrent('resend sends the same bytes with a new signature, in the header and unit of the old one', async () => {
  const app = await openService();
  app.answers = [200];
  const args = ['resend', savedFile(), '--to', `${app.url}/hooks?a=b`];
  const { code, stdout } = await callCommand(args, { SIGNING_SECRET: 'whsec_a,whsec_b' });
  await app.close();
  expect([stdout, code]).toEqual(['200 {}\n', 0]);
  const [{ method, target, headers, body } = { method: '', target: '', headers: {}, body: '' }] = app.asked;
  expect([method, target, body]).toEqual(['POST', '/hooks?a=b', BODY.toString()]);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-attempt': '1' });
  expect(headers.host).not.toBe('where.it.came');
  const header = String(headers['acme-signature']);
  for (const secret of ['whsec_a', 'whsec_b'])
    expect(verifySignature({ header, body: BODY, secrets: [secret], now: Date.now(), unit: 'ms' }).accepted).toBe(true);
});

test.concurrent.each([
  [['--times', '3'], 1],
  [['--times', '3', '--at-once'], 3],
])(
  'resend with %j sends what was saved three times, %i of them at once, and exits 1 if the app refuses',
  async (more, atOnce) => {
    const got: string[] = [];
    const waiting: (() => void)[] = [];
    const app = createServer(async (request, response) => {
      got.push(JSON.stringify([request.headers['acme-signature'], Buffer.concat(await request.toArray()).toString()]));
      waiting.push(() => void response.writeHead(got.length === 1 ? 200 : 409).end());
      if (waiting.length === atOnce) for (const answer of waiting.splice(0)) answer();
    });
    const { url, close } = await listenOnLoopback(app);
    const { code, stdout } = await callCommand(['resend', savedFile(), '--to', url, '--json', '--as-it-was', ...more]);
    await close();
    expect([got.length, new Set(got).size]).toEqual([3, 1]);
    expect(got[0]).toBe(JSON.stringify([OLD, BODY.toString()]));
    expect(JSON.parse(stdout).answers).toHaveLength(3);
    expect(code).toBe(1);
  },
);

test.concurrent('resend needs a secret or --as-it-was, an address, and an app that answers', async () => {
  const file = savedFile();
  const [unsigned, nowhere, away] = await Promise.all([
    callCommand(['resend', file, '--to', 'http://127.0.0.1:9']),
    callCommand(['resend', file, '--to', 'example']),
    callCommand(['resend', file, '--to', 'http://127.0.0.1:9', '--as-it-was']),
  ]);
  expect([unsigned.code, nowhere.code, away.code]).toEqual([2, 2, 3]);
  expect(unsigned.stderr).toContain('SIGNING_SECRET');
  expect(away.stderr).toContain('ECONNREFUSED');
});

test.concurrent('verify of a saved delivery judges it at its time of arrival and in the unit of its t', async () => {
  const file = savedFile();
  const args = ['verify', file, '--json'];
  const right = await callCommand(args, { SIGNING_SECRET: 'whsec_old' });
  const wrong = await callCommand([...args, '--secret', 'whsec_other']);
  const late = await callCommand([...args, '--secret', 'whsec_old', '--now', String(CAME / 1000 + 301)]);
  expect([right, wrong, late].map(({ stdout }) => JSON.parse(stdout).reason)).toEqual([
    null,
    'signature-mismatch',
    'timestamp-too-old',
  ]);
  expect([right.code, wrong.code, late.code]).toEqual([0, 1, 1]);
  expect(JSON.parse(late.stdout)).toMatchObject({ requirement: 'signature.tolerance', likely: expect.any(String) });
});
