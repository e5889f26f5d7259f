import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { realWorld } from '../world/real-world.ts';
import { DEFAULT_API_KEY } from './sandbox-options.ts';
import { startSandbox } from './start-sandbox.ts';
import { withSandbox } from './testing/with-sandbox.ts';

const newFolder = temporaryFolders();
const ORDER = '/v1/onramp/orders/onr_fixture_with_account';

/** The reply of the server to raw bytes, until it closes the connection. */
async function raw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const parts: string[] = [];
  socket.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  socket.write(text);
  await once(socket, 'close');
  return parts.join('');
}

it.concurrent.each([
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', '400'],
  ['a request without a Host', `GET ${ORDER} HTTP/1.1\r\nConnection: close\r\n\r\n`, '400'],
  ['a header that is too long', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`, '431'],
  ['an expectation', `GET /x HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n`, '404'],
])('The server answers %s with a request-id', (_, text, status) =>
  withSandbox({}, async ({ sandbox }) => {
    const answer = await raw(sandbox.url, text);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toMatch(/request-id: req_/i);
  }),
);

it.concurrent('The server answers HEAD without a body', () =>
  withSandbox({}, async ({ sandbox }) => {
    const headers = { 'x-api-key': DEFAULT_API_KEY };
    const head = await request(sandbox.url + ORDER, { method: 'HEAD', headers });
    expect(head.statusCode).toBe(200);
    expect(await head.body.text()).toBe('');
  }));

it.concurrent('The server encodes replies as the dialect says', () =>
  withSandbox(
    { dialect: { responses: { framing: 'chunked', compression: 'gzip' }, json: { escapes: 'ascii' } } },
    async ({ sandbox }) => {
      const headers = { 'x-api-key': DEFAULT_API_KEY, 'accept-encoding': 'br, gzip' };
      const response = await request(sandbox.url + ORDER, { headers });
      expect(response.headers).toMatchObject({ 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' });
      const text = gunzipSync(await response.body.bytes()).toString();
      expect(text).toMatch(/^[\x20-\x7e]+$/);
      expect(JSON.parse(text)).toMatchObject({ account: { provider_reference: 'SBX/0001-é' } });
    },
  ));

it.concurrent('The server refuses hostile ids as malformed', () =>
  withSandbox({}, async ({ ask }) => {
    for (const id of ['a%2Fb', '%00', '%E0%A4', '..%2f', 'é', 'x'.repeat(65), "'--"]) {
      expect((await ask(`/v1/onramp/orders/${encodeURI(id)}`)).status).toBe(400);
    }
  }));

it.concurrent('The server reports a port or a database that is in use', async () => {
  const world = realWorld();
  const db = join(newFolder(), 'sandbox.db');
  const first = await startSandbox({ world, db });
  const port = Number(new URL(first.url).port);
  await expect(startSandbox({ world, port })).rejects.toMatchObject({ code: 'sandbox-address' });
  await expect(startSandbox({ world, db })).rejects.toMatchObject({ code: 'db-unusable' });
  await first.close();
  await first.close();
});
