import { requirements } from '../contract/requirements.ts';
import type { Evidence } from '../core/evidence.ts';
import { describeFinding } from './describe-finding.ts';
import { type Markup, markup } from './markup.ts';
import type { RequirementStatus } from './requirement-status.ts';
import { type DrivenScenario, RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';

/** One `testcase`, and what its suite counts it as. */
interface Case {
  readonly counts: 'passed' | 'failures' | 'errors' | 'skipped';
  readonly seconds: number;
  readonly xml: Markup;
}

/**
 * `junit.xml`: a suite of test cases per suite of scenarios, and one named `requirements` with a case per requirement.
 * A finding is a `failure`; a scenario that could not be driven to its end is an `error`.
 */
export function renderJunit(evidence: Evidence, summary: Summary): string {
  const index = new RunIndex(evidence, summary);
  const suites = new Map<string, Case[]>();
  for (const [suite, own] of Map.groupBy(index.scenarios, scenario => scenario.suite))
    suites.set(suite, own.map(scenarioCase));
  suites.set(
    'requirements',
    summary.requirements.map(status => requirementCase(status, index)),
  );
  const all = [...suites.values()].flat();
  const seconds = Math.max(0, Date.parse(summary.endedAt) - Date.parse(summary.startedAt)) / 1000;
  return `${markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="onramp-harness" ${attributesOf(all, seconds)}>
${[...suites].map(([name, cases]) => suiteOf(name, cases, summary))}</testsuites>
`}`;
}

function suiteOf(name: string, cases: readonly Case[], summary: Summary): Markup {
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const { run, target, seed, verdict } = summary;
  const properties = Object.entries({ run, target: target.url, seed, verdict }).map(
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

function scenarioCase({ id, suite, title, status, findings, reason, from, to }: DrivenScenario): Case {
  const seconds = Math.max(0, (to ?? from) - from) / 1000;
  const open = markup`<testcase classname="${suite}" name="${id}: ${title}" time="${seconds.toFixed(3)}">`;
  const made = (counts: Case['counts'], children?: Markup): Case => ({
    counts,
    seconds,
    xml: markup`${open}${children}</testcase>\n`,
  });
  if (status === 'passed') return made('passed');
  if (status === 'skipped') return made('skipped', markup`<skipped message="${line(reason ?? '')}"/>`);
  const [first] = findings;
  if (first === undefined) return made('errors', markup`<error message="${line(reason ?? '')}" type="harness"/>`);
  const text = findings.map(describeFinding).join('\n\n');
  return made(
    'failures',
    markup`<failure message="${line(first.finding.message)}" type="${first.finding.requirement}">${text}</failure>`,
  );
}

function requirementCase(requirement: RequirementStatus, index: RunIndex): Case {
  const { id, status, reason = '' } = requirement;
  const { section = '', text = '' } = requirements().get(id) ?? {};
  const open = markup`<testcase classname="${section}" name="${id}: ${text}" time="0">`;
  if (status === 'verified') return { counts: 'passed', seconds: 0, xml: markup`${open}</testcase>\n` };
  if (status !== 'violated') {
    return {
      counts: 'skipped',
      seconds: 0,
      xml: markup`${open}<skipped message="${line(`${status}: ${reason}`)}"/></testcase>\n`,
    };
  }
  const findings = index.findingsOn(requirement).map(describeFinding);
  return {
    counts: 'failures',
    seconds: 0,
    xml: markup`${open}<failure message="${line(reason)}" type="${id}">${findings.join('\n\n')}</failure></testcase>\n`,
  };
}

/** An attribute's value: line feeds would be read as blanks anyway. */
function line(text: string): string {
  return text.replace(/\s+/g, ' ');
}
