import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FIXTURES } from './index.ts';
import type { Received } from './testing/receiver.ts';
import { withSandbox } from './testing/with-sandbox.ts';

const type = ({ json }: Received) => json.type;

describe.concurrent('the embedded sandbox', () => {
  it('drives an order to disbursement.completed, with a webhook that verifies for each step', () =>
    withSandbox({}, async ({ sandbox, receiver, orders, step }) => {
      const from = Math.floor(Date.now() / 1000);
      const [order = ''] = await orders(1);
      for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse']) {
        expect(await step(order, event)).toMatchObject({ status: 202, json: { id: order } });
        await receiver.until(received => received.length > 0 && type(received.at(-1) as Received) !== undefined);
      }
      const received = await receiver.until(all => all.length === 3);
      expect(received.map(type).toSorted()).toEqual([
        'collection.deposit_confirmed',
        'collection.deposit_detected',
        'disbursement.completed',
      ]);
      for (const { headers, body, json } of received) {
        const [t = '', v1 = ''] = String(headers['service-signature'])
          .split(',')
          .map(pair => pair.split('=')[1]);
        expect(Number(t)).toBeGreaterThanOrEqual(from);
        expect(Number(t)).toBeLessThanOrEqual(Date.now() / 1000);
        const [secret = ''] = sandbox.signingSecrets;
        expect(v1).toBe(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
        expect(json.data).toMatchObject({ order_id: order });
      }
    }));

  it('redelivers the same bytes until they are acknowledged', () =>
    withSandbox(
      {
        respond(response, index) {
          if (index === 0) response.writeHead(503).end();
          else if (index === 1) response.destroy();
          else if (index === 2) response.writeHead(307, { location: '/elsewhere' }).end();
          else response.writeHead(204).end();
        },
      },
      async ({ receiver, orders, step, control }) => {
        const [order = ''] = await orders(1);
        await step(order, 'expire');
        const received = await receiver.until(all => all.length === 4);
        expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
        expect((await control('GET', '/outbox')).json).toMatchObject({ given_up: 0 });
      },
    ));

  it('answers name enquiries about the fixtures', () =>
    withSandbox({}, async ({ ask }) => {
      const enquire = (account: { accountNumber: string; bankCode: string }) =>
        ask('/v1/banks/resolve', { account_number: account.accountNumber, bank_code: account.bankCode });
      for (const account of FIXTURES.accounts) {
        expect(await enquire(account)).toMatchObject({
          status: 200,
          json: { status: true, data: { account_number: account.accountNumber, account_name: account.accountName } },
        });
      }
      const error = { code: expect.any(String), error: expect.any(String), status: false };
      expect(await enquire(FIXTURES.enquiry400)).toMatchObject({ status: 400, json: error });
      expect(await enquire(FIXTURES.enquiry401)).toMatchObject({ status: 401, json: error });
      expect(await enquire(FIXTURES.enquiry500)).toMatchObject({ status: 500, json: error });
    }));

  it('reads onramp orders with and without an account, and has four error statuses', () =>
    withSandbox({}, async ({ ask }) => {
      const [withAccount, without] = FIXTURES.onrampOrderIds;
      const path = '/v1/onramp/orders/';
      expect((await ask(path + withAccount)).json).toMatchObject({
        id: withAccount,
        destination_amount: '97.687500',
        account: { amount: '150000.00' },
      });
      const bare = await ask(path + without);
      expect(bare.json).toMatchObject({ id: without, destination_amount: '123456.700000' });
      expect(bare.json).not.toHaveProperty('account');
      const error = { code: expect.any(String), message: expect.any(String) };
      expect(await ask(path + FIXTURES.onrampMalformedId)).toMatchObject({ status: 400, json: error });
      expect(await ask(path + without, undefined, { 'x-api-key': 'wrong' })).toMatchObject({
        status: 401,
        json: error,
      });
      expect(await ask(`${path}nothing`)).toMatchObject({ status: 404, json: error });
      expect(await ask(path + FIXTURES.onrampFailingId)).toMatchObject({ status: 500, json: error });
    }));

  it('sends a unique request-id with every reply', () =>
    withSandbox({}, async ({ ask, control }) => {
      const simulate = '/sandbox/collection-orders/nothing/simulate';
      const json = { 'content-type': 'application/json' };
      const answers = await Promise.all([
        ask('/'),
        ask('/v1/banks/resolve'),
        ask('/v1/client/session'),
        ask(simulate, '{', json),
        ask(simulate, '[]', json),
        ask(simulate, '{}', { 'content-type': 'text/plain' }),
        ask(simulate, `{"event":"${'x'.repeat(70_000)}"}`),
        ask(simulate, { event: 'fail' }),
        ask('/v1/banks/resolve', { account_number: 7 }),
        control('GET', '/outbox'),
        control('GET', '/nothing'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 405, 200, 400, 400, 415, 413, 404, 400, 200, 404]);
      expect(new Set(answers.map(({ headers }) => headers['request-id'])).size).toBe(answers.length);
    }));
});
