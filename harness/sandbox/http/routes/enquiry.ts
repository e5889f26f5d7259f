import { FIXTURES } from '../../fixtures.ts';
import { EXTRA_FIELDS } from '../../formats/extra-fields.ts';
import type { Service } from '../../service.ts';
import type { Call } from '../call.ts';
import { refuseUnknownFields, requiredText } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { type Reply, reply } from '../reply.ts';
import type { Route } from '../route.ts';

/** The name enquiry (4.1). Its outcomes are those of the published accounts; any other account is not found. */
export const enquiry: Route = {
  name: 'enquiry',
  method: 'POST',
  path: '/v1/banks/resolve',
  needsKey: true,
  handle: resolve,
};

function resolve({ dialect }: Service, { body }: Call): Reply {
  refuseUnknownFields(body, ['account_number', 'bank_code'], dialect);
  const number = requiredText(body, 'account_number');
  const bank = requiredText(body, 'bank_code');
  const isAsked = (account: { accountNumber: string; bankCode: string }) =>
    account.accountNumber === number && account.bankCode === bank;

  if (isAsked(FIXTURES.enquiry401)) throw new Refusal('unauthorized', 'The API key may not resolve this account.');
  if (isAsked(FIXTURES.enquiry500)) throw new Refusal('internal_error', 'The bank did not answer.');
  const account = FIXTURES.accounts.find(isAsked);
  if (account === undefined) throw new Refusal('account_not_found', 'No account has this number at this bank.');
  const extra = dialect.extraFields ? EXTRA_FIELDS : {};
  return reply(200, {
    status: dialect.values.enquiryResolved,
    data: {
      account_name: account.accountName,
      account_number: number,
      bank_code: bank,
      bank_name: account.bankName,
      ...extra,
    },
    ...extra,
  });
}
