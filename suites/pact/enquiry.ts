import { type components, STATES } from '#harness';
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

const asked = {
  method: 'POST',
  path: '/v1/banks/resolve',
  sends: {
    account_number: fromState('account_number', ACCOUNT.account_number),
    bank_code: fromState('bank_code', ACCOUNT.bank_code),
  },
  call: client => client.resolveBankAccount(ACCOUNT),
} as const satisfies Partial<HttpCase>;

/** Name enquiry (4.1): each documented status. */
export const ENQUIRY: readonly HttpCase[] = [
  { ...asked, description: 'an enquiry that resolves', given: [STATES.resolvable], status: 200, reads: RESOLVED },
  {
    ...asked,
    description: 'an enquiry that is refused',
    given: [STATES.enquiryError, { status: 400 }],
    status: 400,
    reads: REFUSED,
  },
  {
    ...asked,
    description: 'an enquiry with a key that is not accepted',
    given: [STATES.keyRefused],
    status: 401,
    reads: REFUSED,
  },
  {
    ...asked,
    description: 'an enquiry on which the service fails',
    given: [STATES.enquiryError, { status: 500 }],
    status: 500,
    reads: REFUSED,
  },
];
