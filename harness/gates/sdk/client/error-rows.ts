import {
  DIGITS,
  ENQUIRY,
  ENQUIRY_SAYS,
  json,
  ORDER,
  ORDER_SAYS,
  PROXY_REQUEST_ID,
  REQUEST_ID,
  raw,
  STEP_SAYS,
} from './answers.ts';
import { type ClientRow, enquiryRow, orderRow, simulate, simulateRow } from './call.ts';
import { anything } from './expect.ts';
import type { WireAnswer } from './wire.ts';

/** A second `request-id`. It shows whether an error carries the id of its answer, whole. */
const OTHER_REQUEST_ID = 'req:Other=07bD/2-9f1C.4e-a0';

/** A message of 300 characters, with a long number and a line break. */
const LONG = `account 0123456789:\n${ENQUIRY_SAYS.message}`.padEnd(300, ', and more');

/** What an order's error may say, too. */
const ODD = { code: DIGITS.ofOrder, message: LONG };

/** The answer with these headers, too. */
function withHeaders(answer: WireAnswer, headers: WireAnswer['headers']): WireAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Another `request-id`, and a proxy's `x-request-id`. */
const OTHER_IDS = { 'X-Request-Id': PROXY_REQUEST_ID, 'request-id': OTHER_REQUEST_ID };

/** An error of a name enquiry (Error bodies). */
function enquiryError(status: number, more: object = {}): WireAnswer {
  const { code, message: error } = ENQUIRY_SAYS;
  return json(status, { code, error, status: false, ...more });
}

/** An error of an onramp order (Error bodies). */
function orderError(status: number, more: object = {}): WireAnswer {
  return json(status, { ...ORDER_SAYS, ...more });
}

/** Errors of the three operations. */
const ERRORS: readonly ClientRow[] = [
  ...[400, 401, 500].map(status =>
    enquiryRow(`resolve-${status}`, `a name enquiry answered ${status}`, { answer: enquiryError(status) }),
  ),
  ...[400, 401, 404, 409, 500].map(status =>
    orderRow(`order-${status}`, `an order answered ${status}`, { answer: orderError(status) }),
  ),
  enquiryRow('resolve-other-request-id', 'a name enquiry answered 400 with other ids of the request', {
    answer: withHeaders(enquiryError(400), OTHER_IDS),
  }),
  orderRow('order-other-request-id', 'an order answered 404 with other ids, a code of digits and a long message', {
    answer: withHeaders(orderError(404, ODD), OTHER_IDS),
  }),
  enquiryRow('resolve-error-unknown-fields', 'an error with undocumented fields, a code of digits and a long message', {
    answer: enquiryError(400, { code: DIGITS.ofEnquiry, error: LONG, details: [{ field: 'x' }], retryable: null }),
  }),
  enquiryRow('resolve-error-header-case', 'an error whose header is spelt Request-Id', {
    answer: { ...enquiryError(400), headers: { 'content-type': 'application/json', 'Request-Id': REQUEST_ID } },
  }),
  ...[400, 404, 409, 422, 500].map(status =>
    simulateRow(`simulate-${status}`, `simulate answered ${status}`, {
      call: simulate('expire'),
      answer: json(status, STEP_SAYS),
    }),
  ),
  simulateRow('simulate-400-empty', 'simulate answered 400 with an empty body', {
    call: simulate('expire'),
    answer: raw(400),
  }),
];

/** A call without an answer. Nobody knows whether the service acted on it. */
const DROPPED = ['a connection that is closed without an answer', { answer: json(200, {}, 'drop') }] as const;

/** Answers that cannot be read, and answers that never arrive. */
const BROKEN: readonly ClientRow[] = [
  ...(
    [
      ['resolve', enquiryRow, ENQUIRY.body],
      ['order', orderRow, JSON.stringify(ORDER)],
    ] as const
  ).flatMap(([name, row, sound]): readonly ClientRow[] => {
    const page = raw(200, '<!doctype html><title>Welcome</title>', 'text/html');
    const truncated = raw(200, '{"status":true,"data":{"account_name":"Zo');
    return [
      row(`${name}-malformed`, 'a 200 with truncated JSON', { answer: truncated }),
      row(`${name}-empty`, 'a 200 with an empty body', { answer: raw(200) }),
      row(`${name}-html`, 'a 200 with an HTML page', { answer: page }),
      row(`${name}-text-json`, 'a 200 with JSON declared as text', {
        answer: raw(200, sound, 'text/plain'),
        judge: anything,
        open: true,
      }),
      row(`${name}-null`, 'a 200 with null', { answer: raw(200, 'null'), open: true }),
      row(`${name}-dropped`, ...DROPPED),
      row(`${name}-cut`, 'a 200 that breaks off', { answer: raw(200, sound, 'application/json', 'cut') }),
      ...Object.entries({ array: '[{"code":"x"}]', text: '"no"', null: 'null' }).map(([form, body]) => {
        const title = `a 400 with JSON that is not an object: ${body}`;
        return row(`${name}-error-${form}`, title, { answer: raw(400, body), open: true });
      }),
      row(`${name}-error-malformed`, 'a 400 with cut JSON', { answer: raw(400, '{"code":"bank_sa') }),
    ];
  }),
  simulateRow('simulate-dropped', ...DROPPED),
  ...Object.entries({
    'a 502 with an HTML page': raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html'),
    'a 503 with an empty body': raw(503),
    'a 429': withHeaders(orderError(429), { 'Retry-After': '0' }),
    'a 504 with a date': withHeaders(orderError(504), { 'Retry-After': 'Thu, 26 Nov 2026 00:00:00 GMT' }),
  }).map(([title, answer]) => orderRow(`order-${answer.status}`, title, { answer })),
  enquiryRow('resolve-after-all', 'a sound answer after everything that went wrong'),
];

/** Calls answered with an error, with an unreadable answer or not at all. */
export const ERROR_ROWS: readonly ClientRow[] = [...ERRORS, ...BROKEN];
