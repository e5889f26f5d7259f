import { expect, test } from 'vitest';
import { RunIndex } from './run-index.ts';
import { evidence, summary } from './testing/fixture.ts';

test('outcomes are what the summary counts', () => {
  const outcomes = new RunIndex(evidence, summary).scenarios;
  const count = (wanted: string) => outcomes.filter(({ status }) => status === wanted).length;
  expect({ passed: count('passed'), failed: count('failed'), skipped: count('skipped') }).toEqual(summary.counts);
});

test('a scenario fails by its own findings, by what stopped it, or by never ending', () => {
  const outcomes = new RunIndex(evidence, summary).scenarios;
  const of = (id: string) => outcomes.find(scenario => scenario.id === id);
  expect(of('collection/failure')?.findings.map(({ finding }) => finding.check)).toEqual(['completed']);
  expect(of('collection/expiry')?.reason).toMatch(/^boom/);
  expect(of('collection/wrong-chain')).toMatchObject({ status: 'failed', reason: 'the record ends before it does' });
  expect(of('collection/many')).toMatchObject({
    status: 'skipped',
    reason: 'it needs 40 orders; set ORDER_COMMAND',
  });
});
