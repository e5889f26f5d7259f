import { enquiryError, json, orderError, REQUEST_ID, raw } from './answers.ts';
import { order, resolve, simulate } from './call.ts';
import { type ClientRow, row } from './client-row.ts';
import { errorOf } from './expect.ts';

const fromEnquiry = (status: number) =>
  errorOf('enquiry.error-body', {
    status: [status],
    code: 'Bank_saysNo',
    message: 'the bank does not know “this” account',
  });
const fromOrder = (status: number) =>
  errorOf('onramp.error-body', { status: [status], code: 'Order_saysNo', message: 'no such order — “gone”' });
const fromSimulate = (status: number) => errorOf('simulate.route', { status: [status] });

/** Errors of the three operations, each with what it has to surface. */
export const ERROR_ROWS: readonly ClientRow[] = [
  ...[400, 401, 500].map(status =>
    row(
      `resolve-${status}`,
      `a name enquiry answered ${status}`,
      resolve(),
      enquiryError(status),
      fromEnquiry(status),
      { shows: ['enquiry.error-body', `enquiry.${status}-body`, 'response.request-id'] },
    ),
  ),
  ...[400, 401, 404, 409, 500].map(status =>
    row(`order-${status}`, `an order answered ${status}`, order(), orderError(status), fromOrder(status), {
      shows: ['onramp.error-body', 'onramp.error-responses', 'response.request-id'],
    }),
  ),
  row(
    'resolve-error-unknown-fields',
    'an error with undocumented fields',
    resolve(),
    enquiryError(400, { details: [{ field: 'bank_code' }], retryable: null }),
    fromEnquiry(400),
  ),
  row(
    'resolve-error-header-case',
    'an error whose header is spelt Request-Id',
    resolve(),
    { ...enquiryError(400), headers: { 'content-type': 'application/json', 'Request-Id': REQUEST_ID } },
    errorOf('enquiry.error-body', { status: [400], code: 'Bank_saysNo' }),
    { shows: ['response.request-id'] },
  ),
  ...[400, 404, 409, 422].map(status => {
    const answer = json(status, { code: 'no_such_step', message: 'not now' });
    const shows = ['response.request-id'];
    const title = `simulate answered ${status}`;
    return row(`simulate-${status}`, title, simulate('expire'), answer, fromSimulate(status), { shows });
  }),
  row(
    'simulate-400-empty',
    'simulate answered 400 with an empty body',
    simulate('expire'),
    raw(400, '', undefined),
    fromSimulate(400),
  ),
];
