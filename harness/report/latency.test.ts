import { expect, test } from 'vitest';
import { View } from '../evidence/view.ts';
import { delaysOf, distribution, latencies } from './latency.ts';
import { evidence, summary } from './testing/fixture.ts';

const [interpretation] = summary.dialect?.interpretations ?? [];
const view = new View(evidence, interpretation ?? expect.unreachable());

test('The median, the 95th percentile and the maximum are values that occur', () => {
  const hundred = Array.from({ length: 100 }, (_, nth) => 100 - nth);
  expect(distribution(hundred)).toMatchObject({ median: 50, p95: 95, max: 100 });
  expect(distribution([7])).toEqual({ count: 1, least: 7, median: 7, p95: 7, max: 7 });
  expect(distribution([1, 2, 1000])).toMatchObject({ median: 2, p95: 1000, max: 1000 });
});

test('The latency of a webhook runs from its step to its first arrival', () => {
  const [detected] = latencies(view).filter(({ type }) => type === 'collection.deposit_detected');
  expect(detected).toMatchObject({ count: 1, median: 20 });
});

test('The delay of a redelivery runs from the previous delivery', () => {
  expect(delaysOf(view).get('d2')).toMatchObject({ again: 1, ms: 200 });
});
