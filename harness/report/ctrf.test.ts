import { expect, test } from 'vitest';
import { renderCtrf } from './ctrf.ts';
import { RunIndex } from './run-index.ts';
import { evidence, summary } from './testing/fixture.ts';

const report = renderCtrf(new RunIndex(evidence, summary));

test('The report names its format, its tool and every scenario', () => {
  expect(report).toMatchObject({ reportFormat: 'CTRF', specVersion: '0.0.0' });
  expect(report.results.tool).toEqual({ name: 'onramp-harness', version: '0.1.0' });
  expect(report.results.tests).toHaveLength(evidence.scenarios.length);
});

test('The counts match the tests and the summary', () => {
  const { passed, failed, skipped, tests } = report.results.summary;
  expect({ passed, failed, skipped }).toEqual(summary.counts);
  expect(tests).toBe(report.results.tests.length);
});

test('Times are whole milliseconds, and a failed test says why and how to reproduce', () => {
  for (const { duration, start, stop, status, message } of report.results.tests) {
    expect([duration, start, stop].every(Number.isInteger)).toBe(true);
    if (status !== 'passed') expect(message).not.toBe('');
  }
  const failed = report.results.tests.find(({ extra }) => extra.id === 'collection/failure');
  expect(failed).toMatchObject({
    status: 'failed',
    rawStatus: 'done',
    message: 'disbursement.completed came for an order that failed',
    trace: expect.stringMatching(
      /^leads to: The customer is credited although[\s\S]*^reproduce: .* --only collection\/failure /m,
    ),
    extra: { findings: ['event.completed-never-on-failure', 'collection.credit-signal'] },
  });
});
