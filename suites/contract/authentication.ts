import { keyVariants, type Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

const TIMES = 5;
/** How often a value that is nearly the key is sent: a service may count such calls and lock the caller out. */
const VARIANT_TIMES = 2;

export const authentication: Scenario = {
  id: 'contract/authentication',
  suite: 'contract',
  title: 'Enquiries and onramp orders require an accepted API key (Authentication)',
  async drive(context) {
    const { bankAccounts, onrampOrderIds, address } = context.target;
    const { enquire, readOrder } = rawCalls(context);
    const wrong = `sk_test_${context.uuid().replaceAll('-', '')}`;
    const variants = keyVariants(address.apiKey ?? '');
    for (let time = 0; time < TIMES; time++) {
      for (const { condition, value } of [
        { condition: 'without-key', value: undefined } as const,
        { condition: 'wrong-key', value: wrong } as const,
        ...(time < VARIANT_TIMES ? variants : []),
      ]) {
        const headers = { 'X-API-Key': value };
        for (const { accountNumber, bankCode } of bankAccounts.slice(0, 1))
          await enquire(condition, { account_number: accountNumber, bank_code: bankCode }, { headers });
        for (const order of onrampOrderIds.slice(0, 1)) await readOrder(condition, order, { headers });
      }
    }
  },
};
