import type { Fault } from './fault.ts';

/** Faults of delivery (Events: at least once). */
export const DELIVERY_FAULTS: readonly Fault[] = [
  {
    name: 'no-redelivery',
    requirement: 'webhook.at-least-once',
    summary: 'A delivery that was not acknowledged never comes again.',
    hooks: {
      settled: decision => (decision.againAfterMs === undefined ? undefined : { ...decision, againAfterMs: undefined }),
    },
  },
];
