import { expect, test } from 'vitest';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { requestId } from './request-id.ts';

const answering = (...calls: readonly ExchangeOptions[]) => outcomeOfCalls(requestId, 'getOnrampOrder', ...calls);
const elsewhere = (call: ExchangeOptions, operation = '') => outcomeOfCalls(requestId, operation, call);

test('request-id gives advice if different calls get the same id, but not if one call is repeated', () => {
  const headers = [['request-id', 'req_1']] as const;
  const calls = ['a', 'a', 'b'].map(path => ({ url: `https://sandbox.test/${path}`, headers }));
  expect(answering(...calls).breaches).toMatchObject([
    { severity: 'advice', cause: 'repeated', received: 'req_1', evidence: ['x3', 'x1'] },
  ]);
});

test.each(['request-id', 'Request-Id', 'REQUEST-ID'])('request-id recognises the name %s', name => {
  expect(answering({ headers: [[name, '1']] })).toEqual({ breaches: [], passes: { 'response.request-id': ['x1'] } });
});

test.each([
  [200, [], 'responses', 'GET answered 200 without one'],
  [302, [['x-server', '1']], 'responses', 'GET answered 302 without one'],
  [400, [], 'responses', 'GET answered 400 without one'],
  [500, [['request-id', ' ']], 'responses', 'GET answered 500 with an empty one'],
] as const)('request-id finds a %i with %j', (status, headers, group, received) => {
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

test('request-id names the header that holds the id of every response', () => {
  const headers = [['x-correlation-id', '1']] as const;
  const { breaches } = answering({ status: 200, headers }, { status: 404, headers });
  const likely = 'the id is in another header, x-correlation-id';
  expect(breaches.map(found => [found.cause, found.likely])).toEqual(Array(2).fill(['responses', likely]));
});

test.each([429, 502, 503, 504])('request-id ignores a %i, which a gateway may have sent', status => {
  expect(answering({ status, headers: [] })).toEqual({ breaches: [], passes: {} });
});

test('request-id judges a 429 in the form of the service’s errors, but not in that of a gateway', () => {
  const own = { code: 'LIMITED', message: 'slow down' };
  const limited = [own, { ...own, code: 429 }, { ...own, trace: 'a' }, { message: 'slow down' }].map(answers => {
    return { status: 429, headers: [], answers };
  });
  const { breaches } = answering({ status: 404, answers: { code: 'NOT_FOUND', message: 'no' } }, ...limited);
  expect(breaches.map(({ evidence }) => evidence)).toEqual([['x2']]);
});

test('request-id leaves out the refusal of a large body, which a firewall may have sent', () => {
  const condition = 'large-body: 32 KiB';
  const found = [403, 413, 404].map(status => answering({ status, headers: [], condition }).breaches.length);
  expect(found).toEqual([0, 0, 1]);
  expect(answering({ status: 413, headers: [] }).breaches).toHaveLength(1);
});

test.each<[ExchangeOptions, number]>([
  [{ status: 204 }, 0],
  [{ status: 200 }, 0],
  [{ text: '<html>' }, 0],
  [{ answers: { message: 'no' } }, 0],
  [{ answers: { code: 'method', message: 'no' } }, 1],
  [{ answers: { code: 'method', error: 'no', status: false } }, 1],
  [{ method: 'GET', text: '<html>' }, 1],
  [{ status: 204, headers: [['request-id', ' ']] }, 1],
])("request-id ignores a gateway's answer to OPTIONS, but not the service's: %j", (call, count) => {
  expect(elsewhere({ method: 'OPTIONS', status: 405, headers: [], ...call }).breaches).toHaveLength(count);
});

test('request-id explains that errors lack the header only if successes have it and no error does', () => {
  const likely = (...statuses: readonly number[]) => {
    const lacking = [[], [['request-id', ' ']] as const].map(headers => ({ status: 404, headers }));
    return answering(...statuses.map(status => ({ status })), ...lacking).breaches[0]?.likely;
  };
  expect(likely(200)).toBe('only the handler of successful calls adds the header; no error response has it');
  expect([likely(), likely(200, 400)]).toEqual([undefined, undefined]);
});

test('request-id judges an unknown route, but not a path outside the service', () => {
  const none = { status: 404, headers: [] };
  expect(elsewhere({ ...none, condition: 'unknown-route: GET /v1/no-such-route' }).breaches).toHaveLength(1);
  const aside = elsewhere({ ...none, condition: 'aliased-path: a name enquiry under /V1' });
  expect(aside).toEqual({ breaches: [], passes: {} });
});

test.each(['getClientSession', 'refreshClientSessionQuote', 'selectClientSession', 'recordClientTelemetry'])(
  'request-id gives only advice on the preview operation %s',
  operation => {
    const found = elsewhere({ headers: [] }, operation);
    expect(found).toMatchObject({ breaches: [{ severity: 'advice' }], passes: {} });
  },
);

test.each(['timeout', 'cut'] as const)('request-id ignores a call without a complete answer: %s', kind => {
  expect(answering({ headers: [], failure: { kind, message: '' } })).toEqual({ breaches: [], passes: {} });
});
