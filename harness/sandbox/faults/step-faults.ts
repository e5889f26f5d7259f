import type { SimulateEvent } from '../../core/lifecycle.ts';
import type { JsonObject } from '../json/json.ts';
import { EVENTS, isEvent, LIFECYCLE, type ReceivedField } from '../lifecycle/lifecycle.ts';
import type { Fault, FaultHooks } from './fault.ts';

/** Faults of the simulate endpoint (4.3). */
export const STEP_FAULTS: readonly Fault[] = [
  {
    name: 'deposit-detected-refused',
    requirement: 'collection.lifecycle',
    summary: 'deposit_detected is refused for a fresh order.',
    hooks: refused('deposit_detected'),
  },
  {
    name: 'deposit-confirmed-refused',
    requirement: 'lifecycle.happy-path',
    summary: 'deposit_confirmed is refused after deposit_detected.',
    hooks: refused('deposit_confirmed'),
  },
  {
    name: 'disburse-refused',
    requirement: 'simulate.disburse',
    summary: 'disburse is refused after deposit_confirmed.',
    hooks: refused('disburse'),
  },
  {
    name: 'wrong-chain-refused',
    requirement: 'lifecycle.other-steps',
    summary: 'wrong_chain is refused for a fresh order.',
    hooks: refused('wrong_chain'),
  },
  {
    name: 'simulate-without-event',
    requirement: 'simulate.event-required',
    summary: 'A call without an event is taken for deposit_detected.',
    hooks: asking(body => (body.event === undefined ? { event: 'deposit_detected' } : undefined)),
  },
  {
    name: 'simulate-any-event',
    requirement: 'simulate.event-values',
    summary: 'A call with an event that is not one of the six is taken for deposit_detected.',
    hooks: asking(({ event }) => (event === undefined || isEvent(event) ? undefined : { event: 'deposit_detected' })),
  },
  {
    name: 'received-amount-refused',
    requirement: 'simulate.received-amount',
    summary: 'deposit_detected with received_amount is refused.',
    hooks: asking(body => (body.received_amount === undefined ? undefined : { received_amount: null })),
  },
  {
    name: 'received-amount-required',
    requirement: 'simulate.optional-fields',
    summary: 'deposit_detected without received_amount is refused.',
    hooks: requiring('received_amount'),
  },
  {
    name: 'received-network-required',
    requirement: 'simulate.optional-fields',
    summary: 'wrong_chain without received_network is refused.',
    hooks: requiring('received_network'),
  },
];

function refused(step: SimulateEvent): FaultHooks {
  return {
    transition: ({ kind }, { event }) => (event === step && kind === 'allowed' ? { kind: 'illegal' } : undefined),
  };
}

function asking(edit: (body: JsonObject) => JsonObject | undefined): FaultHooks {
  return {
    asked: (body, { route }) => {
      const edited = route === 'simulate' ? edit(body) : undefined;
      return edited === undefined ? undefined : { ...body, ...edited };
    },
  };
}

/** Refuses a call without an optional field, where its event allows the field. */
function requiring(field: ReceivedField): FaultHooks {
  const owner = EVENTS.find(event => LIFECYCLE[event].field === field);
  return asking(body => (body.event === owner && body[field] === undefined ? { [field]: null } : undefined));
}
