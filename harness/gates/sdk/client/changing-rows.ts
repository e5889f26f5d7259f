import { escapeNonAscii } from '../../../evidence/redaction/encodings.ts';
import { ACCOUNT, BARE_ORDER, FORTY_DIGITS, json, NESTED, ORDER, raw, UNLISTED } from './answers.ts';
import { type ClientRow, enquiryRow, orderRow, simulateRow } from './call.ts';
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
const ACCOUNT_ASSUMED = 'it assumes that there is a nested account';
const BODY_REQUIRED = 'it requires a body, but none is specified';

/** Valid answers that are unusual, or that may change without notice. */
export const CHANGING_ROWS: readonly ClientRow[] = [
  enquiryRow('resolve-unknown-fields', 'a name enquiry answered with undocumented fields', {
    answer: json(200, { status: true, data: { ...ACCOUNT, branch: { code: 7 } }, meta: [1, { a: null }], links: null }),
    likely: 'it refuses unknown fields',
  }),
  orderRow('order-unknown-fields', 'an order answered with undocumented fields', {
    answer: json(200, {
      ...ORDER,
      fees: [{ amount: '1.00' }],
      risk: null,
      version: 9,
      account: { ...ORDER.account, iban: null, holder: {} },
    }),
    likely: 'it refuses unknown fields',
  }),
  orderRow('order-unknown-values', 'an order with undocumented values of status, type and mode', {
    answer: json(200, { ...ORDER, ...UNLISTED.ofOrder, account: { ...ORDER.account, ...UNLISTED.ofAccount } }),
    likely: 'it refuses unknown values; the specification does not list the values',
  }),
  orderRow('order-forty-digits', 'an order with amounts of forty digits', {
    answer: json(200, { ...ORDER, ...LONG_AMOUNTS }),
  }),
  orderRow('order-small-amounts', 'an order with amounts of five and eight decimal places', {
    answer: json(200, { ...ORDER, ...SMALL_AMOUNTS }),
  }),
  orderRow('order-without-account', 'without a nested account', {
    answer: json(200, BARE_ORDER),
    likely: ACCOUNT_ASSUMED,
  }),
  orderRow('order-null-account', 'an order whose nested account is null', {
    answer: json(200, { ...BARE_ORDER, account: null }),
    likely: ACCOUNT_ASSUMED,
  }),
  orderRow('order-changed', 'the same order, which has changed meanwhile', {
    answer: json(200, { ...ORDER, ...CHANGED }),
  }),
  ...Object.entries(UNUSUAL_ORDERS).map(([name, [title, members]]) => {
    const likely = 'it expects metadata of one form, but metadata is free-form';
    const answer = json(200, { ...ORDER, ...members });
    return orderRow(name, title, { answer, ...('metadata' in members && { likely }) });
  }),
  enquiryRow('resolve-charset', 'a media type with a charset', {
    answer: raw(200, JSON.stringify(DATA), 'application/json; charset=utf-8'),
    likely: 'it takes a media type with a parameter for another media type',
  }),
  orderRow('order-spaced', 'JSON with white space and escapes', {
    answer: raw(200, `\n ${escapeNonAscii(JSON.stringify(ORDER, null, 3))}\r\n`),
    likely: 'it reads only the first line of JSON, or decodes only some escapes',
  }),
  enquiryRow('resolve-spaced-name', 'a name with two spaces between its parts', {
    answer: json(200, { ...DATA, data: { ...ACCOUNT, ...SPACED } }),
  }),
  enquiryRow('resolve-escaped', 'a name with every kind of JSON escape', {
    answer: raw(200, escapeNonAscii(JSON.stringify({ ...DATA, data: ESCAPED })).replaceAll('/', '\\/')),
    likely: ESCAPES,
  }),
  enquiryRow('resolve-slow', 'an answer after more than a second', { answer: json(200, DATA, 'slow') }),
  enquiryRow('resolve-trickle', 'an answer in parts, cut within a character', {
    answer: json(200, DATA, 'trickle'),
    likely: 'it reads only the first part of an answer, or decodes no chunks',
  }),
  enquiryRow('resolve-gzip', 'an answer that is compressed, if the request accepts gzip', {
    answer: json(200, DATA, 'gzip'),
    likely: 'it accepts gzip and does not decode it',
  }),
  orderRow('order-large', 'an answer of half a megabyte', {
    answer: json(200, { ...ORDER, metadata: { note: 'x'.repeat(500_000) } }),
    likely: 'it truncates long answers',
  }),
  ...[200, 204].map(status =>
    simulateRow(status === 200 ? 'simulate-empty' : 'simulate-204', `simulate answered ${status} with an empty body`, {
      answer: raw(status),
      likely: BODY_REQUIRED,
    }),
  ),
  simulateRow('simulate-slow', 'simulate answered after more than a second, with an empty body', {
    answer: { ...raw(202), manner: 'slow' },
    likely: BODY_REQUIRED,
  }),
  simulateRow('simulate-array', 'simulate answered with an array', {
    answer: json(200, []),
    likely: 'it requires an unspecified form of answer',
    open: true,
  }),
  simulateRow('simulate-text', 'simulate answered with text', {
    answer: raw(200, 'accepted', 'text/plain'),
    likely: 'it requires JSON, but the body is not specified',
    open: true,
  }),
];
