import { expect, test } from 'vitest';
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

test.each([
  ...[null, '', 'a:b'].map(signatureHeader => ({ signatureHeader })),
  ...['S', null].map(timestampUnit => ({ timestampUnit })),
  ...[null, 7, ['/id'], { a: { b: '/id' } }, 'header:a b', 'xheader:a'].map(eventId => ({ eventId })),
  ...[99, 600, 202.5].map(simulateStatus => ({ simulateStatus })),
  ...[[], { disburse: 1 }, { disburse: ['a', 1] }].map(eventTypes => ({ eventTypes })),
  ...[null, [], { unknownOrder: null }].map(statuses => ({ statuses })),
  ...[400, [600]].map(onrampErrors => ({ statuses: { onrampErrors } })),
  { simulateNeedsKey: 'true' },
  { otherEvents: [1] },
])('A value %j is refused', value => {
  expect(problem(value)).toContain(Object.keys(value)[0]);
});

test.each([
  { signatureHeader: "!#$%&'*+.^_`|~-9aZ" },
  ...['', '/', {}, { a: 'header:X', b: '/b' }].map(eventId => ({ eventId })),
  ...[100, 599].map(simulateStatus => ({ simulateStatus })),
  ...[{}, { fail: [] }].map(eventTypes => ({ eventTypes })),
  { simulateNeedsKey: false },
  { otherEvents: [] },
  { statuses: {} },
])('A value %j is accepted', value => {
  expect(problem(value)).toBe('');
});
