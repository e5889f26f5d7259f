import { plural } from '../core/plural.ts';
import { asText, diffOf } from '../report/diff.ts';
import type { Summary } from '../report/summary.ts';
import { visibleLine } from '../report/visible.ts';
import { list } from '../report/wording.ts';

/** How many findings are listed at the end of a run; the report has them all. */
const MOST_LISTED = 5;
/** How many failed journeys are named. */
const MOST_JOURNEYS = 8;

/** The verdict as a person reads it at the end of a run. */
export function printVerdict(summary: Summary, folder: string): string {
  const { verdict, message, counts, gate, journeys = [], requirements, findings, shortfalls } = summary;
  const by = (status: string) => requirements.filter(requirement => requirement.status === status).length;
  const breaches = findings.filter(({ severity }) => severity === 'breach').length;
  const failed = journeys.filter(({ status }) => status === 'failed');
  const incomplete = journeys.filter(({ status }) => status === 'incomplete').length;
  const outcome = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  const rows: readonly (readonly [string, string])[] = [
    gate ? ['cases', `${outcome}, of edition ${gate.edition}`] : ['scenarios', outcome],
    [
      'requirements',
      `${by('verified')} verified, ${by('violated')} violated, ` +
        `${by('not-exercised')} not exercised, ${by('not-testable')} not testable`,
    ],
    ...(failed.length > 0 ? [['failed', journeyNames(failed)] as const] : []),
    ...(incomplete > 0 ? [['incomplete', plural(incomplete, 'journey')] as const] : []),
    ...observedRows(summary),
    ['findings', `${plural(breaches, 'breach')}, ${plural(findings.length - breaches, 'advice')}`],
  ];
  const details = [...findingLines(summary), ...(verdict === 'incomplete' ? shortfallLines(shortfalls) : [])];
  return [
    '',
    `${verdict.toUpperCase()}  ${visibleLine(message)}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(12)}  ${value}`),
    ...(details.length > 0 ? ['', ...details] : []),
    '',
    `  report        ${folder}/report.html`,
    '',
  ].join('\n');
}

function journeyNames(failed: NonNullable<Summary['journeys']>): string {
  const ids = failed.map(({ id }) => id);
  return `${plural(failed.length, 'journey')} (${list(ids, MOST_JOURNEYS)})`;
}

function observedRows({ observed, mutationScore }: Summary): readonly (readonly [string, string])[] {
  const { journeys, exchanges, deliveries, unattributed = 0 } = observed;
  if (journeys === undefined || deliveries === undefined || mutationScore === undefined) return [];
  const seen = [plural(journeys, 'journey'), plural(exchanges, 'exchange'), plural(deliveries, 'delivery')].join(', ');
  const { exposed, tried } = mutationScore;
  return [
    ['observed', `${seen} (${unattributed} unattributed)`],
    ['mutations', `${exposed} of ${plural(tried, 'breach')} injected into this evidence are detected`],
  ];
}

function findingLines({ findings, gate }: Summary): readonly string[] {
  const listed = findings.slice(0, MOST_LISTED).flatMap(finding => {
    const { severity, requirement, message, likely, next, count } = finding;
    return [
      `  ${severity === 'breach' ? '✗' : '!'} ${requirement}: ${visibleLine(message)}` +
        (count > 1 ? ` (${count} times)` : ''),
      ...diffOf(finding).map(line => `      ${asText(line)}`),
      ...(likely === undefined ? [] : [`      likely cause: ${visibleLine(likely)}`]),
      ...(gate && next !== undefined ? [`      next: ${visibleLine(next)}`] : []),
    ];
  });
  const more = findings.length - MOST_LISTED;
  return more > 0 ? [...listed, `  … and ${plural(more, 'more finding')}`] : listed;
}

function shortfallLines(shortfalls: Summary['shortfalls']): readonly string[] {
  return shortfalls
    .slice(0, MOST_LISTED)
    .map(({ what, setting }) => `  – ${visibleLine(what)}${setting === undefined ? '' : ` [${setting}]`}`);
}
