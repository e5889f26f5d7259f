import { EXTRA_FIELDS } from '../../formats/bodies.ts';
import type { JsonObject } from '../../json.ts';
import { FIXTURES } from '../../sandbox-options.ts';
import type { Service } from '../../service.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import { type Call, type Reply, reply } from '../call.ts';
import { refuseUnknownFields, requiredText } from '../read-body.ts';
import type { Route } from '../route.ts';

/** The name enquiry (4.1). The fixtures decide its outcome; any other account is not found. */
export const enquiry: Route = {
  name: 'enquiry',
  method: 'POST',
  path: '/v1/banks/resolve',
  needsKey: true,
  handle: resolve,
};

function resolve({ dialect }: Service, { body }: Call): Reply {
  refuseUnknownFields(body, ['account_number', 'bank_code'], dialect);
  const account_number = digitsIn(body, 'account_number', dialect.requests.accountNumbers);
  const bank_code = digitsIn(body, 'bank_code', dialect.requests.bankCodes);
  const isRequested = ({ accountNumber, bankCode }: { accountNumber: string; bankCode: string }) =>
    accountNumber === account_number && bankCode === bank_code;

  if (isRequested(FIXTURES.enquiry401)) {
    throw new ApiError('unauthorized', 'The API key may not resolve this account.');
  }
  if (isRequested(FIXTURES.enquiry500)) throw new ApiError('internal_error', 'The bank did not answer.');
  const account = FIXTURES.accounts.find(isRequested);
  if (account === undefined) throw new ApiError('account_not_found', 'No account has this number at this bank.');
  const extra = dialect.extraFields ? EXTRA_FIELDS : {};
  const data = { account_name: account.accountName, account_number, bank_code, bank_name: account.bankName, ...extra };
  return reply(200, { status: dialect.values.enquiryResolved, data, ...extra });
}

const DIGITS = { any: /^/, digits: /^\d+$/, 'ten-digits': /^\d{10}$/ };

/** A required field, and the digits that the dialect wants it to have. @throws ApiError `invalid_request` */
function digitsIn(body: JsonObject, name: 'account_number' | 'bank_code', wanted: keyof typeof DIGITS): string {
  const value = requiredText(body, name, name);
  if (!DIGITS[wanted].test(value)) throw invalidRequest(name, `${name} is malformed.`);
  return value;
}
