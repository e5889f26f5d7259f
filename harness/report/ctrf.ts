import type { Evidence } from '../core/evidence.ts';
import { describeFinding } from './describe-finding.ts';
import { type DrivenScenario, RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';

/** One test of a CTRF report. Times are whole milliseconds. */
interface CtrfTest {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly duration: number;
  readonly start: number;
  readonly stop: number;
  readonly suite: readonly string[];
  readonly type: 'e2e';
  readonly message?: string;
  readonly trace?: string;
  readonly rawStatus: string;
  readonly extra: { readonly id: string; readonly findings: readonly string[] };
}

/** `ctrf.json` (Common Test Report Format; 0.0.0 is the version that its own tools know): the parts of the format that a run fills. */
export interface Ctrf {
  readonly reportFormat: 'CTRF';
  readonly specVersion: '0.0.0';
  readonly timestamp: string;
  readonly generatedBy: string;
  readonly results: {
    readonly tool: { readonly name: string; readonly version: string };
    readonly summary: {
      readonly [count in
        | 'tests'
        | 'passed'
        | 'failed'
        | 'skipped'
        | 'pending'
        | 'other'
        | 'flaky'
        | 'suites'
        | 'start'
        | 'stop'
        | 'duration']: number;
    };
    readonly tests: readonly CtrfTest[];
    readonly environment: {
      readonly testEnvironment: string;
      readonly healthy: boolean;
      readonly extra: { readonly [name: string]: string | number };
    };
  };
}

/** The scenarios of a run as a CTRF report. Nothing is ever flaky here: a breach that was seen once is a breach. */
export function renderCtrf(evidence: Evidence, summary: Summary): Ctrf {
  const { run, target, seed, verdict, cause, exitCode } = summary;
  const tests = new RunIndex(evidence, summary).scenarios.map(testOf);
  const start = Math.round(Date.parse(summary.startedAt));
  const stop = Math.round(Date.parse(summary.endedAt));
  const count = (status: CtrfTest['status']) => tests.filter(test => test.status === status).length;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: summary.endedAt,
    generatedBy: 'onramp-harness',
    results: {
      tool: { name: 'onramp-harness', version: evidence.run.harness },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: 0,
        flaky: 0,
        suites: new Set(tests.flatMap(({ suite }) => suite)).size,
        start,
        stop,
        duration: Math.max(0, stop - start),
      },
      tests,
      environment: {
        testEnvironment: target.kind,
        healthy: verdict === 'conformant',
        extra: { run, target: target.url, seed, verdict, cause, exitCode },
      },
    },
  };
}

function testOf(scenario: DrivenScenario): CtrfTest {
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
    ...(findings.length > 0 && { trace: findings.map(describeFinding).join('\n\n') }),
    rawStatus: outcome,
    extra: { id, findings: findings.flatMap(({ requirements }) => requirements) },
  };
}
