import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

export const oddReads: Scenario = {
  id: 'gaps/odd-reads',
  suite: 'gaps',
  title: 'Observes the answers to malformed ids and undocumented fields (4.1, 4.2)',
  async drive(context) {
    const { enquire, readOrder } = rawCalls(context);
    await readOrder('malformed-id', 'not an id!');
    for (const { accountNumber, bankCode } of context.target.bankAccounts.slice(0, 1)) {
      const body = { account_number: accountNumber, bank_code: bankCode, no_such_field: 'no such value' };
      await enquire('unknown-field', body);
    }
  },
};
