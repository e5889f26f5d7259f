import { describe, expect, test } from 'vitest';
import { aRun } from '../../testing/evidence.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { outcome } from '../../testing/outcome.ts';
import { requestId } from './request-id.ts';

function answering(options: ExchangeOptions, operation: string | undefined = 'getOnrampOrder') {
  const run = aRun();
  run.exchange(operation, options);
  return outcome(requestId, run);
}

describe('request-id', () => {
  test('advises where different calls get the same id, and not where one call is repeated', () => {
    const run = aRun();
    const headers = [['request-id', 'req_1']] as const;
    for (const url of ['/a', '/a', '/b'])
      run.exchange('getOnrampOrder', { url: `https://sandbox.test${url}`, headers });
    expect(outcome(requestId, run).breaches).toMatchObject([
      { severity: 'advice', cause: 'repeated', received: 'req_1', evidence: ['x3', 'x1'] },
    ]);
  });

  test.each(['request-id', 'Request-Id', 'REQUEST-ID'])('recognises the name %s', name => {
    expect(answering({ headers: [[name, '1']] })).toEqual({ breaches: [], passes: { 'response.request-id': ['x1'] } });
  });

  test.each([
    [200, [], 'responses', 'GET answered 200 without one'],
    [302, [['x-request-id', '1']], 'responses', 'GET answered 302 without one'],
    [400, [], 'error responses', 'GET answered 400 without one'],
    [500, [['request-id', ' ']], 'error responses', 'GET answered 500 with an empty one'],
  ] as const)('finds a %i with %j', (status, headers, group, received) => {
    const { breaches, passes } = answering({ status, headers });
    expect(passes).toEqual({});
    expect(breaches).toMatchObject([
      {
        requirement: 'response.request-id',
        cause: group,
        message: `${group} have no request-id header`,
        expected: 'a request-id header on every response, of any status',
        received,
        evidence: ['x1'],
      },
    ]);
    expect(breaches[0]).not.toHaveProperty('likely');
  });

  test.each([429, 502, 503, 504])('ignores a %i, which a gateway may have sent', status => {
    expect(answering({ status, headers: [] })).toEqual({ breaches: [], passes: {} });
  });

  test('finds a 429 in the form of the service’s own errors, and none in a gateway’s', () => {
    const run = aRun();
    const own = { code: 'LIMITED', message: 'slow down' };
    run.exchange('getOnrampOrder', { status: 404, answers: { code: 'NOT_FOUND', message: 'no' } });
    for (const answers of [own, { ...own, code: 429 }, { ...own, trace: 'a' }, { message: 'slow down' }])
      run.exchange('getOnrampOrder', { status: 429, headers: [], answers });
    expect(outcome(requestId, run).breaches.map(({ evidence }) => evidence)).toEqual([['x2']]);
  });

  test('leaves out the refusal of a large body, which a firewall may have sent', () => {
    const condition = 'large-body: 32 KiB';
    const found = [403, 413, 404].map(status => answering({ status, headers: [], condition }).breaches.length);
    expect(found).toEqual([0, 0, 1]);
    expect(answering({ status: 413, headers: [] }).breaches).toHaveLength(1);
  });

  test('leaves out what a gateway answers to OPTIONS, and not what the service itself does', () => {
    const request = { method: 'OPTIONS', status: 405, headers: [] };
    const found = (options: object) => answering({ ...request, ...options }, '').breaches.length;
    expect([{ status: 204 }, { status: 200 }, { text: '<html>' }, { answers: { message: 'no' } }].map(found)).toEqual([
      0, 0, 0, 0,
    ]);
    expect(
      [
        { code: 'method', message: 'no' },
        { code: 'method', error: 'no', status: false },
      ].map(answers => found({ answers })),
    ).toEqual([1, 1]);
    expect(found({ method: 'GET', text: '<html>' })).toBe(1);
    expect(found({ status: 204, headers: [['request-id', ' ']] })).toBe(1);
  });

  test('explains that no error has one only where successes have one and no error has', () => {
    const likely = (...statuses: readonly number[]) => {
      const run = aRun();
      for (const status of statuses) run.exchange('getOnrampOrder', { status });
      for (const headers of [[], [['request-id', ' ']]] as const)
        run.exchange('getOnrampOrder', { status: 404, headers });
      return outcome(requestId, run).breaches[0]?.likely;
    };
    expect(likely(200)).toBe('only the handler of successful calls adds the header; no error response has it');
    expect([likely(), likely(200, 400)]).toEqual([undefined, undefined]);
  });

  test('judges an unknown route, and not a path that is none of the service', () => {
    const none = { status: 404, headers: [] };
    expect(answering({ ...none, condition: 'unknown-route: GET /v1/no-such-route' }, '').breaches).toHaveLength(1);
    const aside = 'aliased-path: a name enquiry under /V1' as const;
    expect(answering({ ...none, condition: aside }, '')).toEqual({ breaches: [], passes: {} });
  });

  test('gives advice on the preview surface, and ignores calls without a complete answer', () => {
    for (const operation of [
      'getClientSession',
      'refreshClientSessionQuote',
      'selectClientSession',
      'recordClientTelemetry',
    ])
      expect(answering({ headers: [] }, operation)).toMatchObject({ breaches: [{ severity: 'advice' }], passes: {} });
    for (const kind of ['timeout', 'cut'] as const)
      expect(answering({ headers: [], failure: { kind, message: '' } })).toEqual({ breaches: [], passes: {} });
  });
});
