import { describe, expect, test } from 'vitest';
import { TIMESTAMP_UNITS } from '../base/timestamp.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { COMPLETED, parseDialect } from './dialect.ts';

const problem = (value: unknown): string => {
  const thrown = thrownBy(() => parseDialect(typeof value === 'string' ? value : JSON.stringify(value), 'd.json'));
  if (thrown.code) expect(thrown).toMatchObject({ code: 'dialect-invalid', kind: 'usage' });
  return thrown.message ?? '';
};

test('The dialect uses the words of the specification', () => {
  expect(TIMESTAMP_UNITS).toEqual(['s', 'ms', 'us', 'ns', 'iso']);
  expect(COMPLETED).toBe('disbursement.completed');
});

test('A dialect is read as written, unknown keys included', () => {
  const dialect = {
    signatureHeader: 'Service-Signature',
    timestampUnit: 's',
    eventId: '/id',
    eventType: 'header:X-Event',
    orderId: { 'a.b': '/data/order_id', c: '' },
    eventTypes: { deposit_detected: 'collection.deposit_detected', disburse: ['a', COMPLETED] },
    otherEvents: ['session.created'],
    simulateNeedsKey: true,
    simulateStatus: 202,
    statuses: { unknownOrder: 404, illegalStep: 'ignored', repeatedStep: 'fires', onrampErrors: [400, 401, 404, 500] },
    more: { keys: ['stay'] },
  };
  expect(parseDialect(JSON.stringify(dialect), 'd.json')).toEqual(dialect);
  expect(parseDialect('{}', 'd.json')).toEqual({});
});

test.each([
  ['{', /^d\.json is not a dialect file: it is not JSON: .+/],
  ['[]', /^d\.json is not a dialect file: it is not a JSON object$/],
  ['null', /it is not a JSON object$/],
  ['"s"', /it is not a JSON object$/],
])('%s is not a dialect file', (text, message) => {
  expect(problem(text)).toMatch(message);
});

test('The error names every problem', () => {
  const message = problem({
    signatureHeader: 'has blank',
    timestampUnit: 'min',
    eventId: 'id',
    eventType: 'header:',
    orderId: { a: 'id' },
    eventTypes: { detected: 'a' },
    otherEvents: 'ping',
    simulateNeedsKey: 1,
    simulateStatus: '202',
    statuses: { unknownOrder: 'gone', illegalStep: 99, repeatedStep: 600, onrampErrors: [400, 'x'] },
  });
  expect(message).toBe(
    [
      'd.json is not a dialect file: signatureHeader is "has blank", not a header name',
      'timestampUnit is "min", not one of s, ms, us, ns, iso',
      'eventId is "id", not a JSON Pointer, header:NAME, or an object of those by event type',
      'eventType is "header:", not a JSON Pointer, header:NAME, or an object of those by event type',
      'orderId is {"a":"id"}, not a JSON Pointer, header:NAME, or an object of those by event type',
      'simulateNeedsKey is 1, not true or false',
      'simulateStatus is "202", not a status',
      'otherEvents is "ping", not an array of event types',
      'eventTypes is {"detected":"a"}, not an object: per simulate event a type, or an array of them',
      'statuses.unknownOrder is "gone", not a status, "ignored" or "fires"',
      'statuses.illegalStep is 99, not a status, "ignored" or "fires"',
      'statuses.repeatedStep is 600, not a status, "ignored" or "fires"',
      'statuses.onrampErrors is [400,"x"], not an array of statuses',
    ].join('; '),
  );
});

describe('A value', () => {
  test.each([
    { signatureHeader: null },
    { signatureHeader: '' },
    { signatureHeader: 'a:b' },
    { timestampUnit: 'S' },
    { timestampUnit: null },
    { eventId: null },
    { eventId: 7 },
    { eventId: ['/id'] },
    { eventId: { a: { b: '/id' } } },
    { eventId: 'header:a b' },
    { eventId: 'xheader:a' },
    { simulateNeedsKey: 'true' },
    { simulateStatus: 99 },
    { simulateStatus: 600 },
    { simulateStatus: 202.5 },
    { otherEvents: [1] },
    { eventTypes: [] },
    { eventTypes: { disburse: 1 } },
    { eventTypes: { disburse: ['a', 1] } },
    { statuses: null },
    { statuses: [] },
    { statuses: { unknownOrder: null } },
    { statuses: { onrampErrors: 400 } },
    { statuses: { onrampErrors: [600] } },
  ])('%j is refused', value => {
    expect(problem(value)).toContain(Object.keys(value)[0]);
  });

  test.each([
    { signatureHeader: "!#$%&'*+.^_`|~-9aZ" },
    { eventId: '' },
    { eventId: '/' },
    { eventId: {} },
    { eventId: { a: 'header:X', b: '/b' } },
    { simulateNeedsKey: false },
    { simulateStatus: 100 },
    { simulateStatus: 599 },
    { otherEvents: [] },
    { eventTypes: {} },
    { eventTypes: { fail: [] } },
    { statuses: {} },
    { statuses: { unknownOrder: 'ignored', illegalStep: 'fires', repeatedStep: 409, onrampErrors: [] } },
  ])('%j is accepted', value => {
    expect(problem(value)).toBe('');
  });
});
