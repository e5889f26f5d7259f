import { SIMULATE_EVENTS } from '../../core/dialect.ts';
import { ACCOUNT, BARE_ORDER, enquiryError, FORTY_DIGITS, json, ORDER, orderError, raw } from './answers.ts';
import { type Call, OTHER_API_KEY, order, resolve, simulate } from './call.ts';
import type { ClientRow } from './client-case.ts';
import { anything, type Expect, either, errorOf, orderAccount, success, valueWith } from './read-result.ts';

const ENQUIRY = json(200, { status: true, data: ACCOUNT });
const account: Expect = valueWith('enquiry.data', ACCOUNT);
const AMOUNTS = { source_amount: '153525.00', destination_amount: '100.5', quoted_rate: BARE_ORDER.quoted_rate };
const NAMES = {
  id: 'onr_7Qm2',
  reference: 'ref_7Qm2',
  customer_id: 'cus_1',
  destination_address: BARE_ORDER.destination_address,
  source_currency: 'NGN',
};
const all =
  (...expects: readonly Expect[]): Expect =>
  result =>
    expects.flatMap(expect => expect(result));
const wholeOrder = (likely?: string) => valueWith('onramp.ok-body', { ...NAMES, ...AMOUNTS }, likely);
const ACCEPTED = json(202, { status: 'accepted' });

/** Ids that a path cannot hold as they are. */
const IDS = [
  ['slash', 'a/b'],
  ['blank', 'a b'],
  ['question', 'a?b=c'],
  ['hash', 'a#b'],
  ['percent', '50%'],
  ['encoded', 'a%2Fb'],
  ['plus', 'a+b'],
  ['letters', 'ünïcödé'],
  ['script', '注文-1'],
  ['marks', "a:b@c;d,e&f=g!*'()"],
  ['parent', 'a/../b'],
  ['quotes', '"a"<b>'],
] as const;

/** Calls, answered as the specification says. */
const CALLS: readonly ClientRow[] = [
  {
    name: 'resolve',
    title: 'a name enquiry',
    call: resolve(),
    answer: ENQUIRY,
    expect: account,
    shows: ['enquiry.ok-body', 'enquiry.data'],
  },
  {
    name: 'resolve-again',
    title: 'the same name enquiry again',
    call: resolve(),
    answer: ENQUIRY,
    expect: account,
    shows: ['enquiry.ok-body'],
  },
  {
    name: 'resolve-zeros',
    title: 'an account number and a bank code of zeros',
    call: resolve('0000000001', '000'),
    answer: json(200, { status: true, data: { ...ACCOUNT, account_number: '0000000001', bank_code: '000' } }),
    expect: valueWith(
      'enquiry.data',
      { account_number: '0000000001', bank_code: '000' },
      'it reads digits as a number',
    ),
    shows: ['enquiry.data'],
  },
  {
    name: 'resolve-long',
    title: 'an account number longer than a number holds',
    call: resolve('00123456789012345678901234567890', 'ABCDNG2L'),
    answer: ENQUIRY,
    expect: anything,
    shows: [],
  },
  {
    name: 'resolve-other-key',
    title: 'a name enquiry with another API key',
    call: resolve('0123456789', '044', OTHER_API_KEY),
    answer: ENQUIRY,
    expect: account,
    shows: [],
  },
  {
    name: 'order',
    title: 'reading an onramp order',
    call: order(),
    answer: json(200, ORDER),
    expect: all(wholeOrder(), orderAccount(true)),
    shows: ['onramp.ok-body', 'onramp.amounts', 'account.fields'],
  },
  {
    name: 'order-other-key',
    title: 'reading an onramp order with another API key',
    call: order('onr_7Qm2', OTHER_API_KEY),
    answer: json(200, ORDER),
    expect: wholeOrder(),
    shows: [],
  },
  ...IDS.map(
    ([name, id]): ClientRow => ({
      name: `order-id-${name}`,
      title: `an order id with what a path cannot hold: ${id}`,
      call: order(id),
      answer: json(200, { ...BARE_ORDER, id }),
      expect: valueWith('onramp.ok-body', { id }),
      shows: [],
      mayRefuse: true,
    }),
  ),
  ...SIMULATE_EVENTS.map(
    (event): ClientRow => ({
      name: `simulate-${event}`,
      title: `simulating ${event}`,
      call: simulate(event),
      answer: ACCEPTED,
      expect: success('simulate.route'),
      shows: ['simulate.optional-fields'],
    }),
  ),
  ...IDS.map(
    ([name, id]): ClientRow => ({
      name: `simulate-id-${name}`,
      title: `a collection order id with what a path cannot hold: ${id}`,
      call: simulate('disburse', {}, id),
      answer: ACCEPTED,
      expect: success('simulate.route'),
      shows: [],
      mayRefuse: true,
    }),
  ),
  ...['5.00', '0.10', '100', FORTY_DIGITS].map(
    (receivedAmount, index): ClientRow => ({
      name: `simulate-amount-${index + 1}`,
      title: `deposit_detected with an amount of ${receivedAmount}`,
      call: simulate('deposit_detected', { receivedAmount }),
      answer: ACCEPTED,
      expect: success('simulate.route'),
      shows: ['simulate.received-amount', 'wire.decimal-strings'],
    }),
  ),
  {
    name: 'simulate-network',
    title: 'wrong_chain with a network',
    call: simulate('wrong_chain', { receivedNetwork: 'tron' }),
    answer: ACCEPTED,
    expect: success('simulate.route'),
    shows: ['simulate.received-network'],
  },
  ...SIMULATE_EVENTS.filter(event => event !== 'deposit_detected').map(
    (event): ClientRow => ({
      name: `simulate-${event}-with-amount`,
      title: `${event} with an amount, which belongs to deposit_detected alone`,
      call: simulate(event, { receivedAmount: '5.00' }),
      answer: ACCEPTED,
      expect: anything,
      shows: ['simulate.only-own-event'],
      mayRefuse: true,
    }),
  ),
  ...SIMULATE_EVENTS.filter(event => event !== 'wrong_chain').map(
    (event): ClientRow => ({
      name: `simulate-${event}-with-network`,
      title: `${event} with a network, which belongs to wrong_chain alone`,
      call: simulate(event, { receivedNetwork: 'tron' }),
      answer: ACCEPTED,
      expect: anything,
      shows: ['simulate.only-own-event'],
      mayRefuse: true,
    }),
  ),
];

