import type { Scenario } from '#harness';

/** How often each call is made: one that is resolved one time in five is met. */
const TIMES = 12;

export const enquiryInputs: Scenario = {
  id: 'contract/enquiry-inputs',
  suite: 'contract',
  title: 'an enquiry without one of its required fields is not resolved (4.1)',
  async drive({ client, target, call }) {
    const [account] = target.bankAccounts;
    if (account === undefined) return;
    const sendRaw = { method: 'POST', server: 'base', path: '/v1/banks/resolve' } as const;
    const context = { ...call, operation: 'resolveBankAccount' };
    for (let time = 0; time < TIMES; time++) {
      await client.sendRaw(
        { ...sendRaw, body: { bank_code: account.bankCode } },
        { ...context, condition: 'without-account-number' },
      );
      await client.sendRaw(
        { ...sendRaw, body: { account_number: account.accountNumber } },
        { ...context, condition: 'without-bank-code' },
      );
    }
  },
};
