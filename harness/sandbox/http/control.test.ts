import { describe, expect, it } from 'vitest';
import { realWorld } from '../../world/real-world.ts';
import { startReceiver } from '../testing/receiver.ts';
import { verifyingSecrets } from '../testing/signature.ts';
import { withSandbox } from '../testing/with-sandbox.ts';

describe.concurrent('/_control', () => {
  it('makes orders with the given fields', () =>
    withSandbox({}, async ({ control, step }) => {
      const { status, json } = await control('POST', '/collection-orders', {
        count: 2,
        amount: '5.5',
        network: 'tron',
      });
      const orders = json.orders as { id: string; amount: string; network: string }[];
      expect(status).toBe(201);
      expect(orders).toMatchObject([{ amount: '5.5' }, { network: 'tron' }]);
      expect((await step(orders[0]?.id ?? '', 'fail')).status).toBe(202);
      expect((await control('GET', `/collection-orders/${orders[0]?.id}`)).json).toMatchObject({ steps: ['fail'] });
    }));

  it('makes onramp orders that can be read', () =>
    withSandbox({}, async ({ control, ask }) => {
      const fields = { source_amount: '0.30', quoted_rate: '3', account: false };
      const { json } = await control('POST', '/onramp-orders', fields);
      expect(json).toMatchObject({ destination_amount: '0.900000' });
      expect((await ask(`/v1/onramp/orders/${json.id}`)).json).toEqual(json);
    }));

  it.each([
    ['POST', '/collection-orders?count=0'],
    ['POST', '/collection-orders?amount=-1'],
    ['PUT', '/webhook'],
    ['PUT', '/webhook?url=nowhere'],
    ['PUT', '/clock'],
    ['POST', '/secrets'],
  ] as const)('refuses %s %s', (method, path) =>
    withSandbox({}, async ({ control }) => {
      expect(await control(method, path)).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    }),
  );

  it('changes the webhook URL, and returns the signing secret', () =>
    withSandbox({ dialect: { otherEvents: ['ping'] } }, async ({ control, sandbox, orders, step }) => {
      const elsewhere = await startReceiver(realWorld());
      const { text } = await control('PUT', `/webhook?format=secret&url=${elsewhere.url}`);
      expect([text]).toEqual([`${sandbox.signingSecrets.at(-1)}\n`]);
      const [id = ''] = await orders(1);
      await step(id, 'fail');
      const received = await elsewhere.until(all => all.length === 2);
      expect(received.map(({ json }) => json.type).toSorted()).toEqual(['collection.failed', 'ping']);
      await elsewhere.close();
    }));

  it('signs with both secrets during a rotation', () =>
    withSandbox({ signingSecrets: ['old'] }, async ({ control, receiver, orders, step, idle }) => {
      const ids = await orders(3);
      await step(ids[0] ?? '', 'fail');
      await idle();
      await control('POST', '/secrets', { step: 'start', secret: 'new' });
      await step(ids[1] ?? '', 'fail');
      await idle();
      await control('POST', '/secrets?step=finish');
      await step(ids[2] ?? '', 'fail');
      await idle();
      const signers = receiver.received.map(each => verifyingSecrets(each, ['old', 'new']));
      expect(signers).toEqual([['old'], ['old', 'new'], ['new']]);
    }));

  it('expires quotes when the clock is moved', () =>
    withSandbox({}, async ({ control, receiver, orders, step }) => {
      const [id = '', paid = ''] = await orders(2);
      await step(paid, 'deposit_detected');
      await control('PUT', '/clock', { offset_ms: 86_400_000 });
      const received = await receiver.until(all => all.length === 2);
      expect(received.map(({ json }) => json.type)).toContain('collection.expired');
      expect((await step(id, 'deposit_detected')).status).toBe(409);
      expect((await step(id, 'expire')).status).toBe(202);
      expect((await step(paid, 'deposit_confirmed')).status).toBe(202);
    }));
});
