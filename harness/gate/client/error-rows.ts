import { enquiryError, json, orderError, REQUEST_ID, raw } from './answers.ts';
import { order, resolve, simulate } from './call.ts';
import type { ClientRow } from './client-case.ts';
import { errorOf } from './read-result.ts';

/** Errors of the enquiry and of the order, each with what it has to surface. */
export const ERROR_ROWS: readonly ClientRow[] = [
  ...[400, 401, 500].map(
    (status): ClientRow => ({
      name: `resolve-${status}`,
      title: `a name enquiry answered ${status}`,
      call: resolve(),
      answer: enquiryError(status),
      expect: errorOf('enquiry.error-body', {
        status: [status],
        code: 'Bank_saysNo',
        message: 'the bank does not know “this” account',
      }),
      shows: ['enquiry.error-body', `enquiry.${status}-body`, 'response.request-id'],
    }),
  ),
  ...[400, 401, 404, 409, 500].map(
    (status): ClientRow => ({
      name: `order-${status}`,
      title: `an order answered ${status}`,
      call: order(),
      answer: orderError(status),
      expect: errorOf('onramp.error-body', {
        status: [status],
        code: 'Order_saysNo',
        message: 'no such order — “gone”',
      }),
      shows: ['onramp.error-body', 'onramp.error-responses', 'response.request-id'],
    }),
  ),
  {
    name: 'resolve-error-unknown-fields',
    title: 'an error with fields that nobody knows',
    call: resolve(),
    answer: enquiryError(400, { details: [{ field: 'bank_code' }], retryable: null }),
    expect: errorOf('enquiry.error-body', {
      status: [400],
      code: 'Bank_saysNo',
      message: 'the bank does not know “this” account',
    }),
    shows: [],
  },
  {
    name: 'resolve-error-header-case',
    title: 'an error whose header is written Request-Id',
    call: resolve(),
    answer: { ...enquiryError(400), headers: { 'content-type': 'application/json', 'Request-Id': REQUEST_ID } },
    expect: errorOf('enquiry.error-body', { status: [400], code: 'Bank_saysNo' }),
    shows: ['response.request-id'],
  },
  ...[400, 404, 409, 422].map(
    (status): ClientRow => ({
      name: `simulate-${status}`,
      title: `simulate answered ${status}`,
      call: simulate('expire'),
      answer: json(status, { code: 'no_such_step', message: 'not now' }),
      expect: errorOf('simulate.route', { status: [status] }),
      shows: ['response.request-id'],
    }),
  ),
  {
    name: 'simulate-400-empty',
    title: 'simulate answered 400 with nothing',
    call: simulate('expire'),
    answer: raw(400, '', undefined),
    expect: errorOf('simulate.route', { status: [400] }),
    shows: [],
  },
];
