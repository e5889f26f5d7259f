import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { callHarness, isInstalled, listenOnLoopback, serveSandbox, temporaryFolders } from '#testing';

const newFolder = temporaryFolders();

/** A proxy that forwards every request to one server and keeps the requested URLs. */
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
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url, asked };
}

test('A remote target is reached through the proxy of the environment, except for hosts in NO_PROXY', async () => {
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

test('The doctor tells a remote target from a proxy, and hides the credentials in the proxy address', async () => {
  const env = { SANDBOX_URL: 'http://sandbox.invalid', HTTP_PROXY: 'http://me:pass_hidden@127.0.0.1:9' };
  const { stdout, code } = await callHarness(['doctor'], env).ended;
  expect(stdout).toContain('requests go through 127.0.0.1:9 (HTTP_PROXY)');
  expect(stdout).not.toContain('pass_hidden');
  expect(code).toBe(3);
});

/** A private certificate authority, and a TLS server with its certificate that forwards to a sandbox. */
async function openTls(sandbox: string, name: string) {
  const folder = newFolder();
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  try {
    openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=authority of the tests');
  } catch (cause) {
    throw new Error('openssl is needed: scripts/install-test-packages.sh installs it', { cause });
  }
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', `subjectAltName=DNS:${name}`];
  openssl('req', '-x509', ...key, ...signed, '-keyout', 'own.key', '-out', 'own.pem', '-subj', `/CN=${name}`);
  const read = (file: string) => readFileSync(join(folder, file));
  const { hostname, port } = new URL(sandbox);
  const server = createTlsServer({ key: read('own.key'), cert: read('own.pem') }, socket => {
    const onward = connect(Number(port), hostname);
    onward.pipe(socket).pipe(onward);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  const { port: ours, close } = await listenOnLoopback(server);
  onTestFinished(() => void close());
  return { url: `https://127.0.0.1:${ours}`, authority: join(folder, 'ca.pem') };
}

test.skipIf(!isInstalled('openssl'))(
  'A target over TLS is reached through a proxy, and trusted only by its certificate authority',
  async () => {
    const sandbox = await serveSandbox();
    onTestFinished(() => void sandbox.process.child.kill('SIGKILL'));
    const tls = await openTls(sandbox.url, 'sandbox.invalid');
    const proxy = await openProxy(tls.url);
    const env = { SANDBOX_URL: 'https://sandbox.invalid', HTTPS_PROXY: proxy.url };

    const trusted = await callHarness(['simulate', 'no-such-order', 'expire'], {
      ...env,
      NODE_EXTRA_CA_CERTS: tls.authority,
    }).ended;
    expect(trusted.stdout).toMatch(/^404 /);
    expect(proxy.asked).toEqual(['sandbox.invalid:443']);

    const doctor = await callHarness(['doctor'], env).ended;
    expect(doctor.stdout).toContain('NODE_EXTRA_CA_CERTS');
    expect(doctor.code).toBe(3);
  },
);

test('The embedded sandbox is never behind a proxy', async () => {
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
  const { code } = await callHarness(['run', '--only', 'contract/name-enquiry', '--out', newFolder()], proxies).ended;
  expect(code).toBe(0);
});
