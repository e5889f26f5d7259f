import type { Evidence } from '../core/evidence.ts';
import { plural } from '../core/plural.ts';
import { VERDICTS } from './looks.ts';
import { code, prose } from './markdown-text.ts';
import type { RequirementStatus } from './requirement-status.ts';
import { RunIndex } from './run-index.ts';
import { sectionsOf } from './sections/index.ts';
import type { Summary } from './summary.ts';
import { duration, moment } from './wording.ts';

/** `report.md`: the report for a pull request or a terminal, verdict first. */
export function renderMarkdown(evidence: Evidence, summary: Summary): string {
  const index = new RunIndex(evidence, summary);
  const sections = sectionsOf(index).flatMap(section => section.markdown(index));
  return `${[head(index), ...sections, foot(evidence)].join('\n\n')}\n`;
}

function head({ evidence, summary, view }: RunIndex): string {
  const { verdict, message, target, counts, observed, run, seed, startedAt, exitCode } = summary;
  const took = duration(Math.max(0, view.until - Date.parse(startedAt)));
  const by = (status: RequirementStatus['status']) =>
    summary.requirements.filter(({ status: is }) => is === status).length;
  const what = summary.gate ? `cases of edition ${summary.gate.edition}` : 'scenarios';
  const seen = [
    ...(observed.journeys === undefined ? [] : [plural(observed.journeys, 'journey')]),
    plural(observed.exchanges, 'exchange'),
    ...(observed.deliveries === undefined
      ? []
      : [`${plural(observed.deliveries, 'delivery')} (${observed.unattributed} about no order of this run)`]),
  ];
  return [
    `# ${VERDICTS[verdict].symbol} ${verdict}`,
    `**${prose(message)}**`,
    [
      `- target: ${code(target.url)} (${target.kind})`,
      `- run: ${code(run)}, ${moment(startedAt)}, took ${took}, seed ${seed}, exit code ${exitCode}`,
      ...(evidence.run.faults ? [`- injected faults: ${evidence.run.faults.map(code).join(', ')}`] : []),
      `- ${what}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
      `- requirements: ${by('verified')} verified, ${by('violated')} violated, ` +
        `${by('not-exercised')} not exercised, ${by('not-testable')} not testable`,
      `- observed: ${seen.join(', ')}`,
    ].join('\n'),
  ].join('\n\n');
}

function foot({ run }: Evidence): string {
  return (
    'More: report.html (journeys drawn, exchanges in full), exchanges.har, run.ndjson. ' +
    `Harness ${prose(run.harness)}, Node ${prose(run.node)}.`
  );
}
