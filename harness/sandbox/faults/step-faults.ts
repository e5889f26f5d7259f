import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import type { Json, JsonObject } from '../json.ts';
import {
  EVENTS,
  isEvent,
  LIFECYCLE,
  ORDER_STATES,
  type OrderState,
  type ReceivedField,
} from '../lifecycle/lifecycle.ts';
import { type Fault, type FaultHooks, type FaultOptions, type Faults, faultsOf } from './fault.ts';
import { alsoCrediting, change, dashed, type Edit, everywhere, onBody, onOk, onReply } from './hooks.ts';

const STATES = Object.keys(ORDER_STATES) as readonly OrderState[];

/** Statuses that refuse a step as if the order did not exist or were elsewhere. */
const REFUSALS = { unknown: 404, gone: 410, moved: 303 } as const;

/**
 * Faults of the simulate endpoint (4.3), and of single transitions: each event in each state sends an undue credit,
 * whether or not the order moves. A `disburse` is also refused, because a credit after an accepted one may be intended
 * (Events).
 */
export const STEP_FAULTS: Faults = {
  'collection.lifecycle': {
    'deposit-detected-refused': ['deposit_detected is refused for a new order.', ...refusing('deposit_detected')],
  },
  'lifecycle.happy-path': {
    'deposit-confirmed-refused': [
      'deposit_confirmed is refused after deposit_detected.',
      ...refusing('deposit_confirmed'),
    ],
    'confirmation-refused-though-taken': [
      'Every sixth deposit_confirmed is taken, and answered 409, as a second attempt would be.',
      refusingWhatItTook(),
    ],
    'refused-step-moves-order': ['A step that is not due is refused, and moves its order.', moving('illegal')],
    'repeated-step-moves-order-back': [
      'A repeated step is accepted, and moves its order back.',
      moving('repeated'),
      { breaks: ({ statuses }) => Number(statuses.illegalStep) >= 400 },
    ],
  },
  'simulate.disburse': {
    'disburse-refused': ['disburse is refused after deposit_confirmed.', ...refusing('disburse')],
  },
  'lifecycle.other-steps': {
    'wrong-chain-refused': ['wrong_chain is refused for a new order.', ...refusing('wrong_chain')],
  },
  'event.every-step': {
    'simulate-refuses-and-takes-other-ids': [
      'A step of an order whose id has .json after it is answered 404, and taken.',
      {
        path: path => (SUFFIX.test(path) ? path.replace(SUFFIX, '/simulate') : undefined),
        ...onReply(
          ({ status }, { path }) => SUFFIX.test(path) && status < 300,
          () => ({ status: 404, body: { code: 'not_found', message: 'No collection order has this id.' } }),
        ),
      },
      { advises: true },
    ],
  },
  'simulate.event-required': {
    'simulate-without-event': [
      'A call without an event is treated as deposit_detected.',
      editing(({ event }) => (event === undefined ? { event: 'deposit_detected' } : undefined)),
    ],
  },
  'simulate.event-values': {
    'simulate-any-event': [
      'A call with an unknown event is treated as deposit_detected.',
      editing(({ event }) => (event === undefined || isEvent(event) ? undefined : { event: 'deposit_detected' })),
    ],
  },
  'simulate.received-amount': {
    'received-amount-refused': ['deposit_detected with received_amount is refused.', refusingField('received_amount')],
    'received-amount-ignored': [
      'received_amount is not read: the order received what is due.',
      withoutAmount(() => true),
      { alsoIntermittent: true },
    ],
    'larger-amount-ignored': [
      'A received_amount that is larger than is due is not read.',
      withoutAmount(amount => amount > LARGE),
    ],
    'received-amount-shown-as-due': [
      'received_amount is shown as the amount that is due.',
      showingOwn('received_amount', 'amount'),
    ],
  },
  'simulate.received-network': {
    'received-network-shown-as-own': [
      "received_network is shown as the order's own network.",
      showingOwn('received_network', 'network'),
    ],
    'received-network-renamed': [
      'received_network is shown under another name.',
      showing(change('received_network', () => 'other_chain')),
      { advises: true },
    ],
    'received-network-of-another-order': [
      'An order shows the received_network of the order before it.',
      { ...onOk('simulate', fromBefore('received_network')), eventBody: everywhere(fromBefore('received_network')) },
    ],
    'received-network-refused': ['wrong_chain with received_network is refused.', refusingField('received_network')],
  },
  'simulate.optional-fields': {
    'received-amount-required': ['deposit_detected without received_amount is refused.', requiring('received_amount')],
    'received-network-required': ['wrong_chain without received_network is refused.', requiring('received_network')],
  },
  'collection.credit-signal': {
    ...crediting(STATES.filter(state => !isPaid(state))),
    ...faultsOf(REFUSALS, (words, status) => [
      `credit-by-disburse-refused-as-${words}`,
      [
        `A disburse that is not due is answered ${status}, and ${COMPLETED} is sent nevertheless.`,
        creditingThoughRefused(status),
      ],
    ]),
  },
  'collection.credited-once': crediting(STATES.filter(isPaid)),
};

