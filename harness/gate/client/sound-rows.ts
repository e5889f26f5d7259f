import { EVENT_FIELDS, SIMULATE_EVENTS } from '../../core/lifecycle.ts';
import { ACCEPTED, ACCOUNT, BARE_ORDER, ENQUIRY, FORTY_DIGITS, json, ORDER } from './answers.ts';
import { OTHER_API_KEY, order, resolve, simulate, under } from './call.ts';
import { account, type ClientRow, row, wholeOrder } from './client-row.ts';
import { all, anything, success, valueWith } from './expect.ts';
import { orderFields } from './order-fields.ts';

/** Ids with characters that a path cannot hold unencoded. */
const IDS = Object.entries({
  slash: 'a/b',
  blank: 'a b',
  question: 'a?b=c',
  hash: 'a#b',
  percent: '50%',
  encoded: 'a%2Fb',
  plus: 'a+b',
  letters: 'ünïcödé',
  script: '注文-1',
  marks: "a:b@c;d,e&f=g!*'()",
  parent: 'a/../b',
  quotes: '"a"<b>',
});
const MAY_REFUSE = { mayRefuse: true } as const;
const ZEROS = { account_number: '0000000001', bank_code: '000' };
const stepped = success('simulate.route');
const underAPath = { open: 'all' } as const;

/** Calls that are answered as the specification says. */
export const SOUND_ROWS: readonly ClientRow[] = [
  row('resolve', 'a name enquiry', resolve(), ENQUIRY, account, { shows: ['enquiry.ok-body', 'enquiry.data'] }),
  row('resolve-again', 'the same name enquiry again', resolve(), ENQUIRY, account, { shows: ['enquiry.ok-body'] }),
  row(
    'resolve-zeros',
    'an account number and a bank code with leading zeros',
    resolve(ZEROS.account_number, ZEROS.bank_code),
    json(200, { status: true, data: { ...ACCOUNT, ...ZEROS } }),
    valueWith('enquiry.data', ZEROS, 'it reads digits as a number'),
    { shows: ['enquiry.data'] },
  ),
  row(
    'resolve-long',
    'an account number longer than a number holds',
    resolve('00123456789012345678901234567890', 'ABCDNG2L'),
    ENQUIRY,
    anything,
  ),
  row(
    'resolve-letters',
    'an account number with letters',
    resolve('GB29NWBK60161331926819', 'NWBKGB2L'),
    ENQUIRY,
    anything,
    MAY_REFUSE,
  ),
  ...[
    ['resolve', resolve(), ENQUIRY] as const,
    ['order', order(), json(200, BARE_ORDER)] as const,
    ['simulate', simulate('fail'), ACCEPTED] as const,
  ].map(([name, call, answer]) => {
    const title = `${call.method} of a service whose address has a path`;
    return row(`${name}-under-a-path`, title, under('tenant-7', call), answer, anything, underAPath);
  }),
  row(
    'resolve-other-key',
    'a name enquiry with another API key',
    resolve('0123456789', '044', OTHER_API_KEY),
    ENQUIRY,
    account,
  ),
  row('order', 'an onramp order', order(), json(200, ORDER), all(wholeOrder(), orderFields), {
    shows: ['onramp.ok-body', 'onramp.amounts', 'onramp.fields', 'onramp.metadata', 'account.fields'],
  }),
  row(
    'order-other-key',
    'an onramp order with another API key',
    order('onr_7Qm2', OTHER_API_KEY),
    json(200, ORDER),
    wholeOrder(),
  ),
  ...IDS.map(([name, id]) => {
    const answer = json(200, { ...BARE_ORDER, id });
    const title = `an order id that has to be percent-encoded: ${id}`;
    return row(`order-id-${name}`, title, order(id), answer, valueWith('onramp.ok-body', { id }), MAY_REFUSE);
  }),
  ...SIMULATE_EVENTS.map(event =>
    row(`simulate-${event}`, `simulate ${event}`, simulate(event), ACCEPTED, stepped, {
      shows: ['simulate.optional-fields'],
    }),
  ),
  ...IDS.map(([name, id]) => {
    const title = `a collection order id that has to be percent-encoded: ${id}`;
    return row(`simulate-id-${name}`, title, simulate('disburse', {}, id), ACCEPTED, stepped, MAY_REFUSE);
  }),
  ...['5.00', '0.10', '100', FORTY_DIGITS].map((receivedAmount, index) => {
    const title = `deposit_detected with an amount of ${receivedAmount}`;
    const call = simulate('deposit_detected', { receivedAmount });
    const shows = ['simulate.received-amount', 'wire.decimal-strings'];
    return row(`simulate-amount-${index + 1}`, title, call, ACCEPTED, stepped, { shows });
  }),
  row(
    'simulate-network',
    'wrong_chain with a network',
    simulate('wrong_chain', { receivedNetwork: 'Tron_Nile-2' }),
    ACCEPTED,
    stepped,
    { shows: ['simulate.received-network'] },
  ),
  ...EVENT_FIELDS.flatMap(({ event: own, wire, step }) =>
    SIMULATE_EVENTS.filter(event => event !== own).map(event => {
      const name = `simulate-${event}-with-${wire.replace('received_', '')}`;
      const title = `${event} with ${wire}, which belongs to ${own} only`;
      const call = simulate(event, { [step]: step === 'receivedAmount' ? '5.00' : 'tron' });
      return row(name, title, call, ACCEPTED, anything, { shows: ['simulate.only-own-event'], mayRefuse: true });
    }),
  ),
];
