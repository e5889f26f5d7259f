import { expect, test } from 'vitest';
import { codeOf, HarnessError, messageOf } from './errors.ts';

test('An error explains itself in full, without what is not known', () => {
  const error = new HarnessError('target-away', 'unreachable', 'the target does not answer', {
    received: 'ECONNREFUSED',
    expected: 'any answer',
    likely: 'it is not running',
    next: 'start it',
  });
  expect(error.explain()).toBe(
    'target-away: the target does not answer\n  received: ECONNREFUSED\n  expected: any answer\n' +
      '  likely cause: it is not running\n  next: start it',
  );
  expect(new HarnessError('a', 'usage', 'b', { received: '' }).explain()).toBe('a: b\n  received: ');
  expect(new HarnessError('a', 'usage', 'b').explain()).toBe('a: b');
});

test('An error has a cause only if there is one', () => {
  const cause = new Error('underneath');
  expect(new HarnessError('a', 'usage', 'b', { cause }).cause).toBe(cause);
  expect('cause' in new HarnessError('a', 'usage', 'b')).toBe(false);
  const error = new HarnessError('a', 'incomplete', 'b');
  expect([error.name, error.code, error.kind, error.message]).toEqual(['HarnessError', 'a', 'incomplete', 'b']);
});

test('Any thrown value has a message', () => {
  expect(messageOf(new Error('plain'))).toBe('plain');
  expect(messageOf('text')).toBe('text');
  expect(messageOf(undefined)).toBe('undefined');
  expect(messageOf(new TypeError(''))).toBe('TypeError');
  expect(messageOf(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
});

test('The code of an error is its code, or else that of its cause', () => {
  const inner = Object.assign(new Error('inner'), { code: 'ECONNRESET' });
  expect(codeOf(inner)).toBe('ECONNRESET');
  expect(codeOf(new Error('outer', { cause: new Error('between', { cause: inner }) }))).toBe('ECONNRESET');
  expect(codeOf(Object.assign(new Error('outer', { cause: inner }), { code: 'OUTER' }))).toBe('OUTER');
  expect(codeOf(Object.assign(new Error('outer', { cause: inner }), { code: '' }))).toBe('ECONNRESET');
  expect(codeOf(Object.assign(new Error('outer', { cause: inner }), { code: 7 }))).toBe('ECONNRESET');
  expect(codeOf(new Error('none'))).toBeUndefined();
  expect(codeOf({ code: 'NOT_AN_ERROR' })).toBeUndefined();
});
