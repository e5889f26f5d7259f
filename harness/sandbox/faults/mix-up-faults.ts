import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { EventDraft } from '../events/compose-event.ts';
import { INITIAL_STATE, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import { dashed, isCompleted } from './hooks.ts';

/** Every how many events a mix-up happens. The first events are correct, because the dialect is learned from them. */
const EVERY = 9;

const DISBURSED = LIFECYCLE.disburse.to;

/** Faults in which webhooks of several steps or orders interfere with each other (Events). */
export const MIX_UP_FAULTS: Faults = {
  'event.every-step': {
    'event-lost-behind-another': [
      'The webhooks of a step are lost while an earlier one of the order is not yet acknowledged.',
      { events: (events, { hasPending }) => (events.length > 0 && hasPending() ? [] : undefined) },
    ],
    'no-event-for-later-failure': [
      'An order that fails after its deposit was seen sends no webhook.',
      {
        events: (events, { step, from }) =>
          step === 'fail' && from !== INITIAL_STATE && events.length > 0 ? [] : undefined,
      },
      // If illegal steps are accepted, nothing shows that the order failed: such a step may send nothing.
      { breaks: ({ statuses }) => typeof statuses.illegalStep === 'number' },
    ],
    ...Object.fromEntries((['deposit_confirmed', 'disburse'] as const).map(silentAfterMismatch)),
    'event-type-of-another-step': [
      'One time in nine, a webhook has the type of the step before, and its own type does not come.',
      withTypeOfAnother(),
    ],
    'event-of-expire-for-fail': [
      'Every other order that fails sends the webhook of one that expires.',
      everyOtherAs('fail', 'expire'),
      { breaks: ({ eventTypes: { fail, expire } }) => `${fail}` !== `${expire}` },
    ],
  },
  'event.completed-never-on-failure': {
    'failed-beside-completed': [
      'disburse sends the webhook of fail too.',
      alsoSending('fail', isCompleted),
      { alsoIntermittent: true, breaks: ({ eventTypes: { fail } }) => /fail/i.test(`${fail}`) },
    ],
    'expired-beside-completed': [
      'disburse sends the webhook of expire too.',
      alsoSending('expire', isCompleted),
      { breaks: ({ eventTypes: { expire } }) => /expire/i.test(`${expire}`) },
    ],
    'failed-though-refused': [
      'fail is refused for an order that is disbursed, and its webhook is sent nevertheless.',
      {
        events: (events, { step, from, exists, draft, typesOf }) =>
          step === 'fail' && from === DISBURSED && exists ? [...events, ...typesOf(step).map(draft)] : undefined,
      },
      {
        setup: {
          transition: (_, { order, event }) =>
            event === 'fail' && order.state === DISBURSED ? { kind: 'refused' } : undefined,
        },
        breaks: ({ eventTypes: { fail }, statuses: { illegalStep } }) =>
          /fail/i.test(`${fail}`) && typeof illegalStep === 'number' && illegalStep >= 400,
      },
    ],
  },
  'simulate.own-order': {
    'events-swapped-between-orders': [
      'One time in nine, webhooks of two orders for different steps each carry the id of the other.',
      swapped(),
      { breaks: ({ eventTypes, orderId }) => Object.values(eventTypes).some(types => isNamedAlone(types, orderId)) },
    ],
    'event-also-of-another-order': [
      'One time in nine, deposit_detected also sends its webhook about an order that took no step.',
      alsoAboutNext('deposit_detected', EVERY),
      { breaks: ({ eventTypes, orderId }) => isNamedAlone(eventTypes.deposit_detected, orderId) },
    ],
    'expiry-also-of-another-order': [
      'One time in two, expire also sends its webhook about an order that took no step.',
      alsoAboutNext('expire', 2),
      { breaks: ({ eventTypes, orderId }) => isNamedAlone(eventTypes.expire, orderId) },
    ],
    'simulate-finds-order-by-prefix': [
      'A simulate call whose order id is cut short acts on an order that begins with it.',
      findingByPrefix(),
    ],
  },
};

function silentAfterMismatch(silent: SimulateEvent): [string, Fault] {
  return [
    `no-event-for-${dashed(silent)}-after-mismatch`,
    [
      `${silent} is accepted for an order that received another amount than was due, and sends no webhook.`,
      {
        events: (events, { step }) =>
          step === silent && events.some(({ data }) => isMismatch(data.amount_mismatch)) ? [] : undefined,
      },
      {
        alsoBreaks: [`simulate.${dashed(silent)}`],
        breaks: ({ collection: { receivedLess, receivedMore }, statuses: { illegalStep } }) =>
          [receivedLess, receivedMore].includes('proceeds') && typeof illegalStep === 'number',
      },
    ],
  ];
}

function isMismatch(mismatch: unknown): boolean {
  return mismatch === 'less' || mismatch === 'more';
}

function withTypeOfAnother(): FaultHooks {
  let count = 0;
  let last: EventDraft | undefined;
  return {
    events: events => {
      const [first] = events;
      if (first === undefined || events.some(isCompleted)) return undefined;
      const other = last;
      last = first;
      if (other === undefined || other.type === first.type || ++count % EVERY !== 0) return undefined;
      return [{ ...first, type: other.type }];
    },
  };
}

/** Also sends the last webhook of a step with the events that meet a condition. */
function alsoSending(sent: SimulateEvent, condition: (event: EventDraft) => boolean): FaultHooks {
  return {
    events: (events, { draft, typesOf }) =>
      events.some(condition) ? [...events, ...typesOf(sent).slice(-1).map(draft)] : undefined,
  };
}

function everyOtherAs(mistaken: SimulateEvent, meant: SimulateEvent): FaultHooks {
  /** Whether an order that took the step gets the wrong webhook, by its id. A repeated step has the same answer. */
  const isWrong = new Map<string | undefined, boolean>();
  return {
    events: ([first, ...others], { step, typesOf }) => {
      const [type] = typesOf(meant);
      if (first === undefined || others.length > 0 || step !== mistaken || type === undefined) return undefined;
      const wrong = isWrong.get(first.orderId) ?? isWrong.size % 2 === 0;
      isWrong.set(first.orderId, wrong);
      return wrong ? [{ ...first, type }] : undefined;
    },
  };
}

/** Whether a step sends exactly one webhook, which names its order. */
function isNamedAlone(types: string | readonly string[], orderId: SandboxDialect['orderId']): boolean {
  const [type, ...others] = [types].flat();
  if (type === undefined || type === COMPLETED || others.length > 0) return false;
  return typeof orderId === 'string' || Object.hasOwn(orderId, type);
}

function swapped(): FaultHooks {
  let count = 0;
  let held: EventDraft | undefined;
  return {
    events: events => {
      const [first, ...others] = events;
      if (first === undefined || others.length > 0 || isCompleted(first)) return undefined;
      if (held !== undefined && held.orderId !== first.orderId && held.type !== first.type) {
        const other = held;
        held = undefined;
        return [
          { ...first, orderId: other.orderId },
          { ...other, orderId: first.orderId },
        ];
      }
      if (held !== undefined || ++count % EVERY !== 0) return undefined;
      held = first;
      return [];
    },
  };
}

function alsoAboutNext(of: SimulateEvent, every: number): FaultHooks {
  let count = 0;
  const seen = new Set<string | undefined>();
  return {
    events: (events, { step, draft, otherOrders }) => {
      const [first] = events;
      if (first === undefined || step === undefined) return undefined;
      seen.add(first.orderId);
      if (step !== of || ++count % every !== 0) return undefined;
      const orderId = otherOrders().find(id => !seen.has(id));
      seen.add(orderId);
      return orderId === undefined ? undefined : [...events, { ...draft(first.type), orderId }];
    },
  };
}

/** Finds a known order by a prefix of its id. */
function findingByPrefix(): FaultHooks {
  const known = new Set<string>();
  return {
    path: path => {
      const [, before, asked = '', after] = /^(\/sandbox\/collection-orders\/)([^/]+)(\/simulate)$/.exec(path) ?? [];
      const found = [...known].find(id => id !== asked && asked.length > id.length / 2 && id.startsWith(asked));
      if (found === undefined && asked !== '') known.add(asked);
      return found === undefined ? undefined : `${before}${found}${after}`;
    },
  };
}
