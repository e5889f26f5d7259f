import type { RouteName } from '../http/call.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { failed, onReply } from './reply-hooks.ts';

/** Faults of the API key, and routes that are missing (Authentication, Endpoints). */
export const ACCESS_FAULTS: Faults = {
  'enquiry-accepts-wrong-key': {
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry is answered whatever the key.',
    hooks: accepting('enquiry', key => key !== undefined),
  },
  'enquiry-accepts-missing-key': {
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry is answered without a key.',
    hooks: accepting('enquiry', key => key === undefined),
  },
  'enquiry-refuses-with-403': {
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry whose key is not accepted is answered 403.',
    hooks: onReply(failed('enquiry', 401), () => ({ status: 403 })),
  },
  'onramp-accepts-wrong-key': {
    requirement: 'auth.onramp-key',
    summary: 'An onramp order is returned whatever the key.',
    hooks: accepting('onramp', key => key !== undefined),
  },
  'onramp-accepts-missing-key': {
    requirement: 'auth.onramp-key',
    summary: 'An onramp order is returned without a key.',
    hooks: accepting('onramp', key => key === undefined),
  },
  'enquiry-accepts-key-in-any-case': {
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry accepts the key in upper case and in lower case.',
    hooks: accepting('enquiry', isSameInLowerCase),
  },
  'onramp-accepts-key-in-any-case': {
    requirement: 'auth.onramp-key',
    summary: 'An onramp order is returned for the key in upper case and in lower case.',
    hooks: accepting('onramp', isSameInLowerCase),
  },
  'enquiry-accepts-empty-key': {
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry is answered with an empty key.',
    hooks: accepting('enquiry', key => key === ''),
  },
  'enquiry-accepts-lengthened-key': {
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry accepts any key that starts with the right one.',
    hooks: accepting('enquiry', (key = '', apiKey) => key.startsWith(apiKey)),
  },
  'onramp-accepts-truncated-key': {
    requirement: 'auth.onramp-key',
    summary: 'An onramp order is returned for any key with which the right one starts.',
    hooks: accepting('onramp', (key = '', apiKey) => key !== '' && apiKey.startsWith(key)),
  },
  'enquiry-refuses-good-key': {
    requirement: 'auth.header',
    summary: 'A name enquiry is refused although its key is accepted elsewhere.',
    hooks: refusing('enquiry'),
  },
  'onramp-refuses-good-key': {
    requirement: 'auth.header',
    summary: 'Reading an onramp order is refused although the key is accepted elsewhere.',
    hooks: refusing('onramp'),
    alsoIntermittent: true,
  },
  'enquiry-route-missing': {
    requirement: 'enquiry.route',
    summary: 'The path of the name enquiry is not found.',
    hooks: missing('enquiry'),
  },
  'onramp-route-missing': {
    requirement: 'onramp.route',
    summary: 'The path of onramp orders is not found.',
    hooks: missing('onramp'),
  },
  'simulate-route-missing': {
    requirement: 'simulate.route',
    summary: 'The path of simulate is not found.',
    hooks: missing('simulate'),
  },
};

/** Accepts wrong keys for which a condition is true. */
function accepting(route: RouteName, accepts: (key: string | undefined, apiKey: string) => boolean): FaultHooks {
  return {
    keyAccepted: (right, { apiKey, headers, ...call }) =>
      call.route === route && !right && accepts(headers['x-api-key']?.toString(), apiKey) ? true : undefined,
  };
}

function refusing(route: RouteName): FaultHooks {
  return { keyAccepted: (right, call) => (call.route === route && right ? false : undefined) };
}

function isSameInLowerCase(key: string | undefined, apiKey: string): boolean {
  return key?.toLowerCase() === apiKey.toLowerCase();
}

function missing(route: RouteName): FaultHooks {
  const body = { code: 'not_found', message: 'This path does not exist.' };
  return {
    keyAccepted: (_, call) => (call.route === route ? false : undefined),
    ...onReply(
      (_, call) => call.route === route,
      () => ({ status: 404, body }),
    ),
  };
}
