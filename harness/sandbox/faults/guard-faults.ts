import type { Call } from '../http/call.ts';
import type { JsonObject } from '../json/json.ts';
import type { Fault, FaultHooks, Faults } from './fault.ts';
import { onReply } from './reply-hooks.ts';

/** The routes that require the key, with the requirement that says so. */
const GUARDED = [
  ['enquiry', 'auth.enquiry-401', 'A name enquiry'],
  ['onramp', 'auth.onramp-key', 'Reading an onramp order'],
] as const;

/** Paths that a router takes for the documented one and a guard does not: the documented one, made of such a path. */
const ALIASES: { readonly [words: string]: (path: string) => string } = {
  'in-upper-case': path => path.replace(/^\/V1\//, '/v1/'),
  'with-trailing-slash': path => path.replace(/\/$/, ''),
  'with-doubled-slash': path => path.replaceAll(/\/{2,}/g, '/'),
  'with-dot-segment': path => path.replaceAll(/\/(\.|%2e)(?=\/)/gi, ''),
  'through-parent': path => path.replaceAll(/\/[^/]+\/(\.|%2e){2}(?=\/)/gi, ''),
};

/** Keys that a loose comparison takes for the right one. */
const LOOSE: { readonly [words: string]: (key: string, apiKey: string) => boolean } = {
  'prefixed-key': (key, apiKey) => key.endsWith(apiKey),
  'key-between-spaces': (key, apiKey) => key.trim() === apiKey,
};

/** Faults of a guard that looks at less than the whole call, or after the answer was made (Authentication). */
export const GUARD_FAULTS: Faults = Object.fromEntries(
  GUARDED.map(([route, requirement, what]): [string, Faults[string]] => [
    requirement,
    {
      ...each(ALIASES, (words, of): [string, Fault] => [
        `${route}-open-${words}`,
        [`${what} needs no key where its path is written ${words.replaceAll('-', ' ')}.`, behind(route, of)],
      ]),
      ...each(LOOSE, (words, accepts): [string, Fault] => [
        `${route}-accepts-${words}`,
        [
          `${what} accepts a ${words.replaceAll('-', ' ')}.`,
          opening(route, ({ headers, apiKey }) => accepts(keyIn(headers), apiKey)),
        ],
      ]),
      [`${route}-refused-with-its-data`]: [
        `${what} without the key is answered 401 with all of the data.`,
        leaking(route),
      ],
      [`${route}-kept-for-anybody`]: [
        `${what} is answered from what the last call with the key was answered.`,
        keeping(route),
      ],
    },
  ]),
);

function each<T>(table: { readonly [words: string]: T }, toFault: (words: string, value: T) => [string, Fault]) {
  return Object.fromEntries(Object.entries(table).map(([words, value]) => toFault(words, value)));
}

function keyIn(headers: Call['headers']): string {
  return headers['x-api-key']?.toString() ?? '';
}

/** Accepts calls without the right key for which a condition is true. */
function opening(route: string, accepts: (call: Call & { readonly apiKey: string }) => boolean): FaultHooks {
  return { keyAccepted: (right, call) => (call.route === route && !right && accepts(call) ? true : undefined) };
}

/** Finds a route under other paths too, and guards only the documented one. */
function behind(route: string, documented: (path: string) => string): FaultHooks {
  const isOther = (path: string) => documented(path) !== path;
  return {
    path: path => (isOther(path) ? documented(path) : undefined),
    ...opening(route, ({ path }) => isOther(path)),
  };
}

/** Answers refused calls with the status of a refusal, and with the data besides. */
function leaking(route: string): FaultHooks {
  const refused = new WeakSet<Call['headers']>();
  return {
    keyAccepted: (right, call) => {
      if (right || call.route !== route) return undefined;
      refused.add(call.headers);
      return true;
    },
    ...onReply(
      ({ status }, { headers }) => refused.has(headers) && status === 200,
      ({ body }) => ({
        status: 401,
        body: { ...(body as JsonObject), code: 'unauthorized', error: 'No.', message: 'No.', status: false },
      }),
    ),
  };
}

/** Keeps an answer to a call with the key for the next same call: by its Idempotency-Key, or else by its path. */
function keeping(route: string): FaultHooks {
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
