import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { onrampRate } from './onramp-rate.ts';

function interpretation(source_amount: Json, quoted_rate: Json, destination_amount: Json, status = 200) {
  const answers = { source_amount, quoted_rate, destination_amount };
  return outcomeOfCalls(onrampRate, 'getOnrampOrder', { status, answers });
}

test.each([
  ['150000.00', '0.00065125', '97.6875'],
  ['150000.00', '0.00065125', '97.68'],
  ['150000.00', '0.00065125', '97.69'],
  ['1600000.00', '1600.00', '1000'],
  ['100', '3', '33.33'],
  // Rounded to six places, and filled up with zeros.
  ['100', '3', '33.333333000000000000'],
  ['100', '3', '33.330000'],
  ['100', '3', '33.34'],
  // A rate that was rounded before the answer.
  ['1000000.00', '0.000667', '666.67'],
  ['0', '1600', '0'],
  ['5', '0', '0'],
  ['123456789012345678901234567890.123456789', '1.5', '185185183518518518351851851835.1851851835'],
])('%s at %s makes %s', (...amounts) => {
  expect(interpretation(...amounts)).toEqual({ breaches: [], passes: {} });
});

test.each([
  ['1600000.00', '1600.00', '1001.37'],
  ['150000.00', '0.00065125', '97.66'],
  ['100', '3', '33.35'],
  ['100', '3', '33.334001000000'],
  ['1', '0', '5'],
  ['123456789012345678901234567890.123456789', '2', '246913578024691357802469135780.246913580'],
])('%s at %s does not make %s, which gives advice', (...amounts) => {
  const { breaches } = interpretation(...amounts);
  expect(breaches).toMatchObject([
    {
      requirement: 'onramp.converts',
      severity: 'advice',
      cause: 'rate',
      message: 'the destination amount of an onramp order is not its source amount at the quoted rate',
      likely: 'a fee that no field shows, or a rate that was rounded before it was applied',
      received: `${amounts[2]} for ${amounts[0]} at ${amounts[1]}`,
      evidence: ['x1'],
    },
  ]);
});

test.each([
  ['1600000.00', '1600.00', '2560000000, or 1000, rounded'],
  ['1', '1.5', '1.5, or 0.666666666666, rounded'],
  ['10', '0.25', '2.5, or 40, rounded'],
  ['1', '0', '0, rounded'],
])('The advice names both ways to convert: %s at %s is %s', (source, rate, expected) => {
  expect(interpretation(source, rate, '1001.37').breaches[0]?.expected).toBe(expected);
});

test('Amounts of more than 30 places are left alone', () => {
  const amount = (places: number) => `5.${'0'.repeat(places)}`;
  expect([30, 31].map(places => interpretation('1', '1', amount(places)).breaches.length)).toEqual([1, 0]);
});

test.each<[Json, Json, Json, number]>([
  [100, '3', '5', 200],
  ['100', null, '5', 200],
  ['100', '3', '1e9', 200],
  ['100', '3', '5', 404],
])('Only orders with decimal strings are judged, not %j at %j that makes %j, answered %i', (...order) => {
  expect(interpretation(...order)).toEqual({ breaches: [], passes: {} });
});

test('A rate is as exact as most orders show that it is', () => {
  const advisedOn = (...orders: readonly string[]) => {
    const calls = orders.map(order => {
      const [source_amount = '', destination_amount = ''] = order.split(' → ');
      return { answers: { source_amount, quoted_rate: '0.65', destination_amount } };
    });
    return outcomeOfCalls(onrampRate, 'getOnrampOrder', ...calls).breaches.map(({ received }) => received);
  };
  const rounded = ['500 → 326.60', '700 → 457.20'];
  expect(advisedOn('100 → 65.00', '200 → 130.00', '300 → 195.00', ...rounded)).toEqual([
    '326.60 for 500 at 0.65',
    '457.20 for 700 at 0.65',
  ]);
  expect(advisedOn(...rounded, '100 → 65.00')).toEqual([]);
  // Amounts that are rounded to a whole number fit any rate of two digits.
  expect(advisedOn('1 → 1', '2 → 1', '3 → 2', ...rounded)).toEqual([]);
});
