import type { Call, RouteName } from '../http/call.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type FaultHooks, type Faults, faultsOf } from './fault.ts';
import { failed, onReply } from './hooks.ts';

/** The routes that require the API key, each with its requirement. */
const GUARDED = [
  ['enquiry', 'auth.enquiry-401', 'A name enquiry'],
  ['onramp', 'auth.onramp-key', 'Reading an onramp order'],
] as const;

/** Wrong keys that a loose comparison accepts. */
const KEYS: { readonly [words: string]: readonly [key: string, Accepts] } = {
  'wrong-key': ['any key', key => key !== undefined],
  'missing-key': ['a call without a key', key => key === undefined],
  'empty-key': ['an empty key', key => key === ''],
  'overlong-key': ['any key of more than 64 characters', (key = '') => key.length > 64],
  'key-in-any-case': ['the key in any case', (key = '', right) => key.toLowerCase() === right.toLowerCase()],
  'lengthened-key': ['any key that starts with the right one', (key = '', right) => key.startsWith(right)],
  'truncated-key': ['any beginning of the key', (key = '', right) => key !== '' && right.startsWith(key)],
  'prefixed-key': ['any key that ends with the right one', (key = '', right) => key.endsWith(right)],
  'key-within': [
    'any key that contains the first nine characters of the right one',
    (key = '', right) => key.includes(right.slice(0, 9)),
  ],
  'key-between-spaces': ['the key between spaces', (key = '', right) => key.trim() === right],
};

