import { ACCOUNT, ENQUIRY, json, ORDER, orderError, raw } from './answers.ts';
import { order, resolve, simulate } from './call.ts';
import { type ClientRow, row } from './client-row.ts';
import { anything, errorOf, valueWith } from './expect.ts';

const DATA = { status: true, data: ACCOUNT };
const OPEN = { open: 'answer' } as const;

/** Both reading calls, each with its answer and its requirement. */
const READING = [
  ['resolve', resolve(), DATA, 'enquiry.ok-body'],
  ['order', order(), ORDER, 'onramp.ok-body'],
] as const;

/** Answers that cannot be read, and answers that do not come. */
export const BROKEN_ROWS: readonly ClientRow[] = [
  ...READING.flatMap(([name, call, value, requirement]): readonly ClientRow[] => {
    const unread = errorOf(requirement, { status: [200] });
    const badError = errorOf('wire.json', { status: [400] });
    // Some libraries report the status of an answer that breaks off, some only that it broke off.
    const brokenOff = errorOf(requirement, { status: [200, null], requestId: false });
    const text = JSON.stringify(value);
    const page = raw(200, '<!doctype html><title>Welcome</title>', 'text/html');
    const truncated = '{"status":true,"data":{"account_name":"Zo';
    return [
      row(`${name}-malformed`, 'a 200 with truncated JSON', call, raw(200, truncated), unread),
      row(`${name}-empty`, 'a 200 with an empty body', call, raw(200, ''), unread),
      row(`${name}-html`, 'a 200 with an HTML page', call, page, unread),
      row(`${name}-text-json`, 'a 200 with JSON declared as text', call, raw(200, text, 'text/plain'), anything, OPEN),
      row(`${name}-null`, 'a 200 with null', call, raw(200, 'null'), unread, OPEN),
      row(`${name}-cut`, 'a 200 that breaks off', call, json(200, value, 'cut'), brokenOff),
      ...Object.entries({ array: '[{"code":"x"}]', text: '"no"', null: 'null' }).map(([form, body]) => {
        const title = `a 400 with JSON that is not an object: ${body}`;
        return row(`${name}-error-${form}`, title, call, raw(400, body), badError, OPEN);
      }),
      row(`${name}-error-malformed`, 'a 400 with truncated JSON', call, raw(400, '{"code":"bank_sa'), badError),
    ];
  }),
  row(
    'resolve-dropped',
    'a connection that is closed without an answer',
    resolve(),
    json(200, {}, 'drop'),
    errorOf('enquiry.ok-body', { status: [null], requestId: false }),
  ),
  ...Object.entries({
    'a 502 with an HTML page': raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html'),
    'a 503 with an empty body': raw(503, '', undefined),
    'a 429': { ...orderError(429), headers: { ...orderError(429).headers, 'Retry-After': '0' } },
  }).map(([title, answer]) => {
    const expect = errorOf('onramp.error-body', { status: [answer.status] });
    return row(`order-${answer.status}`, title, order(), answer, expect);
  }),
  row(
    'simulate-500',
    'simulate answered 500',
    simulate('fail'),
    json(500, { code: 'internal', message: 'no' }),
    errorOf('simulate.route', { status: [500] }),
  ),
  row(
    'resolve-after-all',
    'a sound answer after everything that went wrong',
    resolve(),
    ENQUIRY,
    valueWith('enquiry.ok-body', ACCOUNT, 'it keeps something of an earlier answer'),
    { shows: ['enquiry.ok-body'] },
  ),
];
