import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { EventDraft } from '../events/compose-event.ts';
import type { Json } from '../json.ts';
import { FAILURES, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import { alsoCrediting, changing, dashed, isCompleted, mapMembers, namesOrderInBody } from './hooks.ts';

/** Adds the customer of the order to its webhooks. Each order has a customer of its own. */
const WITH_CUSTOMER: FaultHooks = {
  eventBody: (body, { orderId }) =>
    orderId === undefined ? undefined : { ...body, customer: [...orderId].reverse().join('') },
};

/** Faults in which events are sent, and about which orders (Events). */
export const EVENT_FAULTS: Faults = {
  'event.completed-never-on-failure': {
    ...Object.fromEntries(
      FAILURES.map((event): [string, Fault] => [
        `completed-after-${dashed(event)}`,
        [`${COMPLETED} is sent after ${event}.`, alsoCompleted(event), { alsoIntermittent: event === 'fail' }],
      ]),
    ),
    'completed-after-wrong-chain-on-polygon': [
      `${COMPLETED} is sent after wrong_chain where the deposit arrived on polygon.`,
      alsoCrediting(
        ({ step }, events) => step === 'wrong_chain' && events.some(({ data }) => data.received_network === 'polygon'),
      ),
    ],
  },
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
      alsoCrediting(({ step, exists }) => step === 'disburse' && !exists),
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
    'completed-for-each-at-once': [
      `Of two disburses at once, each finds its order not yet disbursed, and sends ${COMPLETED}.`,
      checkedThenSet(),
      { breaks: ({ lenience }) => !lenience.creditsAgain },
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
      { breaks: namesOrderInBody },
    ],
    'completed-of-another-customer': [
      `${COMPLETED} of one order in four names the customer of another one.`,
      {
        eventBody: (body, draft) => (isCompleted(draft) && isOneInFour(draft) ? { ...body, customer: '1' } : undefined),
      },
      { setup: WITH_CUSTOMER, advises: true },
    ],
    'completed-of-customer-before': [
      `${COMPLETED} of one order in four names the customer of the order that was credited before.`,
      ofCustomerBefore(),
      { setup: WITH_CUSTOMER },
    ],
    'completed-says-failed': [
      `${COMPLETED} of one order in four names the state of an order that failed.`,
      withStateOf('fail', 'disburse'),
      { breaks: hasStates },
    ],
    'completed-order-cut-in-half': [
      `${COMPLETED} carries the first half of its order's id.`,
      changing(isCompleted, ({ orderId = '' }) => ({ orderId: orderId.slice(0, Math.ceil(orderId.length / 2)) })),
      // Half of a shorter id may be anything.
      { breaks: dialect => namesOrder(dialect) && dialect.formats.ids !== 'numeric' },
    ],
  },
  'event.every-step': {
    'detection-says-disbursed': [
      'The first webhook of one order in four names the state of an order that was disbursed.',
      withStateOf('disburse', 'deposit_detected'),
      { breaks: hasStates, advises: true },
    ],
    'detection-sent-twice': [
      'The webhook of a detected deposit is sent twice, as two events, for one order in four.',
      {
        events: (events, { step, draft }) =>
          step === 'deposit_detected' && events.some(isOneInFour)
            ? [...events, ...events.map(({ type }) => draft(type))]
            : undefined,
      },
      { breaks: namesOrder, advises: true, alsoBreaks: ['event.id-kept'] },
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
      changing(({ orderId }) => orderId !== undefined, reversed),
      // Without a prefix, the id may be another name of the same order.
      { breaks: dialect => namesOrder(dialect) && dialect.formats.ids === 'prefixed' },
    ],
    'completed-of-no-order': [
      `${COMPLETED} carries the id of an order that does not exist.`,
      changing(isCompleted, reversed),
      { breaks: namesOrder, alsoBreaks: ['event.completed-delivered'] },
    ],
    'order-id-cut-short': [
      'Webhooks carry the id of their order without its last character.',
      changing(
        ({ orderId }) => orderId !== undefined,
        ({ orderId }) => ({ orderId: orderId?.slice(0, -1) }),
      ),
      { breaks: namesOrder },
    ],
    'order-id-padded': [
      `Webhooks except ${COMPLETED} carry the id of their order with spaces after it, for one order in four.`,
      changing(
        draft => isOneInFour(draft) && !isCompleted(draft),
        ({ orderId }) => ({ orderId: `${orderId}  ` }),
      ),
      { breaks: namesOrderInBody, advises: true },
    ],
    'completed-of-another-order': [
      `${COMPLETED} carries the id of another order.`,
      ofAnotherOrder(isCompleted),
      {
        alsoIntermittent: true,
        // One order gets an undue credit, and another misses its own.
        alsoBreaks: [
          'event.completed-delivered',
          'event.completed-never-on-failure',
          'event.completed-not-before-disburse',
          'collection.credited-once',
        ],
      },
    ],
  },
};

