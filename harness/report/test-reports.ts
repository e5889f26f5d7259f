import { requirements } from '../contract/requirements.ts';
import { describeFinding } from './finding-in-words.ts';
import { type Markup, markup } from './markup.ts';
import type { DrivenScenario, NumberedFinding, RunIndex } from './run-index.ts';
import type { RequirementStatus } from './statuses.ts';
import type { Summary } from './summary.ts';

/** A `testcase`, and how its suite counts it. */
interface Case {
  readonly counts: 'passed' | 'failures' | 'errors' | 'skipped';
  readonly seconds: number;
  readonly xml: Markup;
}

/**
 * `junit.xml`: one suite per suite of scenarios, and one named `requirements` with a case per requirement. A finding is
 * a `failure`; a scenario that did not end is an `error`.
 */
export function renderJunit(index: RunIndex): string {
  const { summary } = index;
  const bySuite = [...Map.groupBy(index.scenarios, ({ suite }) => suite)];
  const suites: readonly (readonly [name: string, cases: readonly Case[]])[] = [
    ...bySuite.map(([suite, own]) => [suite, own.map(scenario => scenarioCase(scenario, index))] as const),
    ['requirements', summary.requirements.map(status => requirementCase(status, index))],
  ];
  const all = suites.flatMap(([, cases]) => cases);
  const seconds = Math.max(0, Date.parse(summary.endedAt) - Date.parse(summary.startedAt)) / 1000;
  return `${markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="onramp-harness" ${attributesOf(all, seconds)}>
${suites.map(([name, cases]) => suiteOf(name, cases, summary))}</testsuites>
`}`;
}

function suiteOf(name: string, cases: readonly Case[], summary: Summary): Markup {
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const { run, target, seed, verdict, unverified } = summary;
  const properties = Object.entries({ run, target: target.url, seed, verdict, ...(unverified && { unverified }) }).map(
    ([key, value]) => markup`<property name="${key}" value="${value}"/>`,
  );
  return markup`<testsuite name="${name}" ${attributesOf(cases, seconds)} timestamp="${summary.startedAt.slice(0, 19)}">
<properties>${properties}</properties>
${cases.map(({ xml }) => xml)}</testsuite>
`;
}

function attributesOf(cases: readonly Case[], seconds: number): Markup {
  const count = (kind: Case['counts']) => cases.filter(({ counts }) => counts === kind).length;
  const counts = (['failures', 'errors', 'skipped'] as const).map(kind => markup`${kind}="${count(kind)}" `);
  return markup`tests="${cases.length}" ${counts}time="${seconds.toFixed(3)}"`;
}

function scenarioCase(scenario: DrivenScenario, index: RunIndex): Case {
  const { id, suite, title, status, findings, reason = '', from, to } = scenario;
  const seconds = Math.max(0, (to ?? from) - from) / 1000;
  const open = markup`classname="${suite}" name="${id}: ${title}" time="${seconds.toFixed(3)}"`;
  if (status === 'passed') return caseOf('passed', seconds, open);
  if (status === 'skipped') return caseOf('skipped', seconds, open, markup`<skipped message="${line(reason)}"/>`);
  const [first] = findings;
  if (first === undefined)
    return caseOf('errors', seconds, open, markup`<error message="${line(reason)}" type="harness"/>`);
  return caseOf('failures', seconds, open, failure(first.finding.message, first.finding.requirement, findings, index));
}

function requirementCase(requirement: RequirementStatus, index: RunIndex): Case {
  const { id, status, reason = '' } = requirement;
  const { section = '', text = '' } = requirements().get(id) ?? {};
  const open = markup`classname="${section}" name="${id}: ${text}" time="0"`;
  if (status === 'verified') return caseOf('passed', 0, open);
  if (status === 'violated')
    return caseOf('failures', 0, open, failure(reason, id, index.findingsOn(requirement), index));
  return caseOf('skipped', 0, open, markup`<skipped message="${line(`${status}: ${reason}`)}"/>`);
}

function caseOf(counts: Case['counts'], seconds: number, attributes: Markup, outcome?: Markup): Case {
  return { counts, seconds, xml: markup`<testcase ${attributes}>${outcome}</testcase>\n` };
}

function failure(message: string, requirement: string, findings: readonly NumberedFinding[], index: RunIndex): Markup {
  const text = findings.map(numbered => describeFinding(numbered, index)).join('\n\n');
  return markup`<failure message="${line(message)}" type="${requirement}">${text}</failure>`;
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/**
 * `ctrf.json` (Common Test Report Format; its tools know version 0.0.0): the scenarios of a run, with times in whole
 * milliseconds. No test is flaky: a breach that was seen once is a breach.
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