/** Answers that may change without notice. */
const TOLERANCE: readonly ClientRow[] = [
  {
    name: 'resolve-unknown-fields',
    title: 'a name enquiry answered with fields that nobody knows',
    call: resolve(),
    answer: json(200, { status: true, data: { ...ACCOUNT, branch: { code: 7 } }, meta: [1, { a: null }], links: null }),
    expect: valueWith('enquiry.data', ACCOUNT, 'it refuses fields that it does not know'),
    shows: ['enquiry.ok-body'],
  },
  {
    name: 'order-unknown-fields',
    title: 'an order answered with fields that nobody knows',
    call: order(),
    answer: json(200, {
      ...ORDER,
      fees: [{ amount: '1.00' }],
      risk: null,
      version: 9,
      account: { ...ORDER.account, iban: null, holder: {} },
    }),
    expect: wholeOrder('it refuses fields that it does not know'),
    shows: ['onramp.ok-body'],
  },
  {
    name: 'order-unknown-values',
    title: 'an order with values of status, type and mode that nobody knows',
    call: order(),
    answer: json(200, {
      ...ORDER,
      status: 'under_some_review',
      flow_type: 'by_carrier_pigeon',
      execution_mode: 'someday',
      account: { ...ORDER.account, status: 'half_open', type: 'jar', provider: 'newcomer' },
    }),
    expect: wholeOrder('it refuses values that it does not know: which ones there are is not specified'),
    shows: ['onramp.ok-body'],
  },
  {
    name: 'order-forty-digits',
    title: 'an order with amounts of forty digits',
    call: order(),
    answer: json(200, {
      ...BARE_ORDER,
      source_amount: FORTY_DIGITS,
      destination_amount: '0.0000000000000000000000000000000000000001',
      quoted_rate: '9007199254740993',
    }),
    expect: valueWith('onramp.ok-body', {
      source_amount: FORTY_DIGITS,
      destination_amount: '0.0000000000000000000000000000000000000001',
      quoted_rate: '9007199254740993',
    }),
    shows: ['onramp.amounts', 'wire.decimal-strings'],
  },
  {
    name: 'order-without-account',
    title: 'an order without a nested account',
    call: order(),
    answer: json(200, BARE_ORDER),
    expect: all(
      valueWith('onramp.account-optional', NAMES, 'it takes the nested account for granted'),
      orderAccount(false),
    ),
    shows: ['onramp.account-optional'],
  },
  {
    name: 'order-null-account',
    title: 'an order whose nested account is null',
    call: order(),
    answer: json(200, { ...BARE_ORDER, account: null }),
    expect: all(
      valueWith('onramp.account-optional', NAMES, 'it takes the nested account for granted'),
      orderAccount(false),
    ),
    shows: ['onramp.account-optional'],
  },
  {
    name: 'order-changed',
    title: 'the same order, which has changed meanwhile',
    call: order(),
    answer: json(200, { ...BARE_ORDER, destination_amount: '99.25', reference: 'ref_changed' }),
    expect: valueWith(
      'onramp.readable-by-id',
      { reference: 'ref_changed', destination_amount: '99.25' },
      'it gives back an earlier answer',
    ),
    shows: ['onramp.readable-by-id'],
  },
  {
    name: 'order-other-metadata',
    title: 'an order with metadata of any form',
    call: order(),
    answer: json(200, { ...BARE_ORDER, metadata: {} }),
    expect: wholeOrder(),
    shows: ['onramp.metadata'],
  },
  {
    name: 'resolve-charset',
    title: 'a media type with a charset',
    call: resolve(),
    answer: raw(200, JSON.stringify({ status: true, data: ACCOUNT }), 'application/json; charset=utf-8'),
    expect: account,
    shows: [],
  },
  {
    name: 'order-spaced',
    title: 'JSON with blanks and escapes',
    call: order(),
    answer: raw(
      200,
      `\n ${JSON.stringify(ORDER, null, 3).replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\r\n`,
    ),
    expect: wholeOrder(),
    shows: [],
  },
  {
    name: 'resolve-slow',
    title: 'an answer after a second',
    call: resolve(),
    answer: json(200, { status: true, data: ACCOUNT }, 'slow'),
    expect: either(account, errorOf('enquiry.ok-body', { status: [null], requestId: false })),
    shows: [],
  },
  {
    name: 'resolve-trickle',
    title: 'an answer in parts, cut within a character',
    call: resolve(),
    answer: json(200, { status: true, data: ACCOUNT }, 'trickle'),
    expect: either(
      valueWith('enquiry.data', ACCOUNT, 'it decodes each part of the answer by itself'),
      errorOf('enquiry.ok-body', { status: [null], requestId: false }),
    ),
    shows: [],
  },
  {
    name: 'order-large',
    title: 'an answer of half a megabyte',
    call: order(),
    answer: json(200, { ...ORDER, metadata: { note: 'x'.repeat(500_000) } }),
    expect: wholeOrder('it cuts long answers'),
    shows: [],
  },
  {
    name: 'simulate-empty',
    title: 'simulate answered with nothing',
    call: simulate('disburse'),
    answer: raw(200, '', undefined),
    expect: success('simulate.route', 'it wants a body, but none is specified'),
    shows: [],
  },
  {
    name: 'simulate-204',
    title: 'simulate answered 204',
    call: simulate('disburse'),
    answer: raw(204, '', undefined),
    expect: success('simulate.route', 'it wants a body, but none is specified'),
    shows: [],
  },
  {
    name: 'simulate-array',
    title: 'simulate answered with an array',
    call: simulate('disburse'),
    answer: json(200, []),
    expect: success('simulate.route', 'it wants a form of answer that is not specified'),
    shows: [],
    open: true,
  },
  {
    name: 'simulate-text',
    title: 'simulate answered with text',
    call: simulate('disburse'),
    answer: raw(200, 'accepted', 'text/plain'),
    expect: success('simulate.route', 'it wants JSON, and the body is not specified'),
    shows: [],
    open: true,
  },
];

