import { EVENT_FIELDS, SIMULATE_EVENTS } from '../../core/lifecycle.ts';
import { ACCOUNT, BARE_ORDER, FORTY_DIGITS, json, ORDER } from './answers.ts';
import { OTHER_API_KEY, order, resolve, simulate, under } from './call.ts';
import type { ClientRow } from './client-case.ts';
import { orderFields } from './order-fields.ts';
import { anything, orderAccount, success, valueWith } from './read-result.ts';
import { ACCEPTED, account, all, ENQUIRY, wholeOrder } from './sound-answers.ts';

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
export const SOUND_ROWS: readonly ClientRow[] = [
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
    name: 'resolve-letters',
    title: 'an account number with letters',
    call: resolve('GB29NWBK60161331926819', 'NWBKGB2L'),
    answer: ENQUIRY,
    expect: anything,
    shows: [],
    mayRefuse: true,
  },
  ...[
    ['resolve', resolve(), ENQUIRY] as const,
    ['order', order(), json(200, BARE_ORDER)] as const,
    ['simulate', simulate('fail'), ACCEPTED] as const,
  ].map(
    ([name, call, answer]): ClientRow => ({
      name: `${name}-under-a-path`,
      title: `${call.method} of a service whose address has a path`,
      call: under('tenant-7', call),
      answer,
      expect: anything,
      shows: [],
      open: 'all',
    }),
  ),
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
    expect: all(wholeOrder(), orderAccount(true), orderFields),
    shows: ['onramp.ok-body', 'onramp.amounts', 'onramp.fields', 'onramp.metadata', 'account.fields'],
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
    call: simulate('wrong_chain', { receivedNetwork: 'Tron_Nile-2' }),
    answer: ACCEPTED,
    expect: success('simulate.route'),
    shows: ['simulate.received-network'],
  },
  ...EVENT_FIELDS.flatMap(({ event: own, wire, step }) =>
    SIMULATE_EVENTS.filter(event => event !== own).map(
      (event): ClientRow => ({
        name: `simulate-${event}-with-${wire.replace('received_', '')}`,
        title: `${event} with ${wire}, which belongs to ${own} alone`,
        call: simulate(event, { [step]: step === 'receivedAmount' ? '5.00' : 'tron' }),
        answer: ACCEPTED,
        expect: anything,
        shows: ['simulate.only-own-event'],
        mayRefuse: true,
      }),
    ),
  ),
];
