import type { SimulateEvent } from '../../core/lifecycle.ts';
import type { JsonObject } from '../json/json.ts';
import { EVENTS, isEvent, LIFECYCLE, type ReceivedField } from '../lifecycle/lifecycle.ts';
import type { FaultHooks, Faults } from './fault.ts';

/** Faults of the simulate endpoint (4.3). */
export const STEP_FAULTS: Faults = {
  'deposit-detected-refused': {
    requirement: 'collection.lifecycle',
    summary: 'deposit_detected is refused for a new order.',
    hooks: refusing('deposit_detected'),
  },
  'deposit-confirmed-refused': {
    requirement: 'lifecycle.happy-path',
    summary: 'deposit_confirmed is refused after deposit_detected.',
    hooks: refusing('deposit_confirmed'),
  },
  'disburse-refused': {
    requirement: 'simulate.disburse',
    summary: 'disburse is refused after deposit_confirmed.',
    hooks: refusing('disburse'),
  },
  'wrong-chain-refused': {
    requirement: 'lifecycle.other-steps',
    summary: 'wrong_chain is refused for a new order.',
    hooks: refusing('wrong_chain'),
  },
  'simulate-without-event': {
    requirement: 'simulate.event-required',
    summary: 'A call without an event is treated as deposit_detected.',
    hooks: editing(({ event }) => (event === undefined ? { event: 'deposit_detected' } : undefined)),
  },
  'simulate-any-event': {
    requirement: 'simulate.event-values',
    summary: 'A call with an unknown event is treated as deposit_detected.',
    hooks: editing(({ event }) => (event === undefined || isEvent(event) ? undefined : { event: 'deposit_detected' })),
  },
  'received-amount-refused': {
    requirement: 'simulate.received-amount',
    summary: 'deposit_detected with received_amount is refused.',
    hooks: editing(body => (body.received_amount === undefined ? undefined : { received_amount: null })),
  },
  'received-amount-required': {
    requirement: 'simulate.optional-fields',
    summary: 'deposit_detected without received_amount is refused.',
    hooks: requiring('received_amount'),
  },
  'received-network-required': {
    requirement: 'simulate.optional-fields',
    summary: 'wrong_chain without received_network is refused.',
    hooks: requiring('received_network'),
  },
};

function refusing(step: SimulateEvent): FaultHooks {
  return {
    transition: ({ kind }, { event }) => (event === step && kind === 'allowed' ? { kind: 'illegal' } : undefined),
  };
}

/** Changes fields of the request. */
function editing(edit: (body: JsonObject) => JsonObject | undefined): FaultHooks {
  return {
    requestBody: (body, { route }) => {
      const edited = route === 'simulate' ? edit(body) : undefined;
      return edited && { ...body, ...edited };
    },
  };
}

/** Makes an optional field null, which is refused, in calls that leave it out. */
function requiring(field: ReceivedField): FaultHooks {
  const owner = EVENTS.find(event => LIFECYCLE[event].field === field);
  return editing(body => (body.event === owner && body[field] === undefined ? { [field]: null } : undefined));
}
