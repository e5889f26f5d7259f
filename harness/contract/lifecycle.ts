/** An optional field of the simulate call, which belongs to one event (4.3). */
interface EventField {
  /** Its name in the call's body. */
  readonly wire: 'received_amount' | 'received_network';
  /** Its name in a recorded step. */
  readonly step: 'receivedAmount' | 'receivedNetwork';
  /** The requirement that the event accepts it. */
  readonly requirement: string;
  /** The event with it, in the words of a fact: `deposit_detected of another amount`. */
  readonly inWords: string;
}

/** The properties of one simulate event (4.3) that judgement needs. */
interface EventMeaning {
  /** The requirement that the event can be simulated and sends its webhook (4.3, meaning of each event). */
  readonly requirement: string;
  /** Whether the event leads to disbursement, or ends the order without it (States and transitions). */
  readonly path: 'happy' | 'failure';
  /** Whether it leads to the credit signal, `disbursement.completed` (Events). Default: no. */
  readonly credits?: true;
  /** Matches event types and states that name this outcome. Default: none. */
  readonly says?: RegExp;
  /** The optional field that only this event takes. */
  readonly field?: EventField;
}

const TABLE = {
  deposit_detected: {
    requirement: 'simulate.deposit-detected',
    path: 'happy',
    field: {
      wire: 'received_amount',
      step: 'receivedAmount',
      requirement: 'simulate.received-amount',
      inWords: 'of another amount',
    },
  },
  deposit_confirmed: { requirement: 'simulate.deposit-confirmed', path: 'happy' },
  disburse: { requirement: 'simulate.disburse', path: 'happy', credits: true },
  wrong_chain: {
    requirement: 'simulate.wrong-chain',
    path: 'failure',
    field: {
      wire: 'received_network',
      step: 'receivedNetwork',
      requirement: 'simulate.received-network',
      inWords: 'on a named network',
    },
  },
  // `quote.expiring` and `order.expires_soon` announce what has not happened.
  expire: { requirement: 'simulate.expire', path: 'failure', says: /expir(?!ing|es)/i },
  fail: { requirement: 'simulate.fail', path: 'failure', says: /fail/i },
} as const satisfies { readonly [event: string]: EventMeaning };

/** An event that the simulate endpoint accepts (4.3). */
export type SimulateEvent = keyof typeof TABLE;

/**
 * The lifecycle of a collection order according to the specification: the properties of each simulate event. The rows
 * are in the order of the specification; those of the happy path are in order of time.
 */
export const LIFECYCLE: { readonly [E in SimulateEvent]: EventMeaning } = TABLE;

/** The simulate events, in the order of the specification's table. */
export const SIMULATE_EVENTS = Object.keys(TABLE) as readonly SimulateEvent[];

/** The steps of the collection happy path, in order (States and transitions). */
export const HAPPY_PATH = SIMULATE_EVENTS.filter(event => LIFECYCLE[event].path === 'happy');

/** The steps that end an order without a disbursement. */
export const FAILURES = SIMULATE_EVENTS.filter(event => LIFECYCLE[event].path === 'failure');

/** The requirements of all events. */
export const EVENT_REQUIREMENTS = SIMULATE_EVENTS.map(event => LIFECYCLE[event].requirement);

/** The optional fields of the simulate call, each with the only event that accepts it. */
export const EVENT_FIELDS = SIMULATE_EVENTS.flatMap(event => {
  const { field } = LIFECYCLE[event];
  return field ? [{ event, ...field }] : [];
});

/** Whether a value is one of the simulate events. */
export function isSimulateEvent(value: unknown): value is SimulateEvent {
  return SIMULATE_EVENTS.some(event => event === value);
}

/** Whether the name of an event type says that the order failed or expired. Only such a step may have caused it. */
export function saysFailure(type: string): boolean {
  return FAILURES.some(event => LIFECYCLE[event].says?.test(type));
}

/** Whether a text is an event that leads to the credit signal, `disbursement.completed`. */
export function leadsToCredit(event: string): boolean {
  return isSimulateEvent(event) && LIFECYCLE[event].credits === true;
}
