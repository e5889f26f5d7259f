import { describe, expect, it, test } from 'vitest';
import { withSandbox } from '../testing/with-sandbox.ts';
import { refuseForeign } from './refuse-foreign.ts';

const refused = (headers: { [name: string]: string }, listenHost = '127.0.0.1') => {
  try {
    refuseForeign({ headers }, listenHost);
    return false;
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'forbidden', status: 403 });
    return true;
  }
};

test.each([
  ['localhost:4800'],
  ['LOCALHOST:4800'],
  ['127.0.0.1:4800'],
  ['[::1]:4800'],
  ['localhost'],
  ['sandbox.test:4800', 'sandbox.test'],
  ['10.1.2.3:4800', '10.1.2.3'],
  ['10.1.2.3:4800', '0.0.0.0'],
  ['[fe80::1]:4800', '::'],
])('the Host %s is accepted where the sandbox listens on %s', (host, listenHost?: string) => {
  expect(refused({ host }, listenHost)).toBe(false);
});

test.each([
  ['evil.test:4800'],
  ['localhost.evil.test:4800'],
  ['127.0.0.1.evil.test'],
  ['evil.test@localhost'],
  ['localhost/@evil.test'],
  ['10.1.2.3:4800'],
  ['169.254.169.254'],
  [''],
  ['localhost:port'],
  ['evil.test:4800', '0.0.0.0'],
  ['evil.test:4800', 'sandbox.test'],
])('the Host %j is refused where the sandbox listens on %s', (host, listenHost?: string) => {
  expect(refused({ host }, listenHost)).toBe(true);
});

test.each([
  [{ origin: 'http://localhost:4800' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4800' }, false],
  [{ origin: 'http://evil.test' }, true],
  [{ origin: 'http://localhost:3000' }, true],
  [{ origin: 'null' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ 'sec-fetch-site': 'same-site' }, true],
])('a request with %j: refused is %s', (headers, expected) => {
  expect(refused({ host: 'localhost:4800', ...headers })).toBe(expected);
});

describe.concurrent('/_control', () => {
  const FOREIGN = [{ host: 'evil.test' }, { origin: 'http://evil.test' }, { 'sec-fetch-site': 'cross-site' }];

  it.each(FOREIGN)('does nothing for a request with %j, which the service answers', headers =>
    withSandbox({}, async ({ control, sandbox, ask }) => {
      const before = [...sandbox.signingSecrets];
      for (const [method, path] of [
        ['PUT', '/webhook?url=http://169.254.169.254/&secrets=known'],
        ['POST', '/secrets?step=start&secret=known'],
        ['GET', '/webhook'],
        ['GET', '/no-such-path'],
      ] as const) {
        const { status, json, text } = await control(method, path, undefined, headers);
        expect({ status, json }).toMatchObject({ status: 403, json: { code: 'forbidden' } });
        expect(text).not.toContain(before[0]);
      }
      expect(sandbox.signingSecrets).toEqual(before);
      expect((await ask('/v1/onramp/orders/onr_fixture_with_account', undefined, headers)).status).toBe(200);
    }),
  );

  it('refuses a body that is larger than it can need', () =>
    withSandbox({}, async ({ control }) => {
      const body = JSON.stringify({ amount: '1'.repeat(1024 * 1024) });
      const { status, json } = await control('POST', '/collection-orders', body);
      expect({ status, json }).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
    }));
});
