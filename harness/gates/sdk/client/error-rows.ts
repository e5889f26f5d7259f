import { enquiryError, json, OTHER_REQUEST_ID, orderError, REQUEST_ID, raw, underOtherId } from './answers.ts';
import { simulate } from './call.ts';
import { type ClientRow, enquiryRow, orderRow, simulateRow } from './client-row.ts';
import { errorOf } from './expect.ts';

const ENQUIRY_SAYS = { code: 'Bank_saysNo', message: 'the bank does not know “this” account' };
const ORDER_SAYS = { code: 'Order_saysNo', message: 'no such order — “gone”' };
const fromSimulate = (status: number) => errorOf('simulate.route', { status: [status] });

/** Errors of the three operations, each with what it has to surface. */
export const ERROR_ROWS: readonly ClientRow[] = [
  ...[400, 401, 500].map(status =>
    enquiryRow(`resolve-${status}`, `a name enquiry answered ${status}`, {
      answer: enquiryError(status),
      expect: errorOf('enquiry.error-body', { status: [status], ...ENQUIRY_SAYS }),
      shows: ['enquiry.error-body', `enquiry.${status}-body`, 'response.request-id'],
    }),
  ),
  ...[400, 401, 404, 409, 500].map(status =>
    orderRow(`order-${status}`, `an order answered ${status}`, {
      answer: orderError(status),
      expect: errorOf('onramp.error-body', { status: [status], ...ORDER_SAYS }),
      shows: ['onramp.error-body', 'onramp.error-responses', 'response.request-id'],
    }),
  ),
  enquiryRow('resolve-other-request-id', 'a name enquiry answered 400 under another request-id', {
    answer: underOtherId(enquiryError(400)),
    expect: errorOf('enquiry.error-body', { status: [400], requestId: OTHER_REQUEST_ID }),
  }),
  orderRow('order-other-request-id', 'an order answered 404 under another request-id', {
    answer: underOtherId(orderError(404)),
    expect: errorOf('onramp.error-body', { status: [404], requestId: OTHER_REQUEST_ID }),
  }),
  enquiryRow('resolve-error-unknown-fields', 'an error with undocumented fields', {
    answer: enquiryError(400, { details: [{ field: 'bank_code' }], retryable: null }),
    expect: errorOf('enquiry.error-body', { status: [400], ...ENQUIRY_SAYS }),
  }),
  enquiryRow('resolve-error-header-case', 'an error whose header is spelt Request-Id', {
    answer: { ...enquiryError(400), headers: { 'content-type': 'application/json', 'Request-Id': REQUEST_ID } },
    expect: errorOf('enquiry.error-body', { status: [400], ...ENQUIRY_SAYS }),
    shows: ['response.request-id'],
  }),
  ...[400, 404, 409, 422].map(status =>
    simulateRow(`simulate-${status}`, `simulate answered ${status}`, {
      call: simulate('expire'),
      answer: json(status, { code: 'no_such_step', message: 'not now' }),
      expect: fromSimulate(status),
      shows: ['response.request-id'],
    }),
  ),
  simulateRow('simulate-400-empty', 'simulate answered 400 with an empty body', {
    call: simulate('expire'),
    answer: raw(400, '', undefined),
    expect: fromSimulate(400),
  }),
];
