import { COMPLETED } from '../../core/dialect.ts';
import type { Fault } from './fault.ts';

/** Faults of which events are sent and what identifies them (Events). */
export const EVENT_FAULTS: readonly Fault[] = [
  {
    name: 'completed-after-fail',
    requirement: 'event.completed-never-on-failure',
    summary: `${COMPLETED} is sent for an order that failed.`,
    hooks: {
      drafted: (drafts, { step, draft }) => (step === 'fail' ? [...drafts, draft(COMPLETED)] : undefined),
    },
  },
];
