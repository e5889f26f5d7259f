import { expect, test } from 'vitest';
import type { Evidence } from '../evidence/evidence.ts';
import { mergeEvidence } from '../evidence/evidence-lines.ts';
import { aSoundRun } from '../testing/evidence.ts';
import { inconsistencies } from './drive-case.ts';

const { evidence } = aSoundRun();
const [delivery, ...deliveries] = evidence.deliveries;
const total = evidence.exchanges.length + evidence.deliveries.length;
const lost = `${total - 1} exchanges and deliveries of ${total} are recorded`;

test('A whole record has no inconsistencies', () => {
  expect(inconsistencies(evidence)).toEqual([]);
});

test.each<[string, Partial<Evidence>, string]>([
  ['a delivery', { deliveries }, lost],
  [
    'the step of a wait',
    { waits: evidence.waits.map(wait => ({ ...wait, since: '' })) },
    'a wait for event names nothing',
  ],
  ['a journey', { journeys: evidence.journeys.slice(1) }, 'a wait for event names j1'],
])('A record without %s has an inconsistency', (_, part, words) => {
  expect(delivery?.id).toBe('d2');
  expect(inconsistencies({ ...evidence, ...part })[0]).toContain(words);
});

test('A record without its footer has an inconsistency', () => {
  const { end: _, ...cut } = evidence;
  expect(inconsistencies(cut)).toEqual(['the footer is missing']);
});

test('A merged record without a delivery has an inconsistency', () => {
  const other = { ...evidence, journeys: [], waits: [], deliveries, run: { ...evidence.run, run: 'other' } };
  expect(inconsistencies(mergeEvidence('all', [evidence, other]))).toEqual([`${lost} s2`]);
});
