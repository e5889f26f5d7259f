import { expect, test } from 'vitest';
import { View } from '../evidence/view.ts';
import { latencies } from './summary.ts';
import { evidence, summary } from './testing/fixture.ts';

test('The latency of a webhook runs from its step to its first arrival', () => {
  const [interpretation] = summary.dialect?.interpretations ?? [];
  const view = new View(evidence, interpretation ?? expect.unreachable());
  const [detected] = latencies(view).filter(({ type }) => type === 'collection.deposit_detected');
  expect(detected).toEqual({ type: 'collection.deposit_detected', count: 1, median: 20, p95: 20, max: 20 });
});