function refusingWhatItTook(): FaultHooks {
  const body = { code: 'illegal_step', message: 'The order is already deposit_confirmed.' };
  let taken = 0;
  let isDue = false;
  return {
    events(_, { step }) {
      isDue = step === 'deposit_confirmed' && ++taken % 6 === 0;
      return undefined;
    },
    reply(reply, { route }) {
      const isOwn = isDue && route === 'simulate';
      isDue &&= !isOwn;
      return isOwn && reply.status < 400 ? { ...reply, status: 409, body } : undefined;
    },
  };
}

/** The end of the path of a step whose order id has a suffix. */
const SUFFIX = /\.json\/simulate$/;

/** Shows one field of an order under another name, in webhooks and in answers. */
function showingOwn(field: ReceivedField, own: string): FaultHooks {
  return showing(body => change(field, body[own] ?? '')(body));
}

/** Shows the previous value of a field. */
function fromBefore(field: ReceivedField): Edit {
  let before: Json | undefined;
  return body => {
    const own = body[field];
    if (own === undefined) return undefined;
    const shown = before ?? own;
    before = own;
    return { ...body, [field]: shown };
  };
}

/** Edits the order in answers and webhooks. */
function showing(edit: Edit): FaultHooks {
  return { ...onOk('simulate', edit), eventBody: everywhere(edit) };
}

/** More than any order of the sandbox is due. */
const LARGE = 9_000;

/** Omits received_amount if it meets a condition. */
function withoutAmount(isLeftOut: (amount: number) => boolean): FaultHooks {
  return onBody('simulate', ({ received_amount: amount, ...rest }) =>
    typeof amount === 'string' && isLeftOut(Number(amount)) ? rest : undefined,
  );
}

/** Refuses a step. If the dialect answers refused steps with success, its webhook or the credit is missing. */
function refusing(step: SimulateEvent): readonly [FaultHooks, FaultOptions] {
  const hooks: FaultHooks = {
    transition: ({ kind }, { event }) => (event === step && kind === 'allowed' ? { kind: 'illegal' } : undefined),
  };
  const onWayToCredit = LIFECYCLE[step].path === 'happy';
  return [
    hooks,
    {
      alsoBreaks: ['event.completed-delivered', 'event.every-step'],
      breaks: ({ statuses }) => onWayToCredit || statuses.illegalStep !== 'fires',
    },
  ];
}

function editing(edit: (body: JsonObject) => JsonObject | undefined): FaultHooks {
  return onBody('simulate', body => {
    const edited = edit(body);
    return edited && { ...body, ...edited };
  });
}

/** Makes an optional field null, so that the call is refused. */
function refusingField(field: ReceivedField): FaultHooks {
  return editing(body => (body[field] === undefined ? undefined : { [field]: null }));
}

/** Sets a missing optional field to null, so that the call is refused. */
function requiring(field: ReceivedField): FaultHooks {
  const owner = EVENTS.find(event => LIFECYCLE[event].field === field);
  return editing(body => (body.event === owner && body[field] === undefined ? { [field]: null } : undefined));
}

/** Moves an order by a step that is not due: an illegal one, which is refused, or a repeated one, which is accepted. */
function moving(by: 'illegal' | 'repeated'): FaultHooks {
  let hasMoved = false;
  return {
    transition: ({ kind }, { event }) => {
      hasMoved = kind === by;
      return hasMoved ? { kind: 'allowed', to: LIFECYCLE[event].to } : undefined;
    },
    events: () => (hasMoved ? [] : undefined),
    ...(by === 'illegal' &&
      onReply(
        ({ status }, { route }) => route === 'simulate' && status < 400 && hasMoved,
        () => ({ status: 409, body: { code: 'invalid_state', message: 'The step is not allowed.' } }),
      )),
  };
}

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
    ...alsoCrediting(({ step, from, exists }) => step === 'disburse' && exists && isEarly(from)),
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

/** The faults of an undue credit by each event in each of these states. */
function crediting(states: readonly OrderState[]): Faults[string] {
  return Object.fromEntries(states.flatMap(state => EVENTS.flatMap(event => creditingIn(state, event))));
}

function creditingIn(state: OrderState, event: SimulateEvent): readonly [string, Fault][] {
  const { credits, from } = LIFECYCLE[event];
  if (credits && from.includes(state)) return [];
  const summary = credits
    ? `${event} is refused for an order that is ${state}, and ${COMPLETED} is sent nevertheless.`
    : `${COMPLETED} is sent when ${event} is simulated for an order that is ${state}.`;
  const fault: Fault = [
    summary,
    alsoCrediting(context => context.exists && context.step === event && context.from === state),
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
