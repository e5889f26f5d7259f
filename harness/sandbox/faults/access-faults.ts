import type { RouteName } from '../http/call.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { failed, onReply } from './reply-hooks.ts';

/** Faults of the API key, and routes that are missing (Authentication, Endpoints). */
export const ACCESS_FAULTS: Faults = {
  'auth.enquiry-401': {
    'enquiry-accepts-wrong-key': [
      'A name enquiry is answered whatever the key.',
      accepting('enquiry', key => key !== undefined),
    ],
    'enquiry-accepts-missing-key': [
      'A name enquiry is answered without a key.',
      accepting('enquiry', key => key === undefined),
    ],
    'enquiry-refuses-with-403': [
      'A name enquiry whose key is not accepted is answered 403.',
      onReply(failed('enquiry', 401), () => ({ status: 403 })),
    ],
    'enquiry-accepts-key-in-any-case': [
      'A name enquiry accepts the key in upper case and in lower case.',
      accepting('enquiry', isSameInLowerCase),
    ],
    'enquiry-accepts-empty-key': [
      'A name enquiry is answered with an empty key.',
      accepting('enquiry', key => key === ''),
    ],
    'enquiry-accepts-lengthened-key': [
      'A name enquiry accepts any key that starts with the right one.',
      accepting('enquiry', (key = '', apiKey) => key.startsWith(apiKey)),
    ],
  },
  'auth.onramp-key': {
    'onramp-accepts-wrong-key': [
      'An onramp order is returned whatever the key.',
      accepting('onramp', key => key !== undefined),
    ],
    'onramp-accepts-missing-key': [
      'An onramp order is returned without a key.',
      accepting('onramp', key => key === undefined),
    ],
    'onramp-accepts-key-in-any-case': [
      'An onramp order is returned for the key in upper case and in lower case.',
      accepting('onramp', isSameInLowerCase),
    ],
    'onramp-accepts-truncated-key': [
      'An onramp order is returned for any key with which the right one starts.',
      accepting('onramp', (key = '', apiKey) => key !== '' && apiKey.startsWith(key)),
    ],
  },
  'auth.header': {
    'enquiry-refuses-good-key': [
      'A name enquiry is refused although its key is accepted elsewhere.',
      refusing('enquiry'),
    ],
    'onramp-refuses-good-key': [
      'Reading an onramp order is refused although the key is accepted elsewhere.',
      refusing('onramp'),
      { alsoIntermittent: true },
    ],
    'simulate-refused-with-effect': [
      'A simulated step without an accepted key is answered 401, and taken.',
      refusingTooLate(),
    ],
  },
  'enquiry.route': {
    'enquiry-route-missing': ['The path of the name enquiry is not found.', missing('enquiry')],
  },
  'onramp.route': {
    'onramp-route-missing': ['The path of onramp orders is not found.', missing('onramp')],
  },
  'simulate.route': {
    'simulate-route-missing': ['The path of simulate is not found.', missing('simulate')],
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

/** Answers simulate calls without the right key with 401 once they are done. The first one has the right key. */
function refusingTooLate(): FaultHooks {
  let known: unknown;
  return {
    keyAccepted: (right, { route }) => (route === 'simulate' && !right ? true : undefined),
    // Not where the key is checked: a dialect may leave that out here.
    requestBody: (_, { route, headers }) => {
      if (route === 'simulate') known ??= headers['x-api-key'];
      return undefined;
    },
    ...onReply(
      ({ status }, { route, headers }) =>
        route === 'simulate' && status < 400 && known !== undefined && headers['x-api-key'] !== known,
      () => ({ status: 401, body: { code: 'unauthorized', message: 'The API key is not accepted.' } }),
    ),
  };
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
