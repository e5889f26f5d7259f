import { readCondition } from '../core/condition.ts';
import { LIFECYCLE } from '../core/lifecycle.ts';
import type { Move } from './explain.ts';
import { asksForCredit, failedCalls, type Trace } from './trace.ts';

/** The requirements that a defect breaks, and whether it is advice. */
export interface Broken {
  /** The first is the one that the finding is about. */
  readonly requirements: readonly string[];
  readonly isAdvice: boolean;
}

const DELIVERED = ['event.completed-delivered', 'collection.credit-signal'];
const EARLY = ['event.completed-not-before-disburse', 'collection.credit-signal'];
const ON_FAILURE = 'event.completed-never-on-failure';

/** What a defect breaks. */
export function brokenBy(trace: Trace, move: Move): Broken {
  if (move.defect === 'odd' || move.defect === 'thoughRefused')
    return { requirements: ['event.every-step'], isAdvice: true };
  return { requirements: requirementsOf(trace, move), isAdvice: false };
}

function requirementsOf(trace: Trace, { defect, call, event, lacks }: Move): readonly string[] {
  const own = ['event.every-step', ...(call?.asks ? [LIFECYCLE[call.asks].requirement] : [])];
  const hasFailed = failedCalls(trace).some(({ at }) => at <= (event?.at ?? 0));
  switch (defect) {
    case 'lost':
      if (lacks === 'webhook') return own;
      return lacks === 'credit' ? DELIVERED : [...DELIVERED, ...own];
    case 'misdirected':
      return ['simulate.own-order', ...(event?.isCredit || lacks === 'credit' || lacks === 'both' ? DELIVERED : own)];
    case 'wrongType':
      return own;
    case 'mistake': {
      const { requirement = 'simulate.event-required' } = readCondition(call?.exchange.condition) ?? {};
      return [requirement, ...(event?.isCredit ? EARLY : [])];
    }
    case 'keyless':
      return ['auth.header'];
    case 'creditThoughRefused':
      return [...EARLY, ...(hasFailed ? [ON_FAILURE] : [])];
    case 'credit': {
      const isAgain = trace.calls.some(
        one => asksForCredit(one) && one.verdict !== 'refused' && one.at <= (event?.at ?? 0),
      );
      if (isAgain) return ['collection.credited-once'];
      return failedCalls(trace).length > 0 ? [ON_FAILURE, ...EARLY] : EARLY;
    }
    default:
      return [];
  }
}
