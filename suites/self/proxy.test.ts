import { mkdtempSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callHarness, serveSandbox } from '#harness';

/** A proxy that leads whatever it is asked for to one server, and keeps what it was asked for. */
async function openProxy(to: string) {
  const { hostname, port } = new URL(to);
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(new URL(incoming.url ?? '').host);
    const path = new URL(incoming.url ?? '').pathname;
    const onward = request({ hostname, port, path, method: incoming.method, headers: incoming.headers });
    onward.once('response', answer => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)));
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    asked.push(incoming.url ?? '');
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('a remote target', () => {
  test('is reached through the proxy that the environment names, but for what NO_PROXY names', async () => {
    const sandbox = await serveSandbox();
    onTestFinished(() => void sandbox.process.child.kill('SIGKILL'));
    const proxy = await openProxy(sandbox.url);
    const simulate = (env: { readonly [name: string]: string }) =>
      callHarness(['simulate', 'no-such-order', 'expire'], { HTTP_PROXY: proxy.url, ...env }).ended;

    const proxied = await simulate({ SANDBOX_URL: 'http://sandbox.invalid' });
    expect(proxied.stdout).toMatch(/^404 /);
    expect(proxy.asked).toEqual([expect.stringMatching(/^sandbox\.invalid(:80)?$/)]);

    const direct = await simulate({ SANDBOX_URL: sandbox.url, NO_PROXY: '127.0.0.1' });
    expect(direct.stdout).toMatch(/^404 /);
    expect(proxy.asked).toHaveLength(1);
  });

  test('is told from a proxy by the doctor, which does not show what is before the @ of its address', async () => {
    const env = { SANDBOX_URL: 'http://sandbox.invalid', HTTP_PROXY: 'http://me:pass_hidden@127.0.0.1:9' };
    const { stdout, code } = await callHarness(['doctor'], env).ended;
    expect(stdout).toContain('requests go through 127.0.0.1:9 (HTTP_PROXY)');
    expect(stdout).not.toContain('pass_hidden');
    expect(code).toBe(3);
  });
});

test('the embedded sandbox is never behind a proxy', async () => {
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
  const { code } = await callHarness(
    ['run', '--suite', 'contract', '--out', mkdtempSync(join(tmpdir(), 'onramp-harness-'))],
    proxies,
  ).ended;
  expect(code).toBe(0);
});
