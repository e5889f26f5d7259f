import { EVENT_FIELDS, SIMULATE_EVENTS } from '../../../contract/lifecycle.ts';
import { ACCOUNT, FORTY_DIGITS, json, ORDER } from './answers.ts';
import { type ClientRow, enquiryRow, order, orderRow, resolve, simulate, simulateRow, under } from './call.ts';
import { anything } from './expect.ts';

/** Ids with characters that a path has to encode. */
const IDS = Object.entries({
  slash: 'a/b',
  blank: 'a b',
  question: 'a?b=c',
  hash: 'a#b',
  percent: '50%',
  encoded: 'a%2Fb/c',
  plus: 'a+b',
  letters: 'ünïcödé',
  decomposed: 'u\u0308nicode',
  script: '注文-1',
  marks: "a:b@c;d,e&f=g!*'()",
  parent: 'a/../b',
  quotes: '"a"<b>',
});
/** Account numbers and bank codes that have to be sent as they are. An SDK may refuse some by itself. */
const UNUSUAL_ENQUIRIES = [
  ['long', '00123456789012345678901234567890', 'ABCDNG2L', 'an account number longer than a number holds', false],
  ['letters', 'GB29NWBK60161331926819', 'NWBKGB2L', 'an account number with letters', true],
  ['digits', '1234567890', '214', 'an account number and a bank code without leading zeros', false],
  ['short', '1234567', '58', 'a name enquiry with a bank code of two digits', true],
  ['small-letters', 'gb29nwbk60161331926819', 'nwbkgb2l', 'a name enquiry with small letters', true],
  ['hyphen', '12-3456-7890', '21-4', 'a name enquiry with hyphens', true],
  ['blanks', ' 1234567890 ', ' 214 ', 'a name enquiry with blanks at the ends', true],
] as const;
const UNDER = 'a call of a service whose address has a path';
const ZEROS = { account_number: '0000000001', bank_code: '000' };

/** Calls with the specified answer. */
export const SOUND_ROWS: readonly ClientRow[] = [
  enquiryRow('resolve', 'a name enquiry'),
  enquiryRow('resolve-again', 'the same name enquiry again'),
  enquiryRow('resolve-zeros', 'an account number and a bank code with leading zeros', {
    call: resolve(ZEROS.account_number, ZEROS.bank_code),
    answer: json(200, { status: true, data: { ...ACCOUNT, ...ZEROS } }),
    likely: 'it reads digits as a number',
  }),
  ...UNUSUAL_ENQUIRIES.map(([name, accountNumber, bankCode, title, mayRefuse]) =>
    enquiryRow(`resolve-${name}`, title, { call: resolve(accountNumber, bankCode), judge: anything, mayRefuse }),
  ),
  ...Object.entries({
    quote: '01"23',
    backslash: '01\\23',
    percent: '01%s23',
    beyond: '01é注23',
    control: '01\t23',
  }).flatMap(([name, text]) => [
    enquiryRow(`resolve-${name}`, `an account number with a mark: ${JSON.stringify(text)}`, {
      call: resolve(text, '044'),
      judge: anything,
      mayRefuse: true,
    }),
    simulateRow(`simulate-network-${name}`, `a network with a mark: ${JSON.stringify(text)}`, {
      call: simulate('wrong_chain', { receivedNetwork: text }),
      judge: anything,
      mayRefuse: true,
    }),
  ]),
  enquiryRow('resolve-under-a-path', UNDER, { call: under('tenant-7', resolve()) }),
  orderRow('order-under-a-path', UNDER, { call: under('tenant-7', order()) }),
  simulateRow('simulate-under-a-path', UNDER, { call: under('tenant-7', simulate('fail')) }),
  orderRow('order', 'an onramp order'),
  ...['onr_1.v2', 'onr_'.padEnd(48, '7Qm2')].map(id =>
    orderRow(`order-id-${id.length}`, `an order id of ${id.length} characters: ${id}`, {
      call: order(id),
      answer: json(200, { ...ORDER, id }),
    }),
  ),
  ...IDS.map(([name, id]) =>
    orderRow(`order-id-${name}`, `an order id that has to be percent-encoded: ${id}`, {
      call: order(id),
      answer: json(200, { ...ORDER, id }),
      mayRefuse: true,
    }),
  ),
  ...SIMULATE_EVENTS.map(event => simulateRow(`simulate-${event}`, `simulate ${event}`, { call: simulate(event) })),
  ...IDS.map(([name, id]) =>
    simulateRow(`simulate-id-${name}`, `a collection order id that has to be percent-encoded: ${id}`, {
      call: simulate('disburse', {}, id),
      mayRefuse: true,
    }),
  ),
  ...['5.00', '0.10', '100', FORTY_DIGITS, '0', '0.00'].map((receivedAmount, index) =>
    simulateRow(`simulate-amount-${index + 1}`, `deposit_detected with an amount of ${receivedAmount}`, {
      call: simulate('deposit_detected', { receivedAmount }),
      // The bounds of amounts are not specified.
      mayRefuse: Number(receivedAmount) === 0,
    }),
  ),
  simulateRow('simulate-network', 'wrong_chain with a network', {
    call: simulate('wrong_chain', { receivedNetwork: 'Tron_Nile-2' }),
  }),
  simulateRow('simulate-amount-gone', 'deposit_detected without an amount, after one with an amount', {
    call: simulate('deposit_detected'),
  }),
  simulateRow('simulate-network-gone', 'wrong_chain without a network, after one with a network', {
    call: simulate('wrong_chain'),
  }),
  ...EVENT_FIELDS.flatMap(({ event: own, wire, step }) =>
    SIMULATE_EVENTS.filter(event => event !== own).map(event => {
      const name = `simulate-${event}-with-${wire.replace('received_', '')}`;
      return simulateRow(name, `${event} with ${wire}, which belongs to ${own} only`, {
        call: simulate(event, { [step]: step === 'receivedAmount' ? '5.00' : 'tron' }),
        judge: anything,
        mayRefuse: true,
      });
    }),
  ),
];
