import type { Condition, Scenario } from '#harness';
import { probeCalls } from './probe-calls.ts';

const PATIENCE = 3;

/** Received amounts that few would take, the least likely first. */
const AMOUNTS = ['-1', 'a lot', '1e3', '0'];

export const oddSteps: Scenario = {
  id: 'gaps/odd-steps',
  suite: 'gaps',
  title: 'what misplaced and unknown fields, unknown networks and odd amounts are answered with is written down (4.3)',
  orders: { least: 0, most: 3 },
  async drive(context) {
    const { journey, target, orders } = context;
    const { simulate } = probeCalls(context);
    /** Several calls about one order, until one is taken: of what follows, nothing could be told apart. */
    const until = (calls: readonly (readonly [condition: Condition, body: { readonly event: string }])[]) =>
      journey(async order => {
        for (const [condition, body] of calls) {
          const { taken } = await simulate(order, condition, body);
          if (taken) break;
        }
        await order.quiet(PATIENCE * target.quietMs);
      });
    const probes = [
      [
        [
          'misplaced-field: received_network beside deposit_detected',
          { event: 'deposit_detected', received_network: 'tron' },
        ],
        ['misplaced-field: received_amount beside expire', { event: 'expire', received_amount: '1.00' }],
        ['unknown-field', { event: 'deposit_detected', no_such_field: 'no such value' }],
      ],
      AMOUNTS.map(
        amount =>
          [`odd-amount: received_amount ${amount}`, { event: 'deposit_detected', received_amount: amount }] as const,
      ),
      [['unknown-network', { event: 'wrong_chain', received_network: 'no_such_network' }]],
    ] as const;
    await Promise.all(probes.slice(0, orders).map(until));
  },
};
