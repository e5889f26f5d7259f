import type { Call } from '../http/call.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { isEvent, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';

/** Ways to read one of the six events from a value that is none of them. */
const READINGS: { readonly [words: string]: (value: Json | undefined) => Json | undefined } = {
  'in-upper-case': value => (typeof value === 'string' ? value.toLowerCase() : undefined),
  padded: value => (typeof value === 'string' ? value.trim() : undefined),
  dashed: value => (typeof value === 'string' ? value.replaceAll('-', '_') : undefined),
  'in-camel-case': value =>
    typeof value === 'string' ? value.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) : undefined,
  'in-an-array': value => (Array.isArray(value) ? value[0] : undefined),
  'in-an-object': value => (isJsonObject(value) ? value.event : undefined),
  'as-null': value => (value === null ? 'deposit_detected' : undefined),
  'as-empty-text': value => (value === '' ? 'deposit_detected' : undefined),
  'as-a-number': value => (typeof value === 'number' ? 'deposit_detected' : undefined),
};

/** Ways to read an object from a body that is none. */
const BODIES: { readonly [words: string]: (text: string) => string | undefined } = {
  'an-empty-body': text => (text === '' ? '{"event":"deposit_detected"}' : undefined),
  'json-cut-short': text => (text.startsWith('{') && !text.endsWith('}') ? `${text}}` : undefined),
  'an-array': text => /^\[(.*)\]$/s.exec(text)?.[1],
};

/** Faults of taking for an event what is none, and of what is done then: readings × treatment (4.3, event). */
export const LAX_EVENT_FAULTS: Faults = {
  'simulate.event-values': {
    ...faults('simulate-takes-event', 'is simulated', reading => reading),
    ...faults('disburse-taken', 'is simulated where it means disburse', reading => value => {
      const event = reading(value);
      return isEvent(event) && LIFECYCLE[event].credits ? event : undefined;
    }),
    'simulate-refuses-and-takes-event-in-upper-case': [
      'An event in upper case is answered 400, and simulated.',
      refusing(taking(READINGS['in-upper-case'])),
    ],
    'simulate-refuses-and-takes-event-padded': [
      'An event with blanks around it is answered 400, and simulated.',
      refusing(taking(READINGS.padded)),
    ],
    'simulate-takes-event-in-upper-case-silently': [
      'An event in upper case moves its order without a webhook.',
      silencing(taking(READINGS['in-upper-case'])),
    ],
    'simulate-takes-event-padded-silently': [
      'An event with blanks around it moves its order without a webhook.',
      silencing(taking(READINGS.padded)),
    ],
  },
  'simulate.event-required': Object.fromEntries(
    Object.entries(BODIES).map(([words, read]): [string, Fault] => [
      `simulate-takes-${words}`,
      [
        `A simulate call is taken for deposit_detected whose body is ${words.replaceAll('-', ' ')}.`,
        {
          requestBytes: ({ bytes, headers }, { route }) => {
            const text = route === 'simulate' ? read(bytes.toString()) : undefined;
            return text === undefined ? undefined : { headers, bytes: Buffer.from(text) };
          },
        },
      ],
    ]),
  ),
};

type Reading = (value: Json | undefined) => Json | undefined;

/** For each reading, the fault of taking what it reads. */
function faults(name: string, treatment: string, restrict: (reading: Reading) => Reading): Faults[string] {
  const rows = Object.entries(READINGS)
    // What holds no event cannot mean one in particular, and disburse is one word.
    .filter(([words]) => name === 'simulate-takes-event' || !/^(as-|dashed|in-camel)/.test(words))
    .map(([words, reading]): [string, Fault] => [
      `${name}-${words}`,
      [`An event ${words.replaceAll('-', ' ')} ${treatment}.`, taking(restrict(reading))],
    ]);
  return Object.fromEntries(rows);
}

/** Replaces an event that is none of the six by what a reading makes of it. */
function taking(reading: Reading = () => undefined): FaultHooks {
  return {
    requestBody: (body: JsonObject, { route }) => {
      if (route !== 'simulate' || body.event === undefined || isEvent(body.event)) return undefined;
      const event = reading(body.event);
      return isEvent(event) ? { ...body, event } : undefined;
    },
  };
}

/** Answers the calls that a fault changes with a refusal, although they take effect. */
function refusing(hooks: FaultHooks): FaultHooks {
  const changed = new WeakSet<Call['headers']>();
  return {
    requestBody: (body, call) => {
      const taken = hooks.requestBody?.(body, call);
      if (taken) changed.add(call.headers);
      return taken;
    },
    reply: (reply, { headers }) =>
      changed.has(headers) && reply.status < 300
        ? { ...reply, status: 400, body: { code: 'invalid_request', message: 'This is not an event.' } }
        : undefined,
  };
}

/** Sends no webhook for the calls that a fault changes. */
function silencing(hooks: FaultHooks): FaultHooks {
  // A call is handled at once, from its body to its events.
  let silent = false;
  return {
    requestBody: (body, call) => {
      const taken = hooks.requestBody?.(body, call);
      silent = taken !== undefined;
      return taken;
    },
    events: () => (silent ? [] : undefined),
  };
}
