import { expect, test } from 'vitest';
import { FIXTURES } from './index.ts';
import { withSandbox } from './testing/with-sandbox.ts';

// What a run cannot verify: the published fixtures, and amounts that depend on the dialect.

test('Name enquiries and onramp orders have the answers of the fixtures', () =>
  withSandbox({}, async ({ ask }) => {
    const enquire = async ({ accountNumber, bankCode }: { accountNumber: string; bankCode: string }) =>
      (await ask('/v1/banks/resolve', { account_number: accountNumber, bank_code: bankCode })).status;
    for (const account of FIXTURES.accounts) expect(await enquire(account)).toBe(200);
    const { enquiry400, enquiry401, enquiry500 } = FIXTURES;
    expect([await enquire(enquiry400), await enquire(enquiry401), await enquire(enquiry500)]).toEqual([400, 401, 500]);
    const [withAccount, without] = FIXTURES.onrampOrderIds;
    const read = (id: string) => ask(`/v1/onramp/orders/${id}`);
    expect((await read(withAccount)).json).toMatchObject({
      destination_amount: '97.687500',
      account: { status: 'active' },
    });
    expect((await read(without)).json).not.toHaveProperty('account');
    const failing = [FIXTURES.onrampMalformedId, 'nothing', FIXTURES.onrampFailingId];
    expect(await Promise.all(failing.map(async id => (await read(id)).status))).toEqual([400, 404, 500]);
  }));

test('An order that received another amount is held or proceeds, as the dialect says', () =>
  withSandbox({ dialect: { collection: { receivedLess: 'held', receivedMore: 'proceeds' } } }, async rig => {
    const orders = await rig.orders(3);
    const states = ['100.01', '100', '99'].map(async (received_amount, nth) => {
      const { json } = await rig.step(orders[nth] ?? '', 'deposit_detected', { received_amount });
      return [json.status, json.amount_mismatch];
    });
    expect(await Promise.all(states)).toEqual([
      ['deposit_detected', 'more'],
      ['deposit_detected', 'none'],
      ['amount_mismatch', 'less'],
    ]);
  }));
