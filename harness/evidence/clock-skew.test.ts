import { expect, test } from 'vitest';
import { anExchange } from '../testing/samples.ts';
import { clockSkew } from './clock-skew.ts';
import type { Exchange, Headers } from './evidence.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');

function answered(date: string | undefined, sentAt = NOON, endedAt = NOON + 1_000): Exchange {
  const headers: Headers = date === undefined ? [] : [['date', date]];
  return anExchange('x1', { sentAt, endedAt, response: { status: 200, headers, body: { size: 0, sha256: '' } } });
}

test('The skew is the median, against the middle of each call', () => {
  const dates = ['12:00:30', '12:00:31', '12:00:10'].map(time => answered(`Thu, 01 Jan 2026 ${time} GMT`));
  expect(clockSkew(dates)).toEqual({ aheadMs: 30_000, samples: 3 });
});

test('Answers without a readable date are ignored', () => {
  expect(clockSkew([answered(undefined), answered('soon')])).toBeUndefined();
});
