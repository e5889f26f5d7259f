import { beforeAll, expect, test } from 'vitest';
import { type Json, jsonOf } from '../base/json.ts';
import type { Evidence, Exchange, Headers } from '../evidence/evidence.ts';
import { bodyOf } from '../testing/evidence.ts';
import { performRun } from '../testing/perform-run.ts';
import { simulated } from '../testing/simulated-service.ts';
import { endOfUnrecognised, isRecognised } from './recognition.ts';

/** A run against the embedded sandbox. Tests change copies of it. */
let sound: Evidence;
beforeAll(async () => {
  sound = await simulated(world => performRun({ world }));
});

type Response = NonNullable<Exchange['response']>;

/** The run with every answer changed and without deliveries, as a remote target might have answered. */
function answering(change: (response: Response, exchange: Exchange) => Partial<Response>): Evidence {
  return {
    ...sound,
    run: { ...sound.run, target: { kind: 'remote', url: 'http://127.0.0.1:1' } },
    deliveries: [],
    exchanges: sound.exchanges.map(exchange =>
      exchange.response === undefined
        ? exchange
        : { ...exchange, response: { ...exchange.response, ...change(exchange.response, exchange) } },
    ),
  };
}

const HTML = bodyOf('<!doctype html><title>Welcome</title>', true);
const json = (value: Json) => ({ body: bodyOf(value) });
const NOT_FOUND = { status: 404, ...json({ code: 'not_found', message: 'no' }) };
const isStep = ({ operation }: Exchange) => operation === 'simulateCollectionOrder';
const asText = ([name, value]: Headers[number]) => [name, /^content-type$/i.test(name) ? 'text/plain' : value] as const;
const bodyIn = (response: Response): Json => jsonOf(response.body)?.value ?? null;

function camelCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(camelCase);
  if (typeof value !== 'object' || value === null) return value;
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camel(name), camelCase(inner)]));
}

const errorOf = ({ operation }: Exchange) =>
  operation === 'resolveBankAccount' ? { code: 'c', error: 'e', status: false } : { code: 'c', message: 'm' };

test.each<[string, (response: Response, exchange: Exchange) => Partial<Response>]>([
  ['no rule at all', () => ({})],
  ['every status is 401', (_, exchange) => ({ status: 401, ...json(errorOf(exchange)) })],
  ['every status is 500', (_, exchange) => ({ status: 500, ...json(errorOf(exchange)) })],
  ['every field is camelCase', response => json(camelCase(bodyIn(response)))],
  ['every body is wrapped', response => json({ result: bodyIn(response) })],
  ['every body of resolve and order is HTML', (_, exchange) => (isStep(exchange) ? {} : { body: HTML })],
  [
    'every request-id is missing',
    ({ headers }) => ({ headers: headers.filter(([name]) => !/^request-id$/i.test(name)) }),
  ],
  ['every answer has another content type', ({ headers }) => ({ headers: headers.map(asText) })],
  ['neither route of the service is there', (_, exchange) => (isStep(exchange) ? {} : NOT_FOUND)],
  ['no order is ever found', (_, { operation }) => (operation === 'getOnrampOrder' ? NOT_FOUND : {})],
  ['every simulate call is refused', (_, exchange) => (isStep(exchange) ? { status: 404, body: HTML } : {})],
])('A service that breaks one rule everywhere is recognised: %s', (_, change) => {
  expect(isRecognised(answering(change))).toBe(true);
  expect(endOfUnrecognised(answering(change))).toBeUndefined();
});

test('A service whose bodies are all HTML is recognised if its webhooks verify', () => {
  const html = answering(() => ({ body: HTML }));
  expect(isRecognised(html)).toBe(false);
  expect(isRecognised({ ...html, deliveries: sound.deliveries })).toBe(true);
  const unsigned = sound.deliveries.map(delivery => ({ ...delivery, signatures: [] }));
  expect(isRecognised({ ...html, deliveries: unsigned })).toBe(false);
});

test.each<[string, (response: Response, exchange: Exchange) => Partial<Response>]>([
  ['404 with a JSON error on every route', () => NOT_FOUND],
  ['405 on every route', () => ({ status: 405, ...json({ code: 'method_not_allowed', message: 'no' }) })],
  ['HTML with 200 on every route', () => ({ status: 200, body: HTML })],
  ['an empty 200 on every route', () => ({ status: 200, body: bodyOf(undefined) })],
  ['the 502 of a proxy', () => ({ status: 502, ...json({ code: 'bad_gateway', message: 'no' }) })],
  ['an echo of the request', (_, { request }) => ({ status: 200, ...json({ url: request.url }) })],
])('A server that answers nothing as documented is not recognised: %s', (_, change) => {
  expect(isRecognised(answering(change))).toBe(false);
});

test('A server that answers nothing as documented is not recognised', () => {
  const { exchanges, ...rest } = answering(() => ({}));
  expect(isRecognised({ ...rest, exchanges: [] })).toBeUndefined();
  expect(isRecognised({ ...rest, exchanges: exchanges.map(({ response: _, ...sent }) => sent) })).toBeUndefined();
});

const foreign = () => answering(() => ({ status: 404, body: HTML, headers: [['Server', 'nginx']] }));

test('A run that did not recognise its target says what answered and which setting to check', () => {
  expect(endOfUnrecognised(foreign())).toMatchObject({
    reason: 'unreachable',
    code: 'not-the-service',
    received: expect.stringMatching(/is answered with 404, no content type from nginx: .*Welcome/),
    next: expect.stringMatching(/SANDBOX_URL.*BASE_URL/),
  });
});

test.each(['interrupted', 'broken', 'unreachable'] as const)(
  'A run that did not recognise its target leaves a run alone that was %s',
  reason => {
    expect(endOfUnrecognised({ ...foreign(), end: { at: 1, reason } })).toBeUndefined();
  },
);

test('A run that did not recognise its target keeps the reason for a failed command', () => {
  const end = { at: 1, reason: 'unreachable', code: 'command-failed', message: 'ORDER_COMMAND failed' } as const;
  expect(endOfUnrecognised({ ...foreign(), end })?.message).toContain('besides, ORDER_COMMAND failed');
});

test('The embedded sandbox is never called an unrecognised target', () => {
  expect(endOfUnrecognised({ ...foreign(), run: sound.run })).toBeUndefined();
});
