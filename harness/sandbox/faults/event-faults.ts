import { COMPLETED } from '../../core/dialect.ts';
import type { SimulateEvent } from '../../core/lifecycle.ts';
import type { EventDraft } from '../events/event-draft.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { dashed, mapMembers } from './edits.ts';
import type { Fault, FaultHooks } from './fault.ts';

const FAILURES = EVENTS.filter(event => LIFECYCLE[event].path === 'failure');

/** Faults of which events are sent, about what, and under which id (Events). */
export const EVENT_FAULTS: readonly Fault[] = [
  ...FAILURES.map(event => ({
    name: `completed-after-${dashed(event)}`,
    requirement: 'event.completed-never-on-failure',
    summary: `${COMPLETED} is sent after ${event}.`,
    hooks: completedToo(event),
    listedIntermittent: event === 'fail',
  })),
  {
    name: 'completed-at-creation',
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent as soon as an order is made.`,
    hooks: completedToo(undefined),
  },
  {
    name: 'completed-at-detection',
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent when a deposit is detected.`,
    hooks: completedToo('deposit_detected'),
  },
  {
    name: 'completed-at-confirmation',
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent when a deposit is confirmed.`,
    hooks: completedToo('deposit_confirmed'),
    listedIntermittent: true,
  },
  {
    name: 'completed-for-unknown-order',
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent for an order that does not exist, although the step is refused.`,
    hooks: {
      drafted: (drafts, { step, exists, draft }) =>
        step === 'disburse' && !exists ? [...drafts, draft(COMPLETED)] : undefined,
    },
  },
  {
    name: 'completed-missing',
    requirement: 'event.completed-delivered',
    summary: `disburse does not cause ${COMPLETED}.`,
    hooks: {
      drafted: drafts => (drafts.some(isCompleted) ? drafts.filter(draft => !isCompleted(draft)) : undefined),
    },
    listedIntermittent: true,
  },
  {
    name: 'completed-renamed',
    requirement: 'event.completed-delivered',
    summary: 'disburse causes disbursement.complete instead.',
    hooks: redrafting(draft => (isCompleted(draft) ? { type: 'disbursement.complete' } : undefined)),
  },
  {
    name: 'completed-twice',
    requirement: 'collection.credited-once',
    summary: `disburse causes ${COMPLETED} twice, as two events.`,
    hooks: completedToo('disburse'),
    listedIntermittent: true,
  },
  {
    name: 'event-of-another-order',
    requirement: 'simulate.own-order',
    summary: 'Webhooks name another order than the one that took the step.',
    hooks: ofAnotherOrder(() => true),
    listedIntermittent: true,
  },
  {
    name: 'event-of-no-order',
    requirement: 'simulate.own-order',
    summary: 'Webhooks name an order that nobody made.',
    hooks: {
      drafted: drafts => drafts.map(draft => (draft.orderId ? { ...draft, orderId: reversed(draft.orderId) } : draft)),
    },
  },
  {
    name: 'completed-of-another-order',
    requirement: 'simulate.own-order',
    summary: `${COMPLETED} names another order than the one that was disbursed.`,
    hooks: ofAnotherOrder(isCompleted),
    listedIntermittent: true,
  },
  {
    name: 'event-id-missing',
    requirement: 'event.id',
    summary: 'Webhooks carry no event id.',
    hooks: {
      composed: (body, { id }) => mapMembers(body, (name, value) => (value === id ? undefined : [name, value])),
      attempted: (attempt, { eventId }) => {
        const others = Object.entries(attempt.headers).filter(([, value]) => value !== eventId);
        return { ...attempt, headers: Object.fromEntries(others) };
      },
    },
  },
  {
    name: 'event-id-shared',
    requirement: 'event.id',
    summary: 'All events of an order share one id.',
    hooks: redrafting(({ orderId }) => ({ id: `evt_${orderId}` })),
  },
  {
    name: 'event-id-renewed-on-redelivery',
    requirement: 'event.id-kept',
    summary: 'A redelivery carries another id than the delivery that it repeats.',
    hooks: renewedOnRedelivery(),
    listedIntermittent: true,
  },
  {
    name: 'event-id-renewed-on-redelivery-of-failures',
    requirement: 'event.id-kept',
    summary: 'A redelivery of what tells of a failure carries another id than the delivery that it repeats.',
    hooks: renewedAfter(FAILURES),
  },
  {
    name: 'event-id-shared-beside-reference',
    requirement: 'event.id',
    summary: 'All events of an order share one id, beside a reference that each has of its own.',
    groundwork: referring(),
    hooks: redrafting(({ orderId }) => ({ id: `evt_${orderId}` })),
  },
  {
    name: 'event-id-renewed-beside-reference',
    requirement: 'event.id-kept',
    summary: 'A redelivery carries another id than the delivery that it repeats, beside a reference that stays.',
    groundwork: referring(),
    hooks: renewedOnRedelivery(),
  },
];

function isCompleted({ type }: EventDraft): boolean {
  return type === COMPLETED;
}

function renewedOnRedelivery(): FaultHooks {
  return {
    attempted: ({ body, headers }, { eventId, number }) => {
      if (number === 1) return undefined;
      const renew = (text: string) => text.replaceAll(eventId, `${eventId}${number}`);
      const renewed = Object.entries(headers).map(([name, value]) => [name, renew(value)]);
      return { body: Buffer.from(renew(body.toString())), headers: Object.fromEntries(renewed) };
    },
  };
}

function renewedAfter(steps: readonly SimulateEvent[]): FaultHooks {
  const concerned = new Set<string>();
  const { attempted } = renewedOnRedelivery();
  return {
    drafted: (drafts, { step }) => {
      if (step !== undefined && steps.includes(step)) for (const { id } of drafts) concerned.add(id);
      return undefined;
    },
    attempted: (attempt, context) => (concerned.has(context.eventId) ? attempted?.(attempt, context) : undefined),
  };
}

/** A value that behaves as an event id should, under a name that does not say so. */
function referring(): FaultHooks {
  return {
    composed: (body, { type, orderId = 'none', createdAt }) => ({
      ...body,
      reference: `ref_${type}_${createdAt}_${orderId}`,
    }),
  };
}

function completedToo(when: SimulateEvent | undefined): FaultHooks {
  return {
    drafted: (drafts, { step, exists, draft }) => (step === when && exists ? [...drafts, draft(COMPLETED)] : undefined),
  };
}

function redrafting(edit: (draft: EventDraft) => Partial<EventDraft> | undefined): FaultHooks {
  return {
    drafted: drafts => {
      const edits = drafts.map(edit);
      return edits.every(made => made === undefined)
        ? undefined
        : drafts.map((draft, n) => ({ ...draft, ...edits[n] }));
    },
  };
}

/** An id with its last part the other way round. */
function reversed(id: string): string {
  return id.replace(/[0-9a-z]+$/i, part => [...part].reverse().join(''));
}

function ofAnotherOrder(which: (draft: EventDraft) => boolean): FaultHooks {
  return {
    drafted: (drafts, { otherOrderId }) => {
      const orderId = otherOrderId();
      if (orderId === undefined || !drafts.some(which)) return undefined;
      return drafts.map(draft => (which(draft) ? { ...draft, orderId } : draft));
    },
  };
}
