import { escapeNonAscii } from '../../../evidence/redaction/encodings.ts';
import { ACCOUNT, BARE_ORDER, FORTY_DIGITS, json, NESTED, ORDER, raw } from './answers.ts';
import { account, type ClientRow, enquiryRow, NAMES, orderRow, simulateRow, wholeOrder } from './call.ts';
import { all, type Expect, noAccount, openValues, orderFields, success, valueWith } from './expect.ts';
import { errorOf } from './expect-error.ts';
import { ESCAPES } from './problem.ts';

const DATA = { status: true, data: ACCOUNT };
const ESCAPED = { ...ACCOUNT, account_name: 'Zoë "Ọlá" \\ 🏦 Test/ér' };
const SPACED = { account_name: 'Zoë  Ọlá Testér', bank_name: 'Bank of  Examples' };
const LONG_AMOUNTS = {
  source_amount: FORTY_DIGITS,
  destination_amount: '0.0000000000000000000000000000000000000001',
  quoted_rate: '9007199254740993',
};
const SMALL_AMOUNTS = { source_amount: '12.34567', destination_amount: '0.00000001', quoted_rate: '1527.6119' };
const CHANGED = { destination_amount: '99.25', reference: 'ref_changed' };
const UNLISTED = { status: 'Under_Some_Review', flow_type: 'by_carrier_pigeon', execution_mode: 'someday' };
const UNLISTED_OF_ACCOUNT = { status: 'half_open', type: 'jar', provider: 'newcomer' };
/** Times with a fraction and an offset. The format of times is not specified. */
const TIMES = { created_at: '2026-11-02T10:30:00.250+01:00', updated_at: '2026-11-02T04:11:07.500-05:00' };
/** Orders that are unusual in one way, each by the name of its row: a title, and the changed members. */
const UNUSUAL_ORDERS: { readonly [name: string]: readonly [title: string, members: object] } = {
  'order-other-times': ['an order whose times have a fraction and an offset', TIMES],
  'order-other-metadata': ['an order with empty metadata', { metadata: {} }],
  'order-free-metadata': [
    'an order whose metadata has other values than texts',
    { metadata: { count: 1, vip: true, nested: { list: [1, 'two', null] }, share: 0.1234567, html: 'a &amp; b' } },
  ],
  'order-metadata-names': ['an order whose metadata has names in camelCase', { metadata: { orderRef: 'A_b', v: '' } }],
  'order-zeros': [
    'an order with amounts of zero, and one in its account with zeros at the end',
    { source_amount: '0', destination_amount: '0.00', account: { ...NESTED, amount: '500.00' } },
  ],
};
const WITHOUT_ACCOUNT = {
  expect: all(valueWith('onramp.account-optional', NAMES, 'it assumes that there is a nested account'), noAccount),
  shows: ['onramp.account-optional'],
};
const gaveUp = errorOf('enquiry.ok-body', { status: [null], requestId: undefined });
/** Accepts that the SDK gave up on a slow answer. */
const unlessGaveUp =
  (expect: Expect): Expect =>
  result =>
    gaveUp(result).length === 0 ? [] : expect(result);
const unspecified = (likely: string) => success('simulate.route', likely);

