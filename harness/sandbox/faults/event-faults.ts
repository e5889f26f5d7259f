import { COMPLETED } from '../../core/dialect.ts';
import type { SimulateEvent } from '../../core/lifecycle.ts';
import type { EventDraft } from '../events/event-draft.ts';
import { EVENTS, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { dashed, mapMembers } from './edits.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import { isCompleted } from './hooks.ts';

const FAILURES = EVENTS.filter(event => LIFECYCLE[event].path === 'failure');

/** Where a redelivery keeps its signature, a changed body does not verify. */
const ALSO_UNSIGNED = { alsoBreaks: ['signature.hmac'] };

/** Faults of which events are sent, about which order, and under which id (Events). */
export const EVENT_FAULTS: Faults = {
  'event.completed-never-on-failure': Object.fromEntries(
    FAILURES.map((event): [string, Fault] => [
      `completed-after-${dashed(event)}`,
      [`${COMPLETED} is sent after ${event}.`, alsoCompleted(event), { alsoIntermittent: event === 'fail' }],
    ]),
  ),
  'event.completed-not-before-disburse': {
    'completed-at-creation': [`${COMPLETED} is sent when an order is created.`, alsoCompleted(undefined)],
    'completed-at-detection': [`${COMPLETED} is sent when a deposit is detected.`, alsoCompleted('deposit_detected')],
    'completed-at-confirmation': [
      `${COMPLETED} is sent when a deposit is confirmed.`,
      alsoCompleted('deposit_confirmed'),
      { alsoIntermittent: true },
    ],
    'completed-for-unknown-order': [
      `${COMPLETED} is sent for an order that does not exist, although the step is refused.`,
      {
        events: (events, { step, exists, draft }) =>
          step === 'disburse' && !exists ? [...events, draft(COMPLETED)] : undefined,
      },
    ],
  },
  'event.completed-delivered': {
    'completed-missing': [
      `disburse does not cause ${COMPLETED}.`,
      {
        events: events => (events.some(isCompleted) ? events.filter(event => !isCompleted(event)) : undefined),
      },
      { alsoIntermittent: true },
    ],
    'completed-renamed': [
      'disburse causes disbursement.complete instead.',
      changing(isCompleted, () => ({ type: 'disbursement.complete' })),
    ],
  },
  'collection.credited-once': {
    'completed-twice': [
      `disburse causes ${COMPLETED} twice, as two events.`,
      alsoCompleted('disburse'),
      { alsoIntermittent: true },
    ],
    'completed-again-for-slow-receiver': [
      `${COMPLETED} is sent again as another event where its receiver took over half a second to accept it.`,
      againForSlowReceiver(),
    ],
    'completed-again-on-replay': [
      `${COMPLETED} is sent again as another event where a disburse is repeated with its Idempotency-Key.`,
      againOnReplay(),
    ],
  },
  'collection.credit-signal': {
    'completed-without-order': [
      `${COMPLETED} does not name its order.`,
      {
        eventBody: (body, draft) =>
          isCompleted(draft)
            ? mapMembers(body, (name, value) => (value === draft.orderId ? undefined : [name, value]))
            : undefined,
      },
      { breaks: ({ orderId }) => typeof orderId === 'string' && orderId.startsWith('/') },
    ],
  },
  'simulate.own-order': {
    'event-of-another-order': [
      'Webhooks carry the id of another order.',
      ofAnotherOrder(() => true),
      { alsoIntermittent: true },
    ],
    'event-of-no-order': [
      'Webhooks carry the id of an order that does not exist.',
      changing(
        ({ orderId }) => orderId !== undefined,
        ({ orderId }) => ({ orderId: orderId?.replace(/[0-9a-z]+$/i, part => [...part].reverse().join('')) }),
      ),
      // Without a prefix, the id may be another name of the same order.
      { breaks: ({ formats, orderId }) => formats.ids === 'prefixed' && typeof orderId === 'string' },
    ],
    'order-id-cut-short': [
      'Webhooks carry the id of their order without its last character.',
      changing(
        ({ orderId }) => orderId !== undefined,
        ({ orderId }) => ({ orderId: orderId?.slice(0, -1) }),
      ),
      { breaks: ({ orderId }) => typeof orderId === 'string' },
    ],
    'completed-of-another-order': [
      `${COMPLETED} carries the id of another order.`,
      ofAnotherOrder(isCompleted),
      {
        alsoIntermittent: true,
        // One order gets a credit that is not due, and another misses its own.
        alsoBreaks: [
          'event.completed-delivered',
          'event.completed-never-on-failure',
          'event.completed-not-before-disburse',
          'collection.credited-once',
        ],
      },
    ],
  },
  'event.id': {
    'redelivery-with-another-amount': [
      'A redelivery or a duplicate has other amounts than the first delivery, under its event id.',
      withOtherAmounts(),
    ],
    'redelivery-without-order': [
      'A redelivery or a duplicate does not name its order.',
      changingRedeliveries((text, order) => text.replaceAll(order, '0')),
      {
        alsoBreaks: ['webhook.at-least-once'],
        breaks: ({ orderId }) => typeof orderId === 'string' && orderId.startsWith('/'),
      },
    ],
    'redelivery-of-another-order': [
      'A redelivery names the order of another event that was delivered before.',
      changingRedeliveries(toAnother()),
      {
        alsoBreaks: ['webhook.at-least-once', 'simulate.own-order'],
        breaks: ({ orderId }) => typeof orderId === 'string' && orderId.startsWith('/'),
      },
    ],
    'event-id-missing': [
      'Webhooks carry no event id.',
      {
        eventBody: (body, { id }) => mapMembers(body, (name, value) => (value === id ? undefined : [name, value])),
        attempt: (attempt, { eventId }) => {
          const others = Object.entries(attempt.headers).filter(([, value]) => value !== eventId);
          return { ...attempt, headers: Object.fromEntries(others) };
        },
      },
    ],
    'event-id-shared': ['All events of an order have the same id.', sharingId()],
    'event-id-shared-beside-reference': [
      'All events of an order have the same id, beside a reference that is unique per event.',
      sharingId(),
      { setup: withReference() },
    ],
  },
  'event.id-kept': {
    'event-id-renewed-on-redelivery': [
      'A redelivery has a new event id.',
      renewingId(),
      { alsoIntermittent: true, ...ALSO_UNSIGNED },
    ],
    'event-id-renewed-on-redelivery-of-failures': [
      'A redelivery of a failure event has a new event id.',
      renewingIdOf(FAILURES),
      ALSO_UNSIGNED,
    ],
    'event-id-renewed-beside-reference': [
      'A redelivery has a new event id, beside a reference that stays.',
      renewingId(),
      { setup: withReference(), ...ALSO_UNSIGNED },
    ],
  },
};

/** Sends `disbursement.completed` after a step that sends webhooks too; undefined is the creation of an order. */
function alsoCompleted(after: SimulateEvent | undefined): FaultHooks {
  return {
    events: (events, { step, exists, draft }) =>
      step === after && exists && (step === undefined || events.length > 0) ? [...events, draft(COMPLETED)] : undefined,
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

/** The time in milliseconds after which a receiver is taken for one that did not answer. */
const SLOW_MS = 500;

function againForSlowReceiver(): FaultHooks {
  const credits = new Set<string>();
  return {
    events: events => {
      for (const { id } of events.filter(isCompleted)) credits.add(id);
      return undefined;
    },
    retry: (decision, { eventId }) =>
      decision.afterMs === undefined &&
      decision.outcome.kind === 'answered' &&
      decision.outcome.tookMs > SLOW_MS &&
      credits.delete(eventId)
        ? { ...decision, againAs: `${eventId}r` }
        : undefined,
  };
}

function againOnReplay(): FaultHooks {
  const keys = new Set<unknown>();
  let isReplay = false;
  return {
    requestBody: (_, { headers }) => {
      isReplay = keys.has(headers['idempotency-key']);
      keys.add(headers['idempotency-key']);
      return undefined;
    },
    events: (events, { step, exists, draft }) =>
      isReplay && step === 'disburse' && exists ? [...events, draft(COMPLETED)] : undefined,
  };
}

/** Puts a digit before every amount of an event that was sent before. */
function withOtherAmounts(): FaultHooks {
  return changingRedeliveries(text => text.replaceAll(/(?<=amount"\s*:\s*")(?=\d)/g, '9'));
}

/** Changes the bodies of all deliveries of an event but the first. */
function changingRedeliveries(change: (text: string, order: string) => string): FaultHooks {
  const sent = new Set<string>();
  return {
    attempt: ({ body, headers }, { eventId, orderId = '' }) => {
      if (sent.has(eventId)) return { headers, body: Buffer.from(change(body.toString(), orderId)) };
      sent.add(eventId);
      return undefined;
    },
  };
}

/** Writes the order of an earlier redelivery, where it was another order, in place of the own one. */
function toAnother(): (text: string, order: string) => string {
  let last: string | undefined;
  let before: string | undefined;
  return (text, order) => {
    if (order !== last) [before, last] = [last, order];
    return before === undefined ? text : text.replaceAll(order, before);
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