/** Paths that a router maps to the documented one but a guard does not, with the mapping. */
const ALIASES: { readonly [words: string]: (path: string) => string } = {
  'in-upper-case': path => path.replace(/^\/V1\//, '/v1/'),
  'with-trailing-slash': path => path.replace(/\/$/, ''),
  'with-doubled-slash': path => path.replaceAll(/\/{2,}/g, '/'),
  'with-dot-segment': path => path.replaceAll(/\/(\.|%2e)(?=\/)/gi, ''),
  'through-parent': path => path.replaceAll(/\/[^/]+\/(\.|%2e){2}(?=\/)/gi, ''),
  'with-encoded-letter': path => path.replaceAll(/%(4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/gi, decodeURIComponent),
  'with-format-suffix': path => path.replace(/\.json$/, ''),
  'with-path-parameter': path => path.replaceAll(/;[^/]*/g, ''),
};

/** Other places where some services look for a key, and accept any that they find. */
const ELSEWHERE: { readonly [words: string]: Accepts } = {
  'key-in-query': (_key, _apiKey, { path }) => path.includes('?api_key='),
  'bearer-token': (_key, _apiKey, { headers }) => headers.authorization !== undefined,
};

/** Faults of the API key, and routes that are missing (Authentication, Endpoints). */
export const ACCESS_FAULTS: Faults = {
  ...Object.fromEntries(
    GUARDED.map(([route, requirement, what]): [string, Faults[string]] => [
      requirement,
      {
        ...faultsOf(KEYS, (words, [key, accepts]) => [
          `${route}-accepts-${words}`,
          [
            `${what} accepts ${key}.`,
            accepting(route, accepts),
            words === 'key-between-spaces' ? { advises: true } : {},
          ],
        ]),
        ...faultsOf(ALIASES, (words, of) => [
          `${route}-open-${words}`,
          [`${what} needs no key where its path is written ${words.replaceAll('-', ' ')}.`, behind(route, of)],
        ]),
        ...faultsOf(ELSEWHERE, (words, accepts) => [
          `${route}-open-with-any-${words}`,
          [`${what} needs no key where it has any ${words.replaceAll('-', ' ')}.`, accepting(route, accepts)],
        ]),
        [`${route}-refused-with-its-data`]: [
          `${what} without the key is answered 401 with all of the data.`,
          leaking(route),
        ],
        [`${route}-kept-for-anybody`]: [
          `${what} is answered from what the last call with the key was answered.`,
          keeping(route),
        ],
        ...(route === 'enquiry' && {
          'enquiry-refuses-with-403': [
            `${what} whose key is not accepted is answered 403.`,
            onReply(failed(route, 401), () => ({ status: 403 })),
          ],
          'key-in-refusal': ['The error for a key that is not accepted names the right key.', namingKey()],
        }),
      },
    ]),
  ),
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
    'key-header-in-one-spelling': [
      'The key is accepted only where its header is written `X-API-Key`.',
      { keyAccepted: (right, { rawHeaders }) => (right && !rawHeaders.includes('X-API-Key') ? false : undefined) },
    ],
    'simulate-refused-with-effect': [
      'A simulated step without an accepted key is answered 401, and taken.',
      refusingTooLate(),
    ],
  },
  'onramp.error-responses': {
    'onramp-redirects-to-login': [
      'Reading an onramp order without an accepted key is redirected to a page for logging in.',
      onReply(failed('onramp', 401, 403), ({ headers }) => ({
        status: 302,
        headers: { ...headers, Location: '/login' },
        body: undefined,
      })),
    ],
  },
  'enquiry.route': {
    'enquiry-route-missing': ['The path of the name enquiry is not found.', missing('enquiry')],
  },
  'onramp.route': {
    'onramp-route-missing': ['The path of onramp orders is not found.', missing('onramp')],
  },
  'simulate.route': {
    'simulate-route-missing': [
      'The path of simulate is not found.',
      missing('simulate'),
      { breaks: ({ simulateNeedsKey }) => simulateNeedsKey },
    ],
  },
};

function refusing(route: RouteName): FaultHooks {
  return { keyAccepted: (right, call) => (call.route === route && right ? false : undefined) };
}

/** Writes the right key into the error of each call without it. */
function namingKey(): FaultHooks {
  let known = '';
  return {
    keyAccepted: (_, { apiKey }) => {
      known = apiKey;
      return undefined;
    },
    reply: ({ body, ...reply }) =>
      reply.status === 401 && isJsonObject(body)
        ? { ...reply, body: { ...body, hint: `The key is not ${known}.` } }
        : undefined,
  };
}

/** Answers simulate calls without the right key with 401, but after their effect. The first call has the right key. */
function refusingTooLate(): FaultHooks {
  let known: string | undefined;
  return {
    ...accepting('simulate', () => true),
    // Not in `keyAccepted`: a dialect may skip that check for simulate.
    requestBody: (_, call) => {
      if (call.route === 'simulate') known ??= keyIn(call);
      return undefined;
    },
    ...onReply(
      ({ status }, call) => call.route === 'simulate' && status < 400 && known !== undefined && keyIn(call) !== known,
      () => ({ status: 401, body: { code: 'unauthorized', message: 'The API key is not accepted.' } }),
    ),
  };
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

/** Serves a route under other paths, too, but guards only the documented one. */
function behind(route: RouteName, documented: (path: string) => string): FaultHooks {
  const isOther = (path: string) => documented(path) !== path;
  return {
    path: path => (isOther(path) ? documented(path) : undefined),
    ...accepting(route, (_key, _apiKey, { path }) => isOther(path)),
  };
}

/** Answers refused calls with the status of a refusal and the data. */
function leaking(route: RouteName): FaultHooks {
  const refused = new WeakSet<Call['headers']>();
  return {
    ...accepting(route, (_key, _apiKey, { headers }) => refused.add(headers).has(headers)),
    ...onReply(
      ({ status }, { headers }) => refused.has(headers) && status === 200,
      ({ body }) => ({
        status: 401,
        body: { ...(body as JsonObject), code: 'unauthorized', error: 'No.', message: 'No.', status: false },
      }),
    ),
  };
}

/** Keeps the answer to an authorised call for the next one with the same Idempotency-Key, or else the same path. */
function keeping(route: RouteName): FaultHooks {
  const kept = new Set<string>();
  return {
    keyAccepted: (right, { route: called, path, headers }) => {
      if (called !== route) return undefined;
      const name = headers['idempotency-key']?.toString() ?? path;
      if (right) kept.add(name);
      return !right && kept.delete(name) ? true : undefined;
    },
  };
}

/** Whether a call without the right key is accepted. */
type Accepts = (key: string | undefined, apiKey: string, call: Call) => boolean;

/** Accepts those calls of a route without the right key that meet a condition. */
function accepting(route: RouteName, accepts: Accepts): FaultHooks {
  return {
    keyAccepted: (right, { apiKey, ...call }) =>
      call.route === route && !right && accepts(keyIn(call), apiKey, call) ? true : undefined,
  };
}

function keyIn({ headers }: Pick<Call, 'headers'>): string | undefined {
  return headers['x-api-key']?.toString();
}
