import type { Condition, Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';
import { otherwiseWritten } from './almost-right.ts';

/** How long a possible webhook is waited for, as a multiple of the quiet time. */
const QUIETS = 3;

const ofAmount = (...amounts: readonly (string | number)[]) =>
  amounts.map(amount => {
    const words = typeof amount === 'number' ? `${amount} as a number` : amount;
    return [`odd-amount: received_amount ${words}`, { event: 'deposit_detected', received_amount: amount }] as const;
  });

/** A call: its condition, its body, and the order id in its path. Default: the id of the order. */
type Probe = readonly [Condition, { readonly event: string; readonly [field: string]: unknown }, orderId?: string];

const odd = (ids: ReturnType<typeof otherwiseWritten>): readonly Probe[] =>
  ids.map(([words, id]) => [`odd-value: an order id ${words}`, { event: 'deposit_detected' }, id]);

/** Calls about one order each. They stop at the first accepted one, so that webhooks can be attributed. */
const PROBES: readonly ((id: string) => readonly Probe[])[] = [
  () => [
    [
      'misplaced-field: received_network beside deposit_detected',
      { event: 'deposit_detected', received_network: 'tron' },
    ],
    ['misplaced-field: received_amount beside expire', { event: 'expire', received_amount: '1.00' }],
    ['unknown-field', { event: 'deposit_detected', no_such_field: 'no such value' }],
  ],
  () => ofAmount('-1', 'a lot', '1e3', '0'),
  id => [
    ...odd(otherwiseWritten(id).slice(0, -1)),
    ['nul-in-id', { event: 'deposit_detected' }, `${id}\0`],
    ['unknown-network', { event: 'wrong_chain', received_network: 'no_such_network' }],
  ],
  // Alone, so that its webhook cannot belong to another call.
  id => odd(otherwiseWritten(id).slice(-1)),
  // Amounts that programs may round or write in another notation. It is unspecified which are accepted.
  () => ofAmount('9007199254740993.121212121212121212', '9007199254740993', '0.121212121212121212'),
  () => ofAmount('0.0000001'),
  () => ofAmount(1.5, '1000000000000000000000', '007.50'),
];

export const oddSteps: Scenario = {
  id: 'gaps/odd-steps',
  suite: 'gaps',
  title:
    'Observes the answers to unknown fields and networks, odd amounts, and order ids that are written otherwise (4.3)',
  orders: { least: 0, most: PROBES.length },
  async drive(context) {
    const { simulate } = rawCalls(context);
    await context.journeys(async (order, nth) => {
      for (const [condition, body, orderId = order.order] of PROBES[nth]?.(order.order) ?? [])
        if (await simulate(order, condition, body, { orderId })) break;
      await order.quiet(QUIETS * context.target.quietMs);
    });
  },
};