/** Gives the events of a step, for one order in four, the state of the order that took another step last. */
function withStateOf(ending: SimulateEvent, wrong: SimulateEvent): FaultHooks {
  let status: Json | undefined;
  return {
    events: (events, { step }) => {
      if (step === ending) status = events.at(-1)?.data.status ?? status;
      if (status === undefined || step !== wrong || !events.some(isOneInFour)) return undefined;
      return events.map(event => ({ ...event, data: { ...event.data, status: status ?? null } }));
    },
  };
}

/** Whether every webhook names the state of its order. */
function hasStates({ webhook: { bodies } }: Pick<SandboxDialect, 'webhook'>): boolean {
  return Object.keys(bodies).length === 0;
}

function ofCustomerBefore(): FaultHooks {
  let before: Json | undefined;
  return {
    eventBody: (body, draft) => {
      if (!isCompleted(draft)) return undefined;
      const customer = before;
      before = body.customer;
      return customer !== undefined && isOneInFour(draft) ? { ...body, customer } : undefined;
    },
  };
}

/** Whether every webhook names its order, at one location. */
function namesOrder({ orderId }: Pick<SandboxDialect, 'orderId'>): boolean {
  return typeof orderId === 'string';
}

/** Also sends `disbursement.completed` after a step with webhooks; `undefined` stands for the creation of an order. */
function alsoCompleted(after: SimulateEvent | undefined): FaultHooks {
  return alsoCrediting(
    ({ step, exists }, events) => step === after && exists && (step === undefined || events.length > 0),
  );
}

function isOneInFour({ orderId = '' }: EventDraft): boolean {
  return (orderId.codePointAt(orderId.length - 1) ?? 0) % 4 === 0;
}

function reversed({ orderId }: EventDraft): Partial<EventDraft> {
  return { orderId: orderId?.replace(/[0-9a-z]+$/i, part => [...part].reverse().join('')) };
}

function ofAnotherOrder(condition: (event: EventDraft) => boolean): FaultHooks {
  return {
    events: (events, context) => {
      const orderId = context.otherOrders().at(-1);
      return orderId === undefined ? undefined : changing(condition, () => ({ orderId })).events?.(events, context);
    },
  };
}

/** The time after which a receiver counts as silent, in milliseconds. */
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

/** Checks the state of an order at its disbursement, but sets it only when its webhook was answered. */
function checkedThenSet(): FaultHooks {
  const unset = new Set<string | undefined>();
  return {
    retry: (_, { orderId }) => {
      unset.delete(orderId);
      return undefined;
    },
    transition: ({ kind }, { order: { id }, event }) => {
      const { credits, to } = LIFECYCLE[event];
      if (credits && kind === 'allowed') unset.add(id);
      return credits && kind === 'repeated' && unset.has(id) ? { kind: 'allowed', to } : undefined;
    },
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
    ...alsoCrediting(({ step, exists }) => isReplay && step === 'disburse' && exists),
  };
}
