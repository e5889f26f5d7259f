import type { Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

/** How long a webhook that may come is waited for, in multiples of the quiet time. */
const QUIETS = 3;

/** Calls about one order each, until one is accepted: what follows could not be attributed to one of them. */
const PROBES = [
  [
    [
      'misplaced-field: received_network beside deposit_detected',
      { event: 'deposit_detected', received_network: 'tron' },
    ],
    ['misplaced-field: received_amount beside expire', { event: 'expire', received_amount: '1.00' }],
    ['unknown-field', { event: 'deposit_detected', no_such_field: 'no such value' }],
  ],
  ['-1', 'a lot', '1e3', '0'].map(
    amount =>
      [`odd-amount: received_amount ${amount}`, { event: 'deposit_detected', received_amount: amount }] as const,
  ),
  [['unknown-network', { event: 'wrong_chain', received_network: 'no_such_network' }]],
] as const;

export const oddSteps: Scenario = {
  id: 'gaps/odd-steps',
  suite: 'gaps',
  title: 'Observes the answers to misplaced and unknown fields, unknown networks and invalid amounts (4.3)',
  orders: { least: 0, most: PROBES.length },
  async drive(context) {
    const { simulate } = rawCalls(context);
    await context.journeys(async (order, nth) => {
      for (const [condition, body] of PROBES[nth] ?? []) if (await simulate(order, condition, body)) break;
      await order.quiet(QUIETS * context.target.quietMs);
    });
  },
};
