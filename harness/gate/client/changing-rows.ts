import { ACCOUNT, BARE_ORDER, FORTY_DIGITS, json, ORDER, raw } from './answers.ts';
import { order, resolve, simulate } from './call.ts';
import { account, type ClientRow, NAMES, row, wholeOrder } from './client-row.ts';
import { all, either, errorOf, success, valueWith } from './expect.ts';
import { noAccount } from './order-fields.ts';

const DATA = { status: true, data: ACCOUNT };
const LONG_AMOUNTS = {
  source_amount: FORTY_DIGITS,
  destination_amount: '0.0000000000000000000000000000000000000001',
  quoted_rate: '9007199254740993',
};
const CHANGED = { destination_amount: '99.25', reference: 'ref_changed' };
const withoutAccount = all(
  valueWith('onramp.account-optional', NAMES, 'it takes the nested account for granted'),
  noAccount,
);
const gaveUp = errorOf('enquiry.ok-body', { status: [null], requestId: false });
const unspecified = (likely: string) => success('simulate.route', likely);
const escaped = (text: string) =>
  text.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Answers that may change without notice, or that are unusual and right. */
export const CHANGING_ROWS: readonly ClientRow[] = [
  row(
    'resolve-unknown-fields',
    'a name enquiry answered with undocumented fields',
    resolve(),
    json(200, { status: true, data: { ...ACCOUNT, branch: { code: 7 } }, meta: [1, { a: null }], links: null }),
    valueWith('enquiry.data', ACCOUNT, 'it refuses fields that it does not know'),
    { shows: ['enquiry.ok-body'] },
  ),
  row(
    'order-unknown-fields',
    'an order answered with undocumented fields',
    order(),
    json(200, {
      ...ORDER,
      fees: [{ amount: '1.00' }],
      risk: null,
      version: 9,
      account: { ...ORDER.account, iban: null, holder: {} },
    }),
    wholeOrder('it refuses fields that it does not know'),
    { shows: ['onramp.ok-body'] },
  ),
  row(
    'order-unknown-values',
    'an order with undocumented values of status, type and mode',
    order(),
    json(200, {
      ...ORDER,
      status: 'under_some_review',
      flow_type: 'by_carrier_pigeon',
      execution_mode: 'someday',
      account: { ...ORDER.account, status: 'half_open', type: 'jar', provider: 'newcomer' },
    }),
    wholeOrder('it refuses values that it does not know: which values there are is not specified'),
    { shows: ['onramp.ok-body'] },
  ),
  row(
    'order-forty-digits',
    'an order with amounts of forty digits',
    order(),
    json(200, { ...BARE_ORDER, ...LONG_AMOUNTS }),
    valueWith('onramp.ok-body', LONG_AMOUNTS),
    { shows: ['onramp.amounts', 'wire.decimal-strings'] },
  ),
  row('order-without-account', 'an order without a nested account', order(), json(200, BARE_ORDER), withoutAccount, {
    shows: ['onramp.account-optional'],
  }),
  row(
    'order-null-account',
    'an order whose nested account is null',
    order(),
    json(200, { ...BARE_ORDER, account: null }),
    withoutAccount,
    { shows: ['onramp.account-optional'] },
  ),
  row(
    'order-changed',
    'the same order, which has changed meanwhile',
    order(),
    json(200, { ...BARE_ORDER, ...CHANGED }),
    valueWith('onramp.readable-by-id', CHANGED, 'it gives back an earlier answer'),
    { shows: ['onramp.readable-by-id'] },
  ),
  row(
    'order-other-metadata',
    'an order with empty metadata',
    order(),
    json(200, { ...BARE_ORDER, metadata: {} }),
    wholeOrder(),
    { shows: ['onramp.metadata'] },
  ),
  row(
    'resolve-charset',
    'a media type with a charset',
    resolve(),
    raw(200, JSON.stringify(DATA), 'application/json; charset=utf-8'),
    account,
  ),
  row(
    'order-spaced',
    'JSON with white space and escapes',
    order(),
    raw(200, `\n ${escaped(JSON.stringify(ORDER, null, 3))}\r\n`),
    wholeOrder(),
  ),
  row('resolve-slow', 'an answer after a second', resolve(), json(200, DATA, 'slow'), either(account, gaveUp)),
  row(
    'resolve-trickle',
    'an answer in parts, cut within a character',
    resolve(),
    json(200, DATA, 'trickle'),
    either(valueWith('enquiry.data', ACCOUNT, 'it decodes each part of the answer by itself'), gaveUp),
  ),
  row(
    'order-large',
    'an answer of half a megabyte',
    order(),
    json(200, { ...ORDER, metadata: { note: 'x'.repeat(500_000) } }),
    wholeOrder('it cuts long answers'),
  ),
  ...[200, 204].map(status =>
    row(
      status === 200 ? 'simulate-empty' : 'simulate-204',
      `simulate answered ${status} with an empty body`,
      simulate('disburse'),
      raw(status, '', undefined),
      unspecified('it wants a body, but none is specified'),
    ),
  ),
  row(
    'simulate-array',
    'simulate answered with an array',
    simulate('disburse'),
    json(200, []),
    unspecified('it wants a form of answer that is not specified'),
    { open: 'answer' },
  ),
  row(
    'simulate-text',
    'simulate answered with text',
    simulate('disburse'),
    raw(200, 'accepted', 'text/plain'),
    unspecified('it wants JSON, and the body is not specified'),
    { open: 'answer' },
  ),
];
