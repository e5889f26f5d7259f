import type { Scenario } from '#harness';

export const oddReads: Scenario = {
  id: 'gaps/odd-reads',
  suite: 'gaps',
  title:
    'what an id that can be none, and a field that is not documented, are answered with is written down (4.1, 4.2)',
  async drive({ client, target, call }) {
    const read = { method: 'GET', server: 'base', path: '/v1/onramp/orders/not%20an%20id!' } as const;
    await client.sendRaw(read, { ...call, operation: 'getOnrampOrder', condition: 'malformed-id' });
    const [account] = target.bankAccounts;
    if (account === undefined) return;
    const body = { account_number: account.accountNumber, bank_code: account.bankCode, no_such_field: 'no such value' };
    await client.sendRaw(
      { method: 'POST', server: 'base', path: '/v1/banks/resolve', body },
      { ...call, operation: 'resolveBankAccount', condition: 'unknown-field' },
    );
  },
};
