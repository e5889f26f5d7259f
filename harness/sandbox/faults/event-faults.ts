import { COMPLETED } from '../../core/dialect.ts';
import type { SimulateEvent } from '../../core/lifecycle.ts';
import type { EventDraft } from '../events/event-draft.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { dashed, mapMembers } from './edits.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';

const FAILURES = EVENTS.filter(event => LIFECYCLE[event].path === 'failure');

/** Faults of which events are sent, about which order, and under which id (Events). */
export const EVENT_FAULTS: Faults = {
  ...Object.fromEntries(
    FAILURES.map((event): [string, Fault] => [
      `completed-after-${dashed(event)}`,
      {
        requirement: 'event.completed-never-on-failure',
        summary: `${COMPLETED} is sent after ${event}.`,
        hooks: alsoCompleted(event),
        alsoIntermittent: event === 'fail',
      },
    ]),
  ),
  'completed-at-creation': {
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent when an order is created.`,
    hooks: alsoCompleted(undefined),
  },
  'completed-at-detection': {
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent when a deposit is detected.`,
    hooks: alsoCompleted('deposit_detected'),
  },
  'completed-at-confirmation': {
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent when a deposit is confirmed.`,
    hooks: alsoCompleted('deposit_confirmed'),
    alsoIntermittent: true,
  },
  'completed-for-unknown-order': {
    requirement: 'event.completed-not-before-disburse',
    summary: `${COMPLETED} is sent for an order that does not exist, although the step is refused.`,
    hooks: {
      events: (events, { step, exists, draft }) =>
        step === 'disburse' && !exists ? [...events, draft(COMPLETED)] : undefined,
    },
  },
  'completed-missing': {
    requirement: 'event.completed-delivered',
    summary: `disburse does not cause ${COMPLETED}.`,
    hooks: {
      events: events => (events.some(isCompleted) ? events.filter(event => !isCompleted(event)) : undefined),
    },
    alsoIntermittent: true,
  },
  'completed-renamed': {
    requirement: 'event.completed-delivered',
    summary: 'disburse causes disbursement.complete instead.',
    hooks: changing(isCompleted, () => ({ type: 'disbursement.complete' })),
  },
  'completed-twice': {
    requirement: 'collection.credited-once',
    summary: `disburse causes ${COMPLETED} twice, as two events.`,
    hooks: alsoCompleted('disburse'),
    alsoIntermittent: true,
  },
  'event-of-another-order': {
    requirement: 'simulate.own-order',
    summary: 'Webhooks carry the id of another order.',
    hooks: ofAnotherOrder(() => true),
    alsoIntermittent: true,
  },
  'event-of-no-order': {
    requirement: 'simulate.own-order',
    summary: 'Webhooks carry the id of an order that does not exist.',
    hooks: changing(
      ({ orderId }) => orderId !== undefined,
      ({ orderId }) => ({ orderId: orderId?.replace(/[0-9a-z]+$/i, part => [...part].reverse().join('')) }),
    ),
  },
  'completed-of-another-order': {
    requirement: 'simulate.own-order',
    summary: `${COMPLETED} carries the id of another order.`,
    hooks: ofAnotherOrder(isCompleted),
    alsoIntermittent: true,
  },
  'event-id-missing': {
    requirement: 'event.id',
    summary: 'Webhooks carry no event id.',
    hooks: {
      eventBody: (body, { id }) => mapMembers(body, (name, value) => (value === id ? undefined : [name, value])),
      attempt: (attempt, { eventId }) => {
        const others = Object.entries(attempt.headers).filter(([, value]) => value !== eventId);
        return { ...attempt, headers: Object.fromEntries(others) };
      },
    },
  },
  'event-id-shared': {
    requirement: 'event.id',
    summary: 'All events of an order have the same id.',
    hooks: sharingId(),
  },
  'event-id-renewed-on-redelivery': {
    requirement: 'event.id-kept',
    summary: 'A redelivery has a new event id.',
    hooks: renewingId(),
    alsoIntermittent: true,
  },
  'event-id-renewed-on-redelivery-of-failures': {
    requirement: 'event.id-kept',
    summary: 'A redelivery of a failure event has a new event id.',
    hooks: renewingIdOf(FAILURES),
  },
  'event-id-shared-beside-reference': {
    requirement: 'event.id',
    summary: 'All events of an order have the same id, beside a reference that is unique per event.',
    setup: withReference(),
    hooks: sharingId(),
  },
  'event-id-renewed-beside-reference': {
    requirement: 'event.id-kept',
    summary: 'A redelivery has a new event id, beside a reference that stays.',
    setup: withReference(),
    hooks: renewingId(),
  },
};

function isCompleted({ type }: EventDraft): boolean {
  return type === COMPLETED;
}

/** Sends `disbursement.completed` after a step too; undefined is the creation of an order. */
function alsoCompleted(after: SimulateEvent | undefined): FaultHooks {
  return {
    events: (events, { step, exists, draft }) => (step === after && exists ? [...events, draft(COMPLETED)] : undefined),
  };
}

/** Changes the events for which a condition is true. */
function changing(
  condition: (event: EventDraft) => boolean,
  change: (event: EventDraft) => Partial<EventDraft>,
): FaultHooks {
  return {
    events: events =>
      events.some(condition)
        ? events.map(event => (condition(event) ? { ...event, ...change(event) } : event))
        : undefined,
  };
}

function ofAnotherOrder(condition: (event: EventDraft) => boolean): FaultHooks {
  return {
    events: (events, context) => {
      const orderId = context.otherOrderId();
      return orderId === undefined ? undefined : changing(condition, () => ({ orderId })).events?.(events, context);
    },
  };
}

function sharingId(): FaultHooks {
  return changing(
    () => true,
    ({ orderId }) => ({ id: `evt_${orderId}` }),
  );
}

function renewingId(): FaultHooks {
  return {
    attempt: ({ body, headers }, { eventId, number }) => {
      if (number === 1) return undefined;
      const renew = (text: string) => text.replaceAll(eventId, `${eventId}${number}`);
      const renewed = Object.entries(headers).map(([name, value]) => [name, renew(value)]);
      return { body: Buffer.from(renew(body.toString())), headers: Object.fromEntries(renewed) };
    },
  };
}

function renewingIdOf(steps: readonly SimulateEvent[]): FaultHooks {
  const ids = new Set<string>();
  return {
    events: (events, { step }) => {
      if (step !== undefined && steps.includes(step)) for (const { id } of events) ids.add(id);
      return undefined;
    },
    attempt: (attempt, context) => (ids.has(context.eventId) ? renewingId().attempt?.(attempt, context) : undefined),
  };
}

/** Adds a field that behaves like an event id, under another name. */
function withReference(): FaultHooks {
  return {
    eventBody: (body, { type, orderId = 'none', createdAt }) => ({
      ...body,
      reference: `ref_${type}_${createdAt}_${orderId}`,
    }),
  };
}
