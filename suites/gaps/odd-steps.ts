import type { Condition, JourneyDriver, Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';
import { otherwiseWritten } from './almost-right.ts';

/** How long a webhook that may come is waited for, in multiples of the quiet time. */
const QUIETS = 3;

const ofAmount = (...amounts: readonly (string | number)[]) =>
  amounts.map(amount => {
    const words = typeof amount === 'number' ? `${amount} as a number` : amount;
    return [`odd-amount: received_amount ${words}`, { event: 'deposit_detected', received_amount: amount }] as const;
  });

/** Calls about one order each, until one is accepted: what follows could not be attributed to one of them. */
const PROBES: readonly (readonly (readonly [
  Condition,
  { readonly event: string; readonly [field: string]: unknown },
])[])[] = [
  [
    [
      'misplaced-field: received_network beside deposit_detected',
      { event: 'deposit_detected', received_network: 'tron' },
    ],
    ['misplaced-field: received_amount beside expire', { event: 'expire', received_amount: '1.00' }],
    ['unknown-field', { event: 'deposit_detected', no_such_field: 'no such value' }],
  ],
  ofAmount('-1', 'a lot', '1e3', '0'),
  [['unknown-network', { event: 'wrong_chain', received_network: 'no_such_network' }]],
  ofAmount(1.5),
  // Amounts at which programs lose digits, or write another notation. Which are taken is not specified.
  ofAmount('9007199254740993.121212121212121212', '9007199254740993', '0.121212121212121212'),
  ofAmount('1000000000000000000000', '007.50'),
  ofAmount('0.0000001'),
];

export const oddSteps: Scenario = {
  id: 'gaps/odd-steps',
  suite: 'gaps',
  title:
    'Observes the answers to unknown fields and networks, odd amounts, and order ids that are written otherwise (4.3)',
  orders: { least: 0, most: PROBES.length + 1 },
  async drive(context) {
    const { simulate } = rawCalls(context);
    const byOtherIds = async (order: JourneyDriver) => {
      const detected = { event: 'deposit_detected' };
      for (const [words, orderId] of otherwiseWritten(order.order))
        if (await simulate(order, `odd-value: an order id ${words}`, detected, { orderId })) return;
      await simulate(order, 'nul-in-id', detected, { orderId: `${order.order}\0` });
    };
    await context.journeys(async (order, nth) => {
      const probes = PROBES[nth];
      for (const [condition, body] of probes ?? []) if (await simulate(order, condition, body)) break;
      if (!probes) await byOtherIds(order);
      await order.quiet(QUIETS * context.target.quietMs);
    });
  },
};
