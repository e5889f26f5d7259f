import type { components } from '#harness';
import { STATES } from '#testing';
import { fromState, type HttpCase } from './http-case.ts';

type Schemas = components['schemas'];

const ACCOUNT = { account_number: '0123456789', bank_code: '044' } satisfies Schemas['ResolveRequest'];

const RESOLVED = {
  status: true,
  data: { ...ACCOUNT, account_name: 'Ada Obi', bank_name: 'Example Bank' },
} satisfies Schemas['ResolveResult'];

const REFUSED = {
  code: 'EXAMPLE_CODE',
  error: 'why it is not resolved',
  status: false,
} satisfies Schemas['EnquiryError'];

function enquiry(description: string, given: HttpCase['given'], status: number, reads: object): HttpCase {
  return {
    ...{ description, given, status, reads },
    method: 'POST',
    path: '/v1/banks/resolve',
    sends: {
      account_number: fromState('account_number', ACCOUNT.account_number),
      bank_code: fromState('bank_code', ACCOUNT.bank_code),
    },
    call: client => client.resolveBankAccount(ACCOUNT),
  };
}

/** Name enquiry (4.1): each documented status. */
export const ENQUIRY: readonly HttpCase[] = [
  enquiry('an enquiry that resolves', [STATES.resolvable], 200, RESOLVED),
  enquiry('an enquiry that is refused', [STATES.enquiryError, { status: 400 }], 400, REFUSED),
  enquiry('an enquiry with a key that is not accepted', [STATES.keyRefused], 401, REFUSED),
  enquiry('an enquiry on which the service fails', [STATES.enquiryError, { status: 500 }], 500, REFUSED),
];
