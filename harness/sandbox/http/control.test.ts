import { expect, it, test } from 'vitest';
import { observeSignatures } from '../../evidence/record/observer.ts';
import { openReceiver } from '../../testing/open-receiver.ts';
import { typeIn, withSandbox } from '../testing/with-sandbox.ts';
import { refuseForeign } from './control.ts';

it.concurrent('/_control makes orders with the given fields', () =>
  withSandbox({}, async ({ control, step }) => {
    const fields = { count: 2, amount: '5.5', rate: '0.30', network: 'tron' };
    const { status, json } = await control('POST', '/collection-orders', fields);
    const orders = json.orders as { id: string; amount: string; network: string }[];
    expect(status).toBe(201);
    expect(orders).toMatchObject([{ amount: '5.5', rate: '0.30', payout_amount: '1.65' }, { network: 'tron' }]);
    expect((await step(orders[0]?.id ?? '', 'fail')).status).toBe(202);
    expect((await control('GET', `/collection-orders/${orders[0]?.id}`)).json).toMatchObject({ steps: ['fail'] });
  }));

it.concurrent.each([
  ['POST', '/collection-orders?count=0'],
  ['POST', '/collection-orders?amount=-1'],
  ['PUT', '/webhook'],
  ['PUT', '/webhook?url=nowhere'],
  ['PUT', '/webhook?url=http://127.0.0.1:9/&secrets='],
] as const)('/_control refuses %s %s', (method, path) =>
  withSandbox({}, async ({ control }) => {
    expect(await control(method, path)).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  }),
);

it.concurrent('/_control changes the webhook URL, and returns the signing secret', () =>
  withSandbox({ dialect: { otherEvents: ['ping'] } }, async ({ control, sandbox, orders, step }) => {
    const elsewhere = await openReceiver();
    const { text } = await control('PUT', `/webhook?format=secret&url=${elsewhere.url}`);
    expect([text]).toEqual([`${sandbox.signingSecrets.at(-1)}\n`]);
    const [id = ''] = await orders(1);
    await step(id, 'fail');
    await elsewhere.until(all => all.length === 2);
    expect(elsewhere.arrivals.map(typeIn).toSorted()).toEqual(['collection.failed', 'ping']);
    await elsewhere.close();
  }));

it.concurrent('/_control signs with both secrets during a rotation', () =>
  withSandbox({ signingSecrets: ['old'] }, async ({ control, receiver, orders, step, idle }) => {
    const ids = await orders(3);
    await step(ids[0] ?? '', 'fail');
    await idle();
    await control('PUT', '/webhook', { url: receiver.url, secrets: ['old', 'new'] });
    await step(ids[1] ?? '', 'fail');
    await idle();
    await control('PUT', '/webhook', { url: receiver.url, secrets: 'new' });
    await step(ids[2] ?? '', 'fail');
    await idle();
    const signers = receiver.arrivals.map(({ headers, body }) =>
      observeSignatures(headers, body, ['old', 'new'], undefined).map(({ slots }) => slots),
    );
    expect(signers).toEqual([[[0]], [[0, 1]], [[1]]]);
  }));

const refused = (headers: { [name: string]: string }, listenHost = '127.0.0.1') => {
  try {
    refuseForeign({ headers }, listenHost);
    return false;
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'forbidden', status: 403 });
    return true;
  }
};

/** Whether a request is refused, its headers, and the host that the sandbox listens on. */
const REQUESTS: readonly (readonly [isRefused: boolean, headers: { [name: string]: string }, listenHost?: string])[] = [
  ...['localhost:4800', 'LOCALHOST:4800', '127.0.0.1:4800', '[::1]:4800', 'localhost'].map(
    host => [false, { host }] as const,
  ),
  [false, { host: 'sandbox.test:4800' }, 'sandbox.test'],
  [false, { host: '10.1.2.3:4800' }, '10.1.2.3'],
  [false, { host: '10.1.2.3:4800' }, '0.0.0.0'],
  [false, { host: '[fe80::1]:4800' }, '::'],
  ...['evil.test:4800', 'localhost.evil.test:4800', '127.0.0.1.evil.test', 'evil.test@localhost'].map(
    host => [true, { host }] as const,
  ),
  ...['localhost/@evil.test', '10.1.2.3:4800', '169.254.169.254', '', 'localhost:port'].map(
    host => [true, { host }] as const,
  ),
  [true, { host: 'evil.test:4800' }, '0.0.0.0'],
  [true, { host: 'evil.test:4800' }, 'sandbox.test'],
];

test.for(REQUESTS)('/_control refuses a request (%s) with %j to %s', ([isRefused, headers, listenHost]) => {
  expect(refused(headers, listenHost)).toBe(isRefused);
});

const headers = { host: 'evil.test' };

it.concurrent('/_control does nothing for a request to another name, which the service answers', () =>
  withSandbox({}, async ({ control, sandbox, ask }) => {
    const before = [...sandbox.signingSecrets];
    for (const [method, path] of [
      ['PUT', '/webhook?url=http://169.254.169.254/&secrets=known'],
      ['GET', '/webhook'],
      ['GET', '/no-such-path'],
    ] as const) {
      const { status, json, text } = await control(method, path, undefined, headers);
      expect({ status, json }).toMatchObject({ status: 403, json: { code: 'forbidden' } });
      expect(text).not.toContain(before[0]);
    }
    expect(sandbox.signingSecrets).toEqual(before);
    expect((await ask('/v1/onramp/orders/onr_fixture_with_account', undefined, headers)).status).toBe(200);
  }));

it.concurrent('/_control refuses a body that is larger than it needs', () =>
  withSandbox({}, async ({ control }) => {
    const body = JSON.stringify({ amount: '1'.repeat(1024 * 1024) });
    const { status, json } = await control('POST', '/collection-orders', body);
    expect({ status, json }).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  }));
