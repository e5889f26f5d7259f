import { COMPLETED } from '../../evidence/dialect.ts';
import type { Call } from '../http/call.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isEvent, LIFECYCLE } from '../lifecycle/lifecycle.ts';
import { type FaultHooks, type Faults, faultsOf } from './fault.ts';
import { lenient, onBody, onText } from './hooks.ts';

type Reading = (value: Json | undefined) => Json | undefined;

const ofText =
  (read: (text: string) => string): Reading =>
  value =>
    typeof value === 'string' ? read(value) : undefined;

/** Ways to read any of the six events from a text that names it otherwise, which a service may do. */
const SPELLINGS = {
  'in-upper-case': ofText(text => text.toLowerCase()),
  padded: ofText(text => text.trim()),
};

/** Ways to read an event of several words from a text that names none. */
const TEXTS = {
  dashed: ofText(text => text.replaceAll('-', '_')),
  'in-camel-case': ofText(text => text.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)),
};

/** Ways to read any of the six events from a value that is none of them. */
const VALUES: { readonly [words: string]: Reading } = {
  'in-an-array': value => (Array.isArray(value) ? value[0] : undefined),
  'in-an-object': value => (isJsonObject(value) ? value.event : undefined),
};

const ofWebhook: Reading = value => (value === COMPLETED ? 'disburse' : undefined);

/** The same, and ways to read an event of several words, or one from nothing that holds any. */
const READINGS: { readonly [words: string]: Reading } = {
  ...VALUES,
  ...TEXTS,
  'as-null': value => (value === null ? 'deposit_detected' : undefined),
  'as-empty-text': value => (value === '' ? 'deposit_detected' : undefined),
  'as-a-number': value => (typeof value === 'number' ? 'deposit_detected' : undefined),
};

const plain = (words: string) => words.replaceAll('-', ' ');

/** Faults of taking for an event what is none, and of what is done then: readings × treatment (4.3, event). */
export const LAX_EVENT_FAULTS: Faults = {
  'simulate.event-values': {
    ...faultsOf(READINGS, (words, reading) => [
      `simulate-takes-event-${words}`,
      [`An event ${plain(words)} is simulated.`, taking(reading)],
    ]),
    ...faultsOf({ ...VALUES, 'by-the-name-of-its-webhook': ofWebhook }, (words, reading) => [
      `disburse-taken-${words}`,
      [`An event ${plain(words)} is simulated where it means disburse.`, taking(onlyCredits(reading))],
    ]),
    ...faultsOf({ ...SPELLINGS, ...TEXTS }, (words, reading) => [
      `simulate-refuses-and-takes-event-${words}`,
      [`An event ${plain(words)} is answered 400, and simulated.`, refusing(taking(reading))],
    ]),
    ...faultsOf(TEXTS, (words, reading) => [
      `simulate-takes-event-${words}-silently`,
      [`An event ${plain(words)} moves its order without a webhook.`, silencing(taking(reading))],
    ]),
  },
  'simulate.event-required': faultsOf(lenient('{"event":"deposit_detected"}'), (words, read) => [
    `simulate-takes-${words}`,
    [`A simulate call is taken for deposit_detected whose body is ${plain(words)}.`, onText('simulate', read)],
  ]),
};

function onlyCredits(reading: Reading): Reading {
  return value => {
    const event = reading(value);
    return isEvent(event) && LIFECYCLE[event].credits ? event : undefined;
  };
}

/** Replaces an event that is none of the six by what a reading makes of it. */
function taking(reading: Reading): FaultHooks {
  return onBody('simulate', body => {
    if (body.event === undefined || isEvent(body.event)) return undefined;
    const event = reading(body.event);
    return isEvent(event) ? { ...body, event } : undefined;
  });
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
