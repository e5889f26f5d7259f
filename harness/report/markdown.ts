import { requirements } from '../contract/requirements.ts';
import type { Evidence } from '../core/evidence.ts';
import { caveats } from './caveats.ts';
import { coverageSentence, coverageTables } from './coverage-in-words.ts';
import { curlOf } from './curl.ts';
import { describeEvidence } from './describe-evidence.ts';
import { aspectsInWords } from './dialect-in-words.ts';
import { cut, duration, moment, plural, seen } from './in-words.ts';
import { block, code, codeCell, prose } from './markdown-text.ts';
import { mutationScoreSentence, unexposed } from './mutation-score-in-words.ts';
import type { NumberedFinding } from './numbered-finding.ts';
import type { RequirementStatus } from './requirement-status.ts';
import { RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';
import { VERDICTS } from './verdict-in-words.ts';

/** Findings that are told in full: a comment on a pull request holds 65,536 characters. */
const MOST_IN_FULL = 20;

/** `report.md`: the report for a pull request or a terminal, verdict first. */
export function renderMarkdown(evidence: Evidence, summary: Summary): string {
  const index = new RunIndex(evidence, summary);
  // An SDK has no dialect to learn, and its cases are the breaches that would show.
  const service = summary.gate
    ? []
    : [...checksPart(summary), ...coveragePart(summary), ...mutationScorePart(summary), ...dialectPart(summary)];
  return `${[head(index), ...findingsPart(index), ...weakPart(index), ...requirementsPart(summary), ...service, foot(evidence)].join('\n\n')}\n`;
}

function head({ evidence, summary, view }: RunIndex): string {
  const { verdict, message, target, counts, observed, run, seed, startedAt, exitCode } = summary;
  const took = duration(Math.max(0, view.until - Date.parse(startedAt)));
  const status = (wanted: RequirementStatus['status']) =>
    summary.requirements.filter(({ status: is }) => is === wanted).length;
  return [
    `# ${VERDICTS[verdict].symbol} ${verdict}`,
    `**${prose(message)}**`,
    [
      `- target: ${code(target.url)} (${target.kind})`,
      `- run: ${code(run)}, ${moment(startedAt)}, took ${took}, seed ${seed}, exit code ${exitCode}`,
      ...(evidence.run.faults ? [`- faults committed on purpose: ${evidence.run.faults.map(code).join(', ')}`] : []),
      `- ${summary.gate ? `cases of edition ${summary.gate.edition}` : 'scenarios'}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
      `- requirements: ${status('verified')} verified, ${status('violated')} violated, ${status('not-exercised')} not exercised, ${status('not-testable')} not testable`,
      `- seen: ${plural(observed.journeys, 'journey')}, ${plural(observed.exchanges, 'exchange')}, ${plural(observed.deliveries, 'delivery', 'deliveries')} (${plural(observed.unattributed, 'stray')})`,
    ].join('\n'),
  ].join('\n\n');
}

function findingsPart(index: RunIndex): readonly string[] {
  const { findings } = index;
  if (findings.length === 0) return ['## Findings', 'None.'];
  const rest = findings.slice(MOST_IN_FULL);
  return [
    `## Findings (${findings.length})`,
    ...findings.slice(0, MOST_IN_FULL).map(numbered => findingPart(numbered, index)),
    ...(rest.length > 0
      ? [
          `${plural(rest.length, 'more finding')}, in full in report.html:`,
          rest
            .map(({ number, finding }) => `- ${number}. ${prose(finding.message)} (${code(finding.requirement)})`)
            .join('\n'),
        ]
      : []),
  ];
}

function findingPart(numbered: NumberedFinding, index: RunIndex): string {
  const { number, finding } = numbered;
  const { severity, message, expected, received, likely, next, line, check, evidence } = finding;
  const request = index.requestOf(numbered);
  const lines = [
    `- **expected:** ${code(cut(expected, 400))}`,
    `- **received:** ${code(cut(received, 400))}`,
    ...numbered.requirements.map(id => `- **requirement:** ${requirementText(id)}`),
    likely !== undefined && `- **likeliest cause:** ${prose(likely)}`,
    next !== undefined && `- **next:** ${prose(next)}`,
    `- **seen:** ${seen(finding)}, by check ${code(check)}`,
    `- **evidence:** ${evidence
      .slice(0, 5)
      .map(id => `${code(id)} (${prose(describeEvidence(id, index))})`)
      .join(', ')}${evidence.length > 5 ? `, and ${evidence.slice(5).map(code).join(' ')}` : ''}`,
    line !== undefined && `- **contract:** openapi/service.yaml, line ${line}`,
    request !== undefined &&
      `- **${request.shown ? 'request' : 'the step before it'}** (${code(request.exchange.id)}):`,
  ].filter(part => part !== false);
  return [
    `### ${number}. ${prose(message)}${severity === 'advice' ? ' (advice)' : ''}`,
    lines.join('\n'),
    ...(request ? [block(curlOf(request.exchange), 'sh')] : []),
  ].join('\n\n');
}

function requirementText(id: string): string {
  const requirement = requirements().get(id);
  return requirement ? `${code(id)} (${prose(requirement.section)}): ${prose(requirement.text)}` : code(id);
}

function mutationScorePart(summary: Summary): readonly string[] {
  const hidden = unexposed(summary).map(({ requirement, what }) => `- ${code(requirement)}: ${prose(what)}`);
  return ['## Strength', [mutationScoreSentence(summary), ...hidden].join('\n\n').replaceAll('\n\n- ', '\n- ')];
}

function weakPart(index: RunIndex): readonly string[] {
  const weak = caveats(index);
  if (weak.length === 0) return [];
  return [
    '## What this result does not show',
    weak
      .map(({ remedy, what }) => [`- ${prose(remedy)}`, ...what.map(one => `  - ${prose(one)}`)].join('\n'))
      .join('\n'),
  ];
}

const STATUSES = [
  ['violated', 'Violated'],
  ['not-exercised', 'Not exercised'],
  ['not-testable', 'Not testable from outside'],
  ['verified', 'Verified'],
] as const;

function requirementsPart(summary: Summary): readonly string[] {
  const groups = STATUSES.flatMap(([status, title]) => {
    const rows = summary.requirements.filter(requirement => requirement.status === status);
    if (rows.length === 0) return [];
    const verified = status === 'verified';
    return [
      `### ${title} (${rows.length})`,
      [
        `| requirement | section | ${verified ? 'seen to hold' : 'reason'} |`,
        `| --- | --- | ${verified ? '---: |' : '--- |'}`,
        ...rows.map(
          ({ id, reason = '', passed }) =>
            `| ${codeCell(id)} | ${prose(requirements().get(id)?.section ?? '')} | ${verified ? `${passed}×` : prose(reason)} |`,
        ),
      ].join('\n'),
    ];
  });
  return ['## Requirements', ...groups];
}

function checksPart({ checks }: Summary): readonly string[] {
  return [
    '## Checks',
    [
      '| check | holds | judges |',
      '| --- | --- | --- |',
      ...checks.map(
        ({ id, title, requirements: judged }) =>
          `| ${codeCell(id)} | ${prose(title)} | ${judged.map(on => codeCell(on.id)).join(' ')} |`,
      ),
    ].join('\n'),
  ];
}

function coveragePart({ coverage }: Summary): readonly string[] {
  const tables = coverageTables(coverage).flatMap(({ title, head, rows }) => [
    `### ${title}`,
    [head, ['---', '---', '---'], ...rows.map(row => row.map(prose))].map(row => `| ${row.join(' | ')} |`).join('\n'),
  ]);
  return ['## Coverage', coverageSentence(coverage), ...tables];
}

function dialectPart({ dialect }: Summary): readonly string[] {
  const rows = aspectsInWords(dialect);
  return [
    `## The dialect ${dialect.held ? 'that the target was held to' : 'as learned tonight, not locked'}`,
    [
      '| part | read as | known from |',
      '| --- | --- | --- |',
      ...rows.map(
        ({ name, value, basis }) => `| ${prose(name)} | ${value.map(codeCell).join(' or ')} | ${prose(basis)} |`,
      ),
    ].join('\n'),
  ];
}

function foot({ run }: Evidence): string {
  return `Everything behind this: report.html (journeys drawn, exchanges in full), exchanges.har, run.ndjson. Harness ${prose(run.harness)}, Node ${prose(run.node)}.`;
}
