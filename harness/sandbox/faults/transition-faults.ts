import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { EVENTS, LIFECYCLE, ORDER_STATES, type OrderState } from '../lifecycle/lifecycle.ts';
import { dashed } from './edits.ts';
import { type Fault, type FaultHooks, type Faults, faultsOf } from './fault.ts';
import { onReply } from './hooks.ts';

const STATES = Object.keys(ORDER_STATES) as readonly OrderState[];

/** Statuses that refuse a step as if the order did not exist or were elsewhere. */
const REFUSALS = { unknown: 404, gone: 410, moved: 303 } as const;

/**
 * Faults of single transitions: each event in each state sends an undue credit, whether or not the order moves. A
 * `disburse` is also refused, because a credit after an accepted one may be intended (Events).
 */
export const TRANSITION_FAULTS: Faults = {
  'collection.credit-signal': {
    ...Object.fromEntries(
      STATES.filter(state => !isPaid(state)).flatMap(state => EVENTS.flatMap(event => crediting(state, event))),
    ),
    ...faultsOf(REFUSALS, (words, status) => [
      `credit-by-disburse-refused-as-${words}`,
      [
        `A disburse that is not due is answered ${status}, and ${COMPLETED} is sent nevertheless.`,
        creditingThoughRefused(status),
      ],
    ]),
  },
  'collection.credited-once': Object.fromEntries(
    STATES.filter(isPaid).flatMap(state => EVENTS.flatMap(event => crediting(state, event))),
  ),
};

/** Whether an order in a state was credited. */
function isPaid(state: OrderState): boolean {
  return EVENTS.some(event => LIFECYCLE[event].credits && LIFECYCLE[event].to === state);
}

/** Refuses a disburse unless the deposit is confirmed, and sends the credit. */
function creditingThoughRefused(status: number): FaultHooks {
  const isEarly = (from: OrderState | undefined) => from !== undefined && !isDisbursable(from);
  return {
    transition: (_, { order, event }) =>
      event === 'disburse' && isEarly(order.state) ? { kind: 'refused' } : undefined,
    events: (events, { step, from, exists, draft }) =>
      step === 'disburse' && exists && isEarly(from) ? [...events, draft(COMPLETED)] : undefined,
    ...onReply(
      (reply, { route, body }) => route === 'simulate' && body.event === 'disburse' && reply.status === 409,
      () => ({ status }),
    ),
  };
}

/** Whether an order in a state accepts a disburse, or has accepted one. */
function isDisbursable(state: OrderState): boolean {
  return [...LIFECYCLE.disburse.from, LIFECYCLE.disburse.to].includes(state);
}

/** Whether orders reach a state in a dialect. Some dialects hold no order with an amount mismatch. */
function isReached(state: OrderState, { collection: { receivedLess, receivedMore } }: SandboxDialect): boolean {
  return [receivedLess, receivedMore].includes('held') || !EVENTS.some(event => LIFECYCLE[event].heldIn === state);
}

function crediting(state: OrderState, event: SimulateEvent): readonly [string, Fault][] {
  const { credits, from } = LIFECYCLE[event];
  if (credits && from.includes(state)) return [];
  const summary = credits
    ? `${event} is refused for an order that is ${state}, and ${COMPLETED} is sent nevertheless.`
    : `${COMPLETED} is sent when ${event} is simulated for an order that is ${state}.`;
  const fault: Fault = [
    summary,
    {
      events: (events, { step, from: met, exists, draft }) =>
        exists && step === event && met === state ? [...events, draft(COMPLETED)] : undefined,
    },
    {
      ...(credits && {
        setup: {
          transition: (_, { order, event: asked }) =>
            order.state === state && asked === event ? { kind: 'refused' } : undefined,
        },
      }),
      alsoIntermittent: credits === true && isPaid(state),
      breaks: dialect => isReached(state, dialect),
    },
  ];
  return [[`credit-by-${dashed(event)}-when-${dashed(state)}`, fault]];
}