/** Errors of the enquiry and of the order, each with what it has to surface. */
const ERRORS: readonly ClientRow[] = [
  ...[400, 401, 500].map(
    (status): ClientRow => ({
      name: `resolve-${status}`,
      title: `a name enquiry answered ${status}`,
      call: resolve(),
      answer: enquiryError(status),
      expect: errorOf('enquiry.error-body', {
        status: [status],
        code: 'bank_says_no',
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
        code: 'order_says_no',
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
      code: 'bank_says_no',
      message: 'the bank does not know “this” account',
    }),
    shows: [],
  },
  {
    name: 'resolve-error-header-case',
    title: 'an error whose header is written Request-Id',
    call: resolve(),
    answer: { ...enquiryError(400), headers: { 'content-type': 'application/json', 'Request-Id': 'req_gate_91c4' } },
    expect: errorOf('enquiry.error-body', { status: [400], code: 'bank_says_no' }),
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

const unread = (requirement: string): Expect => errorOf(requirement, { status: [200] });
/** An answer that breaks off: some libraries tell its status, some only that it broke off. */
const brokenOff = (requirement: string): Expect => errorOf(requirement, { status: [200, null], requestId: false });

/** Answers that cannot be read, and answers that do not come. */
const BROKEN: readonly ClientRow[] = [
  ...(
    [
      ['resolve', resolve(), 'enquiry.ok-body'],
      ['order', order(), 'onramp.ok-body'],
    ] as readonly (readonly [string, Call, string])[]
  ).flatMap(([name, call, requirement]): readonly ClientRow[] => [
    {
      name: `${name}-malformed`,
      title: 'a 200 with JSON that is cut short',
      call,
      answer: raw(200, '{"status":true,"data":{"account_name":"Zo'),
      expect: unread(requirement),
      shows: [],
    },
    {
      name: `${name}-empty`,
      title: 'a 200 with nothing',
      call,
      answer: raw(200, ''),
      expect: unread(requirement),
      shows: [],
    },
    {
      name: `${name}-html`,
      title: 'a 200 with a page',
      call,
      answer: raw(200, '<!doctype html><title>Welcome</title>', 'text/html'),
      expect: unread(requirement),
      shows: [],
    },
    {
      name: `${name}-text-json`,
      title: 'a 200 whose JSON is called text',
      call,
      answer: raw(200, JSON.stringify(name === 'order' ? ORDER : { status: true, data: ACCOUNT }), 'text/plain'),
      expect: anything,
      shows: [],
      open: true,
    },
    {
      name: `${name}-null`,
      title: 'a 200 with null',
      call,
      answer: raw(200, 'null'),
      expect: unread(requirement),
      shows: [],
      open: true,
    },
    {
      name: `${name}-cut`,
      title: 'a 200 that breaks off',
      call,
      answer: json(200, name === 'order' ? ORDER : { status: true, data: ACCOUNT }, 'cut'),
      expect: brokenOff(requirement),
      shows: [],
    },
    {
      name: `${name}-error-malformed`,
      title: 'a 400 with JSON that is cut short',
      call,
      answer: raw(400, '{"code":"bank_sa'),
      expect: errorOf('wire.json', { status: [400] }),
      shows: [],
    },
  ]),
  {
    name: 'resolve-dropped',
    title: 'a connection that is closed without an answer',
    call: resolve(),
    answer: json(200, {}, 'drop'),
    expect: errorOf('enquiry.ok-body', { status: [null], requestId: false }),
    shows: [],
  },
  {
    name: 'order-502',
    title: 'a 502 with a page',
    call: order(),
    answer: raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html'),
    expect: errorOf('onramp.error-body', { status: [502] }),
    shows: [],
  },
  {
    name: 'order-503',
    title: 'a 503 with nothing',
    call: order(),
    answer: raw(503, '', undefined),
    expect: errorOf('onramp.error-body', { status: [503] }),
    shows: [],
  },
  {
    name: 'order-429',
    title: 'a 429',
    call: order(),
    answer: { ...orderError(429), headers: { ...orderError(429).headers, 'Retry-After': '0' } },
    expect: errorOf('onramp.error-body', { status: [429] }),
    shows: [],
  },
  {
    name: 'simulate-500',
    title: 'simulate answered 500',
    call: simulate('fail'),
    answer: json(500, { code: 'internal', message: 'no' }),
    expect: errorOf('simulate.route', { status: [500] }),
    shows: [],
  },
  {
    name: 'resolve-after-all',
    title: 'a sound answer after everything that went wrong',
    call: resolve(),
    answer: ENQUIRY,
    expect: valueWith('enquiry.ok-body', ACCOUNT, 'it keeps something of an earlier answer'),
    shows: ['enquiry.ok-body'],
  },
];

/** Every single call that an SDK is asked for. */
export const CLIENT_ROWS: readonly ClientRow[] = [...CALLS, ...TOLERANCE, ...ERRORS, ...BROKEN];
