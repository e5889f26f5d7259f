import { describeFinding } from './describe-finding.ts';
import type { DrivenScenario, RunIndex } from './run-index.ts';

/**
 * `ctrf.json` (Common Test Report Format; its own tools know version 0.0.0): the scenarios of a run, times in whole
 * milliseconds. No test is ever flaky: a breach that was seen once is a breach.
 */
export function renderCtrf(index: RunIndex) {
  const { evidence, summary } = index;
  const { run, target, seed, verdict, cause, exitCode, counts } = summary;
  const tests = index.scenarios.map(scenario => testOf(scenario, index));
  const start = Math.round(Date.parse(summary.startedAt));
  const stop = Math.round(Date.parse(summary.endedAt));
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: summary.endedAt,
    generatedBy: 'onramp-harness',
    results: {
      tool: { name: 'onramp-harness', version: evidence.run.harness },
      summary: {
        tests: tests.length,
        ...counts,
        ...{ pending: 0, other: 0, flaky: 0 },
        suites: new Set(tests.flatMap(({ suite }) => suite)).size,
        ...{ start, stop, duration: Math.max(0, stop - start) },
      },
      tests,
      environment: {
        testEnvironment: target.kind,
        healthy: verdict === 'conformant',
        extra: { run, target: target.url, seed, verdict, cause, exitCode, unverified: evidence.run.unverified },
      },
    },
  } as const;
}

function testOf(scenario: DrivenScenario, index: RunIndex) {
  const { id, suite, title, status, findings, reason, from, to = from, outcome = 'unfinished' } = scenario;
  const message = reason ?? findings.map(({ finding }) => finding.message).join('; ');
  return {
    name: title,
    status,
    duration: Math.max(0, Math.round(to - from)),
    start: Math.round(from),
    stop: Math.round(to),
    suite: [suite],
    type: 'e2e',
    ...(message !== '' && { message }),
    ...(findings.length > 0 && { trace: findings.map(one => describeFinding(one, index)).join('\n\n') }),
    rawStatus: outcome,
    extra: { id, findings: findings.flatMap(({ requirements }) => requirements) },
  } as const;
}
