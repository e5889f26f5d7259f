import { expect, test } from 'vitest';
import { aRun } from '../../testing/evidence.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { outcome, outcomeOfCalls } from '../../testing/outcome.ts';
import { jsonBody, TRUNCATED } from './json-body.ts';

const answering = (operation: string | undefined, call: ExchangeOptions) => outcomeOfCalls(jsonBody, operation, call);
const PAGE = 'an error page of the web server or of a proxy';
const NOTHING = { breaches: [], passes: {} };

const typed = (type: string) => ({ headers: [['Content-Type', type]] as const });
const JSON_TYPE = typed('application/json');

test.each([
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/problem+json',
  'application/vnd.acme.v1+json',
  'text/json',
])('json-body accepts %s as JSON', type => {
  expect(answering('getOnrampOrder', { answers: {}, ...typed(type) }).breaches).toEqual([]);
});

test.each(['text/plain', 'application/jsonp', 'text/html; application/json', 'application/octet-stream'])(
  'json-body finds JSON declared as %s',
  type => {
    expect(answering('getOnrampOrder', { answers: {}, ...typed(type) })).toMatchObject({
      breaches: [
        {
          requirement: 'wire.json',
          cause: 'media type: getOnrampOrder 200',
          message: 'the body of a 200 response to getOnrampOrder is JSON, but not declared as JSON',
          expected: 'Content-Type: application/json',
          received: `Content-Type: ${type}`,
          evidence: ['x1'],
        },
      ],
      passes: {},
    });
  },
);

test.each<[string, string[]]>([
  ['gzip', ['coding: getOnrampOrder 200']],
  ['br, gzip', ['coding: getOnrampOrder 200']],
  ['identity', []],
  // A client that does not know a coding leaves the body as it is.
  ['utf-8', []],
])('json-body finds plain JSON that is labelled %s', (coding, causes) => {
  const headers = [...JSON_TYPE.headers, ['Content-Encoding', coding] as const];
  const { breaches } = answering('getOnrampOrder', { answers: {}, headers });
  expect(breaches.map(({ cause }) => cause)).toEqual(causes);
});

test('json-body finds an answer without a content type, and allows a webhook without one', () => {
  const undeclared = answering('getOnrampOrder', { answers: {}, headers: [] });
  expect(undeclared.breaches).toMatchObject([{ severity: 'advice', received: 'no Content-Type' }]);
  const run = aRun();
  const journey = run.journey();
  journey.deliver('a', { headers: [] });
  expect(outcome(jsonBody, run).breaches).toEqual([]);
  for (const type of ['text/plain; charset=utf-8', 'text/html'])
    journey.deliver('a', { headers: [['content-type', type]] });
  const { breaches, passes } = outcome(jsonBody, run);
  expect(breaches).toMatchObject([
    { cause: 'media type: webhook', severity: 'advice', evidence: ['d2'] },
    { cause: 'media type: webhook', evidence: ['d3'] },
  ]);
  expect(breaches[1]).not.toHaveProperty('severity');
  expect(passes['wire.json']).toEqual(['d1', 'd2']);
});

test('json-body gives advice on a success of a preview route that is not JSON, but not on its errors', () => {
  const found = outcomeOfCalls(jsonBody, 'getClientSession', { text: '<html>' }, { status: 404, text: '<html>' });
  expect(found).toMatchObject({ breaches: [{ severity: 'advice', evidence: ['x1'] }], passes: {} });
});

test.each([
  ['resolveBankAccount', 200, 'not JSON: resolveBankAccount 200'],
  ['getOnrampOrder', 404, 'not JSON: getOnrampOrder 404'],
  ['getOnrampOrder', 500, 'not JSON: getOnrampOrder 500'],
])('json-body finds that %s %i is not JSON', (operation, status, cause) => {
  expect(answering(operation, { status, text: '{"id": "cut', ...JSON_TYPE }).breaches).toMatchObject([
    {
      requirement: 'wire.json',
      cause,
      message: `the body of a ${status} response to ${operation} is not JSON`,
      expected: 'a JSON document',
      likely: TRUNCATED,
      evidence: ['x1'],
    },
  ]);
  const html = answering(operation, { status, text: ' <html>' }).breaches;
  expect(html).toMatchObject([{ cause, likely: PAGE, received: 'string " <html>"' }]);
});

test.each<[string, string, unknown]>([
  ['{"rate":NaN}', 'application/json', expect.stringMatching(/NaN/)],
  ['{"rates":[1, -Infinity]}', 'application/json', expect.stringMatching(/Infinity/)],
  ['{"a":{},"b', 'application/json', expect.stringMatching(/truncated/)],
  ['\n[[1],', 'application/json', TRUNCATED],
  [' {"a"', 'application/json', TRUNCATED],
  ['Bad', 'Text/HTML; charset=utf-8', PAGE],
  ['\r\n<!doctype html>', 'application/json', PAGE],
  ['<html>', 'application/json', PAGE],
  ['Bad', 'x-text/html', undefined],
  ["{'a':1}", 'application/json', undefined],
  ["{'a':1} \n", 'application/json', undefined],
  ['a < b', 'application/json', undefined],
  ['error: ["a"', 'application/json', undefined],
])('json-body explains why %j of the type %s is not JSON, if the body shows it', (text, type, likely) => {
  expect(answering('getOnrampOrder', { status: 500, text, ...typed(type) }).breaches[0]?.likely).toEqual(likely);
});

