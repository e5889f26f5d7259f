import type { RouteName } from '../http/call.ts';
import type { Fault, FaultHooks } from './fault.ts';

/** Faults of who is let through, and of routes that are not there (Authentication, Endpoints). */
export const ACCESS_FAULTS: readonly Fault[] = [
  {
    name: 'enquiry-accepts-wrong-key',
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry is answered whatever the key.',
    hooks: deciding('enquiry', (right, key) => (!right && key !== undefined ? true : undefined)),
  },
  {
    name: 'enquiry-accepts-missing-key',
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry is answered without a key.',
    hooks: deciding('enquiry', (_, key) => (key === undefined ? true : undefined)),
  },
  {
    name: 'enquiry-refuses-with-403',
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry whose key is not accepted is answered 403.',
    hooks: {
      replied: (reply, { route }) =>
        route === 'enquiry' && reply.status === 401 ? { ...reply, status: 403 } : undefined,
    },
  },
  {
    name: 'onramp-accepts-wrong-key',
    requirement: 'auth.onramp-key',
    summary: 'An onramp order is returned whatever the key.',
    hooks: deciding('onramp', (right, key) => (!right && key !== undefined ? true : undefined)),
  },
  {
    name: 'onramp-accepts-missing-key',
    requirement: 'auth.onramp-key',
    summary: 'An onramp order is returned without a key.',
    hooks: deciding('onramp', (_, key) => (key === undefined ? true : undefined)),
  },
  {
    name: 'enquiry-accepts-key-in-any-case',
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry takes the key in upper case and in lower case for the key.',
    hooks: deciding('enquiry', (_, key, apiKey) => isLike(key, apiKey)),
  },
  {
    name: 'onramp-accepts-key-in-any-case',
    requirement: 'auth.onramp-key',
    summary: 'Reading an onramp order takes the key in upper case and in lower case for the key.',
    hooks: deciding('onramp', (_, key, apiKey) => isLike(key, apiKey)),
  },
  {
    name: 'enquiry-accepts-empty-key',
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry is answered where the key is empty.',
    hooks: deciding('enquiry', (_, key) => (key === '' ? true : undefined)),
  },
  {
    name: 'enquiry-accepts-lengthened-key',
    requirement: 'auth.enquiry-401',
    summary: 'A name enquiry is answered where the key begins as the accepted one does, and has more behind it.',
    hooks: deciding('enquiry', (_, key, apiKey) =>
      typeof key === 'string' && key.startsWith(apiKey) ? true : undefined,
    ),
  },
  {
    name: 'onramp-accepts-truncated-key',
    requirement: 'auth.onramp-key',
    summary: 'An onramp order is returned where the key only begins as the accepted one does.',
    hooks: deciding('onramp', (_, key, apiKey) =>
      typeof key === 'string' && key !== '' && apiKey.startsWith(key) ? true : undefined,
    ),
  },
  {
    name: 'enquiry-refuses-good-key',
    requirement: 'auth.header',
    summary: 'A name enquiry is refused although its key is accepted elsewhere.',
    hooks: deciding('enquiry', right => (right ? false : undefined)),
  },
  {
    name: 'onramp-refuses-good-key',
    requirement: 'auth.header',
    summary: 'Reading an onramp order is refused although the key is accepted elsewhere.',
    hooks: deciding('onramp', right => (right ? false : undefined)),
    listedIntermittent: true,
  },
  {
    name: 'enquiry-route-missing',
    requirement: 'enquiry.route',
    summary: 'There is nothing at the path of the name enquiry.',
    hooks: absent('enquiry'),
  },
  {
    name: 'onramp-route-missing',
    requirement: 'onramp.route',
    summary: 'There is nothing at the path of onramp orders.',
    hooks: absent('onramp'),
  },
  {
    name: 'simulate-route-missing',
    requirement: 'simulate.route',
    summary: 'There is nothing at the path of simulate.',
    hooks: absent('simulate'),
  },
];

function deciding(
  route: RouteName,
  decide: (right: boolean, key: string | string[] | undefined, apiKey: string) => boolean | undefined,
): FaultHooks {
  return {
    authorised: (right, call) =>
      call.route === route ? decide(right, call.headers['x-api-key'], call.apiKey) : undefined,
  };
}

/** Whether a key differs from the accepted one in its case alone. */
function isLike(key: string | string[] | undefined, apiKey: string): true | undefined {
  return typeof key === 'string' && key.toLowerCase() === apiKey.toLowerCase() ? true : undefined;
}

function absent(route: RouteName): FaultHooks {
  return {
    authorised: (_, call) => (call.route === route ? false : undefined),
    replied: (reply, call) =>
      call.route === route
        ? { ...reply, status: 404, body: { code: 'not_found', message: 'There is nothing at this path.' } }
        : undefined,
  };
}
