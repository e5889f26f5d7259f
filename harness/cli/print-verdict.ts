import type { Summary } from '../report/summary.ts';

/** How many findings are told at the end of a run; the report has them all. */
const MOST_TOLD = 5;

/** The verdict as a person reads it at the end of a run. */
export function printVerdict(summary: Summary, folder: string): string {
  const { verdict, message, counts, observed, requirements, findings, shortfalls, mutationScore } = summary;
  const by = (status: string) => requirements.filter(requirement => requirement.status === status).length;
  const breaches = findings.filter(({ severity }) => severity === 'breach');
  const told = findings
    .slice(0, MOST_TOLD)
    .flatMap(({ severity, requirement, message: what, received, likely, next, count }) => [
      `  ${severity === 'breach' ? '✗' : '!'} ${requirement}: ${what}${count > 1 ? ` (${count} times)` : ''}`,
      `      received: ${received}`,
      ...(likely === undefined ? [] : [`      likeliest cause: ${likely}`]),
      ...(summary.gate && next !== undefined ? [`      next: ${next}`] : []),
    ]);
  const untold = findings.length > MOST_TOLD ? [`  … and ${findings.length - MOST_TOLD} more findings`] : [];
  const short =
    verdict === 'incomplete'
      ? shortfalls
          .slice(0, MOST_TOLD)
          .map(({ what, setting }) => `  – ${what}${setting === undefined ? '' : ` [${setting}]`}`)
      : [];
  const asked = summary.gate
    ? [
        `  cases         ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, of edition ${summary.gate.edition}`,
      ]
    : [`  scenarios     ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`];
  const seen = summary.gate
    ? []
    : [
        `  observed      ${observed.journeys} journeys, ${observed.exchanges} exchanges, ${observed.deliveries} deliveries (${observed.unattributed} unattributed)`,
        `  mutations     ${mutationScore.exposed} of ${mutationScore.tried} breaches injected into this evidence are detected`,
      ];
  return [
    '',
    `${verdict.toUpperCase()}  ${message}`,
    '',
    ...asked,
    `  requirements  ${by('verified')} verified, ${by('violated')} violated, ${by('not-exercised')} not exercised, ${by('not-testable')} not testable`,
    ...seen,
    `  findings      ${breaches.length} breaches, ${findings.length - breaches.length} advice`,
    ...(told.length + short.length > 0 ? ['', ...told, ...untold, ...short] : []),
    '',
    `  report        ${folder}/report.html`,
    '',
  ].join('\n');
}
