import type { Scenario } from '#harness';

/** Calls that are to succeed, over all of what there is: where it is little, what one of two shows one time in five is met. */
const CALLS = 48;
/** How often each call is made at the least. */
const TIMES = 8;

export const nameEnquiry: Scenario = {
  id: 'contract/name-enquiry',
  suite: 'contract',
  title: 'a name enquiry resolves the account that was asked for (4.1)',
  async drive({ client, target, call }) {
    const { bankAccounts, bankAccountsKnown, errorFixtures } = target;
    const condition = bankAccountsKnown ? 'known' : 'guessed';
    const round = bankAccounts.map(({ accountNumber, bankCode }) => ({
      account_number: accountNumber,
      bank_code: bankCode,
    }));
    const times = Math.max(TIMES, Math.ceil(CALLS / Math.max(1, bankAccounts.length)));
    for (let time = 0; time < times; time++) {
      await Promise.all(round.map(body => client.resolveBankAccount(body, { ...call, condition })));
    }
    for (let time = 0; time < TIMES; time++) {
      for (const { accountNumber, bankCode } of errorFixtures.enquiryErrors) {
        const body = { account_number: accountNumber, bank_code: bankCode };
        await client.resolveBankAccount(body, { ...call, condition: 'magic' });
      }
    }
  },
};
