import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

/** How often each call is made: enough to show an enquiry that is resolved one time in five. */
const TIMES = 12;

export const enquiryInputs: Scenario = {
  id: 'contract/enquiry-inputs',
  suite: 'contract',
  title: 'A name enquiry that lacks a required field is not resolved (4.1)',
  async drive(context) {
    const [account] = context.target.bankAccounts;
    if (account === undefined) return;
    const { enquire } = rawCalls(context);
    for (let time = 0; time < TIMES; time++) {
      await enquire('without-account-number', { bank_code: account.bankCode });
      await enquire('without-bank-code', { account_number: account.accountNumber });
    }
  },
};