test('json-body finds that a webhook is not JSON, only for complete webhooks about orders of the run', () => {
  const run = aRun();
  const journey = run.journey({ alone: true });
  const { id } = journey.deliver('a', { text: 'order=1' });
  journey.deliver('a', { complete: false, text: 'order=1' });
  run.deliver('a', { ours: false, text: 'order=1' });
  expect(outcome(jsonBody, run).breaches).toMatchObject([{ cause: 'not JSON: webhook', evidence: [id] }]);
});

test('json-body gives advice on a name that occurs twice with two values', () => {
  const twice = { text: '{"a":1,"a":2}', ...JSON_TYPE };
  const { breaches, passes } = answering('getOnrampOrder', twice);
  expect(breaches).toMatchObject([
    {
      requirement: 'wire.json',
      severity: 'advice',
      cause: 'twice: getOnrampOrder 200',
      message: 'an object in the body of a 200 response to getOnrampOrder has a duplicate name with two values',
      expected: 'each name once',
      next: 'parsers differ in which value they read; send each name once',
      evidence: ['x1'],
    },
  ]);
  expect(passes).toEqual({ 'wire.json': ['x1'] });
  expect(answering('getOnrampOrder', { ...twice, text: '{"a":1,"a":1}' }).breaches).toEqual([]);
});

test.each(['simulateCollectionOrder', undefined])(
  'json-body judges an unspecified body only if it is declared as JSON: %s',
  operation => {
    for (const headers of [[], typed('text/plain').headers])
      expect(answering(operation, { text: 'ok', headers })).toEqual(NOTHING);
    expect(answering(operation, { answers: {} }).passes).toEqual({ 'wire.json': ['x1'] });
    const causes = [{}, { condition: 'malformed-id' } as const].map(more => {
      return answering(operation, { text: 'ok', ...JSON_TYPE, ...more }).breaches[0]?.cause;
    });
    expect(causes).toEqual(['response', 'malformed-id'].map(name => `not JSON: ${operation ?? name} 200`));
  },
);

test.each([400, 401, 404, 409, 410, 422, 500])(
  'json-body finds an HTML page in place of an error of simulate: %i',
  status => {
    const page = { status, text: '<html>', ...typed('text/html') };
    expect(answering('simulateCollectionOrder', page).breaches).toMatchObject([
      { cause: `not JSON: simulateCollectionOrder ${status}`, likely: PAGE },
    ]);
    expect(answering(undefined, page).breaches).toEqual([]);
    expect(answering('simulateCollectionOrder', { ...page, status: 403 }).breaches).toEqual([]);
    expect(answering('simulateCollectionOrder', { status, text: 'no', ...typed('text/plain') }).breaches).toEqual([]);
  },
);

test.each([405, 406, 408, 411, 413, 414, 415, 417, 426, 431])(
  'json-body does not judge the body of a %i, which the web server writes, unless it is declared as JSON',
  status => {
    expect(answering('getOnrampOrder', { status, text: '<html>', ...typed('text/html') })).toEqual(NOTHING);
    expect(answering('getOnrampOrder', { status, text: '<html>', ...JSON_TYPE }).breaches).toHaveLength(1);
  },
);

test.each<[string, ExchangeOptions]>([
  ['an empty body', { status: 404, ...typed('text/html') }],
  ...[429, 501, 502, 503, 504].map(status => [`a ${status}`, { status, text: '<html>' }] as [string, object]),
])('json-body does not judge %s', (_, call) => {
  expect(answering('getOnrampOrder', call)).toEqual(NOTHING);
});

const CUT = { failure: { kind: 'cut', message: 'other side closed' } } as const;

test.each([
  ['resolveBankAccount', ['enquiry.ok-body']],
  ['getOnrampOrder', ['onramp.ok-body']],
  ['simulateCollectionOrder', undefined],
  [undefined, undefined],
])('json-body finds an answer of %s that ends before its body does', (operation, also) => {
  const { breaches } = answering(operation, { ...CUT, text: '{"id"' });
  expect(breaches).toMatchObject([
    {
      requirement: 'wire.json',
      cause: `cut ${operation ?? 'response'}`,
      message: 'a response ends before its body is complete',
      expected: 'the whole body',
      likely: 'the service closes the connection early, or its Content-Length is too large',
      received: '5 bytes, then other side closed',
      evidence: ['x1'],
      ...(also && { also }),
    },
  ]);
  if (also === undefined) expect(breaches[0]).not.toHaveProperty('also');
});

test.each([
  ['no success body if it is an error', 'getOnrampOrder', 404, [{ requirement: 'wire.json' }]],
  ['nothing if it is of a gateway', 'getOnrampOrder', 502, []],
  ['nothing if it is a preview', 'getClientSession', 200, []],
])('An answer that is cut short breaks %s', (_, operation, status, found) => {
  const { breaches } = answering(operation, { ...CUT, status });
  expect(breaches).toMatchObject(found);
  for (const breach of breaches) expect(breach).not.toHaveProperty('also');
});

test('A body that is cut short is excused by an interruption that overlaps the exchange, and by no other', () => {
  const made = (before: number, after: number) => {
    const run = aRun();
    const { sentAt, endedAt } = run.exchange('getOnrampOrder', CUT);
    run.trouble(sentAt - 50, sentAt - before).trouble(endedAt + after, endedAt + 50);
    return outcome(jsonBody, run).breaches.length;
  };
  expect([made(0, 1), made(1, 0), made(1, 1)]).toEqual([0, 0, 1]);
});
