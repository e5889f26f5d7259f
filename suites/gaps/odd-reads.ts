import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';
import { almostRight, otherwiseWritten } from './almost-right.ts';

/** Ids of no order. None contains characters that a web server refuses before the service sees them. */
const MALFORMED = [
  ['malformed-id', 'not an id!'],
  ['malformed-id: 256 characters', 'x'.repeat(256)],
  ['malformed-id: reserved characters', 'a?b#c&d=e;f,g+h'],
  ['malformed-id: not ASCII', 'ordér-✓'],
] as const;

export const oddReads: Scenario = {
  id: 'gaps/odd-reads',
  suite: 'gaps',
  title:
    'Observes the answers to malformed ids, slightly wrong ids, undocumented fields and another address (4.1, 4.2)',
  async drive(context) {
    const { client, call } = context;
    const { enquire, readOrder } = rawCalls(context);
    for (const [condition, id] of MALFORMED) await readOrder(condition, id);
    for (const order of context.target.onrampOrderIds.slice(0, 1)) {
      for (const [words, almost] of almostRight(order)) await readOrder(`almost-id: ${words}`, almost);
      for (const [words, id] of otherwiseWritten(order)) await readOrder(`odd-value: an id ${words}`, id);
      await readOrder('nul-in-id', `${order}\0`);
      const path = `/v1/onramp/orders/${encodeURIComponent(order)}`;
      await client.sendRaw({ method: 'GET', server: 'sandbox', path }, { ...call, condition: 'at-sandbox' });
    }
    for (const { accountNumber, bankCode } of context.target.bankAccounts.slice(0, 1)) {
      const body = { account_number: accountNumber, bank_code: bankCode };
      await enquire('unknown-field', { ...body, no_such_field: 'no such value' });
      for (const [words, account_number] of almostRight(accountNumber))
        await enquire(`almost-account: ${words}`, { ...body, account_number });
    }
  },
};
