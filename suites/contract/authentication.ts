import { keyVariants, type Scenario } from '#harness';

const TIMES = 5;
/** How often what is nearly the key is tried: a service may count such calls, and lock out who makes many. */
const VARIANT_TIMES = 2;

export const authentication: Scenario = {
  id: 'contract/authentication',
  suite: 'contract',
  title: 'without an accepted key nothing is resolved and no order returned (Authentication)',
  async drive({ client, target, call, uuid }) {
    const [account] = target.bankAccounts;
    const [order] = target.onrampOrderIds;
    const wrong = `sk_test_${uuid().replaceAll('-', '')}`;
    const variants = keyVariants(target.address.apiKey ?? '');
    for (let time = 0; time < TIMES; time++) {
      for (const { condition, value } of [
        { condition: 'without-key', value: undefined } as const,
        { condition: 'wrong-key', value: wrong } as const,
        ...(time < VARIANT_TIMES ? variants : []),
      ]) {
        const headers = { 'X-API-Key': value };
        if (account) {
          const body = { account_number: account.accountNumber, bank_code: account.bankCode };
          const enquiry = { method: 'POST', server: 'base', path: '/v1/banks/resolve', headers, body } as const;
          await client.sendRaw(enquiry, { ...call, operation: 'resolveBankAccount', condition });
        }
        if (order) {
          const read = {
            method: 'GET',
            server: 'base',
            path: `/v1/onramp/orders/${encodeURIComponent(order)}`,
            headers,
          } as const;
          await client.sendRaw(read, { ...call, operation: 'getOnrampOrder', condition });
        }
      }
    }
  },
};
