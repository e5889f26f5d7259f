import {
  ACCOUNT,
  DIGITS,
  ENQUIRY_SAYS,
  json,
  ORDER,
  ORDER_SAYS,
  PROXY_REQUEST_ID,
  REQUEST_ID,
  raw,
  STEP_SAYS,
} from './answers.ts';
import { account, type ClientRow, enquiryRow, orderRow, simulate, simulateRow } from './call.ts';
import { anything } from './expect.ts';
import { errorOf } from './expect-error.ts';
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

const fromSimulate = (status: number) => errorOf('simulate.route', { status: [status] });

/** Errors of the three operations, and what the SDK has to report of each. */
const ERRORS: readonly ClientRow[] = [
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
  enquiryRow('resolve-other-request-id', 'a name enquiry answered 400 with other ids of the request', {
    answer: withHeaders(enquiryError(400), OTHER_IDS),
    expect: errorOf('enquiry.error-body', { status: [400], requestId: OTHER_REQUEST_ID }),
  }),
  orderRow('order-other-request-id', 'an order answered 404 with other ids, a code of digits and a long message', {
    answer: withHeaders(orderError(404, ODD), OTHER_IDS),
    expect: errorOf('onramp.error-body', { status: [404], ...ODD, requestId: OTHER_REQUEST_ID }),
  }),
  enquiryRow('resolve-error-unknown-fields', 'an error with undocumented fields, a code of digits and a long message', {
    answer: enquiryError(400, { code: DIGITS.ofEnquiry, error: LONG, details: [{ field: 'x' }], retryable: null }),
    expect: errorOf('enquiry.error-body', { status: [400], code: DIGITS.ofEnquiry, message: LONG }),
  }),
  enquiryRow('resolve-error-header-case', 'an error whose header is spelt Request-Id', {
    answer: { ...enquiryError(400), headers: { 'content-type': 'application/json', 'Request-Id': REQUEST_ID } },
    expect: errorOf('enquiry.error-body', { status: [400], ...ENQUIRY_SAYS }),
    shows: ['response.request-id'],
  }),
  ...[400, 404, 409, 422, 500].map(status =>
    simulateRow(`simulate-${status}`, `simulate answered ${status}`, {
      call: simulate('expire'),
      answer: json(status, STEP_SAYS),
      expect: fromSimulate(status),
      shows: ['response.request-id'],
    }),
  ),
  simulateRow('simulate-400-empty', 'simulate answered 400 with an empty body', {
    call: simulate('expire'),
    answer: raw(400, '', undefined),
    expect: errorOf('simulate.route', { status: [400], code: null }),
  }),
];

/** The two calls that read, each with its row, its answer and its requirement. */
const READING = [
  { name: 'resolve', row: enquiryRow, value: { status: true, data: ACCOUNT }, requirement: 'enquiry.ok-body' },
  { name: 'order', row: orderRow, value: ORDER, requirement: 'onramp.ok-body' },
] as const;

const TAKEN_FOR_SUCCESS = 'it takes a call without an answer for a success';
/** A call without an answer. Nobody knows whether the service acted on it. */
const unanswered = (requirement: string) => ({
  answer: json(200, {}, 'drop'),
  expect: errorOf(requirement, { status: [null], requestId: undefined }, TAKEN_FOR_SUCCESS),
});
const DROPPED = 'a connection that is closed without an answer';

/** Answers that cannot be read, and answers that never arrive. */
const BROKEN: readonly ClientRow[] = [
  ...READING.flatMap(({ name, row, value, requirement }): readonly ClientRow[] => {
    const unread = errorOf(requirement, { status: [200] });
    const badError = errorOf('wire.json', { status: [400] });
    // Some libraries report the status of an answer that breaks off; some report only the failure.
    const brokenOff = errorOf(requirement, { status: [200, null], requestId: undefined });
    const page = raw(200, '<!doctype html><title>Welcome</title>', 'text/html');
    const asText = raw(200, JSON.stringify(value), 'text/plain');
    const truncated = raw(200, '{"status":true,"data":{"account_name":"Zo');
    return [
      row(`${name}-malformed`, 'a 200 with truncated JSON', { answer: truncated, expect: unread }),
      row(`${name}-empty`, 'a 200 with an empty body', { answer: raw(200, ''), expect: unread }),
      row(`${name}-html`, 'a 200 with an HTML page', { answer: page, expect: unread }),
      row(`${name}-text-json`, 'a 200 with JSON declared as text', { answer: asText, expect: anything, open: true }),
      row(`${name}-null`, 'a 200 with null', { answer: raw(200, 'null'), expect: unread, open: true }),
      row(`${name}-dropped`, DROPPED, unanswered(requirement)),
      row(`${name}-cut`, 'a 200 that breaks off', { answer: json(200, value, 'cut'), expect: brokenOff }),
      ...Object.entries({ array: '[{"code":"x"}]', text: '"no"', null: 'null' }).map(([form, body]) => {
        const title = `a 400 with JSON that is not an object: ${body}`;
        return row(`${name}-error-${form}`, title, { answer: raw(400, body), expect: badError, open: true });
      }),
      row(`${name}-error-malformed`, 'a 400 with cut JSON', { answer: raw(400, '{"code":"bank_sa'), expect: badError }),
    ];
  }),
  simulateRow('simulate-dropped', DROPPED, unanswered('simulate.route')),
  ...Object.entries({
    'a 502 with an HTML page': raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html'),
    'a 503 with an empty body': raw(503, '', undefined),
    'a 429': withHeaders(orderError(429), { 'Retry-After': '0' }),
    'a 504 with a date': withHeaders(orderError(504), { 'Retry-After': 'Thu, 26 Nov 2026 00:00:00 GMT' }),
  }).map(([title, answer]) => {
    const isPlain = !answer.body.includes('code');
    const expect = errorOf('onramp.error-body', { status: [answer.status], ...(isPlain && { code: null }) });
    return orderRow(`order-${answer.status}`, title, { answer, expect });
  }),
  enquiryRow('resolve-after-all', 'a sound answer after everything that went wrong', {
    expect: account,
    shows: ['enquiry.ok-body'],
  }),
];

/** Calls answered with an error, with an unreadable answer or not at all. */
export const ERROR_ROWS: readonly ClientRow[] = [...ERRORS, ...BROKEN];
