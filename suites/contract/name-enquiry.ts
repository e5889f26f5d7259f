import type { Scenario } from '#harness';
import { timesOver } from './times-over.ts';

export const nameEnquiry: Scenario = {
  id: 'contract/name-enquiry',
  suite: 'contract',
  title: 'A name enquiry resolves the requested account (4.1)',
  async drive({ client, target, call }) {
    const { bankAccounts, bankAccountsKnown, errorFixtures } = target;
    const condition = bankAccountsKnown ? 'known' : 'guessed';
    const bodies = (accounts: typeof bankAccounts) =>
      accounts.map(({ accountNumber, bankCode }) => ({ account_number: accountNumber, bank_code: bankCode }));
    const { all, each } = timesOver(bankAccounts);
    for (let time = 0; time < all; time++)
      await Promise.all(bodies(bankAccounts).map(body => client.resolveBankAccount(body, { ...call, condition })));
    for (let time = 0; time < each; time++)
      for (const body of bodies(errorFixtures.enquiryErrors))
        await client.resolveBankAccount(body, { ...call, condition: 'magic' });
  },
};