/** Valid answers that are unusual, or that may change without notice. */
export const CHANGING_ROWS: readonly ClientRow[] = [
  enquiryRow('resolve-unknown-fields', 'a name enquiry answered with undocumented fields', {
    answer: json(200, { status: true, data: { ...ACCOUNT, branch: { code: 7 } }, meta: [1, { a: null }], links: null }),
    expect: valueWith('enquiry.data', ACCOUNT, 'it refuses unknown fields'),
    shows: ['enquiry.ok-body'],
  }),
  orderRow('order-unknown-fields', 'an order answered with undocumented fields', {
    answer: json(200, {
      ...ORDER,
      fees: [{ amount: '1.00' }],
      risk: null,
      version: 9,
      account: { ...ORDER.account, iban: null, holder: {} },
    }),
    expect: wholeOrder('it refuses unknown fields'),
    shows: ['onramp.ok-body'],
  }),
  orderRow('order-unknown-values', 'an order with undocumented values of status, type and mode', {
    answer: json(200, { ...ORDER, ...UNLISTED, account: { ...ORDER.account, ...UNLISTED_OF_ACCOUNT } }),
    expect: all(
      wholeOrder('it refuses unknown values; the specification does not list the values'),
      openValues(UNLISTED, UNLISTED_OF_ACCOUNT),
    ),
    shows: ['onramp.ok-body'],
  }),
  orderRow('order-forty-digits', 'an order with amounts of forty digits', {
    answer: json(200, { ...ORDER, ...LONG_AMOUNTS }),
    expect: valueWith('onramp.ok-body', LONG_AMOUNTS),
    shows: ['onramp.amounts', 'wire.decimal-strings'],
  }),
  orderRow('order-small-amounts', 'an order with amounts of five and eight decimal places', {
    answer: json(200, { ...ORDER, ...SMALL_AMOUNTS }),
    expect: valueWith('onramp.ok-body', SMALL_AMOUNTS),
    shows: ['onramp.amounts'],
  }),
  orderRow('order-without-account', 'without a nested account', { answer: json(200, BARE_ORDER), ...WITHOUT_ACCOUNT }),
  orderRow('order-null-account', 'an order whose nested account is null', {
    answer: json(200, { ...BARE_ORDER, account: null }),
    ...WITHOUT_ACCOUNT,
  }),
  orderRow('order-changed', 'the same order, which has changed meanwhile', {
    answer: json(200, { ...ORDER, ...CHANGED }),
    expect: valueWith('onramp.readable-by-id', CHANGED),
    shows: ['onramp.readable-by-id'],
  }),
  ...Object.entries(UNUSUAL_ORDERS).map(([name, [title, members]]) => {
    const sent = { ...ORDER, ...members };
    const likely = 'metadata' in members ? 'it expects metadata of one form, but metadata is free-form' : undefined;
    const expect = orderFields(sent, likely);
    return orderRow(name, title, { answer: json(200, sent), expect, shows: ['onramp.fields'] });
  }),
  enquiryRow('resolve-charset', 'a media type with a charset', {
    answer: raw(200, JSON.stringify(DATA), 'application/json; charset=utf-8'),
    expect: valueWith('enquiry.data', ACCOUNT, 'it takes a media type with a parameter for another media type'),
  }),
  orderRow('order-spaced', 'JSON with white space and escapes', {
    answer: raw(200, `\n ${escapeNonAscii(JSON.stringify(ORDER, null, 3))}\r\n`),
    expect: wholeOrder('it reads only the first line of JSON, or decodes only some escapes'),
  }),
  enquiryRow('resolve-spaced-name', 'a name with two spaces between its parts', {
    answer: json(200, { ...DATA, data: { ...ACCOUNT, ...SPACED } }),
    expect: valueWith('enquiry.data', SPACED),
  }),
  enquiryRow('resolve-escaped', 'a name with every kind of JSON escape', {
    answer: raw(200, escapeNonAscii(JSON.stringify({ ...DATA, data: ESCAPED })).replaceAll('/', '\\/')),
    expect: valueWith('enquiry.data', ESCAPED, ESCAPES),
  }),
  enquiryRow('resolve-slow', 'an answer after more than a second', {
    answer: json(200, DATA, 'slow'),
    expect: unlessGaveUp(account),
  }),
  enquiryRow('resolve-trickle', 'an answer in parts, cut within a character', {
    answer: json(200, DATA, 'trickle'),
    expect: unlessGaveUp(result =>
      result.kind === 'value'
        ? valueWith('enquiry.data', ACCOUNT, 'it decodes each part of the answer separately')(result)
        : success('enquiry.data', 'it reads only the first part of an answer, or decodes no chunks')(result),
    ),
  }),
  enquiryRow('resolve-gzip', 'an answer that is compressed, if the request accepts gzip', {
    answer: json(200, DATA, 'gzip'),
    expect: valueWith('enquiry.data', ACCOUNT, 'it accepts gzip and does not decode it'),
  }),
  orderRow('order-large', 'an answer of half a megabyte', {
    answer: json(200, { ...ORDER, metadata: { note: 'x'.repeat(500_000) } }),
    expect: wholeOrder('it truncates long answers'),
  }),
  ...[200, 204].map(status =>
    simulateRow(status === 200 ? 'simulate-empty' : 'simulate-204', `simulate answered ${status} with an empty body`, {
      answer: raw(status, '', undefined),
      expect: unspecified('it requires a body, but none is specified'),
    }),
  ),
  simulateRow('simulate-slow', 'simulate answered after more than a second, with an empty body', {
    answer: { ...raw(202, '', undefined), manner: 'slow' },
    expect: unlessGaveUp(unspecified('it requires a body, but none is specified')),
  }),
  simulateRow('simulate-array', 'simulate answered with an array', {
    answer: json(200, []),
    expect: unspecified('it requires an unspecified form of answer'),
    open: true,
  }),
  simulateRow('simulate-text', 'simulate answered with text', {
    answer: raw(200, 'accepted', 'text/plain'),
    expect: unspecified('it requires JSON, but the body is not specified'),
    open: true,
  }),
];
