import { plural } from '../../core/plural.ts';
import type { Coverage, FieldsSeen, OperationCoverage } from '../coverage.ts';
import { matrixTable } from '../html/matrix-table.ts';
import { messagesOf } from '../html/messages.ts';
import { group, table } from '../html/table.ts';
import { table as markdownTable, prose } from '../markdown-text.ts';
import { markup } from '../markup.ts';
import { signatureMatrix, statusMatrix, transitionMatrix } from '../matrix.ts';
import { list, times } from '../wording.ts';
import { section } from './section.ts';

/** How much of the contract the run touched. */
export const coverageSection = section({
  id: 'coverage',
  title: 'Coverage',
  part: ({ summary }) => summary.coverage,
  html(coverage, index) {
    const messages = messagesOf(index);
    const matrices = [statusMatrix, signatureMatrix, transitionMatrix].map(make => make(messages));
    const shown = matrices.filter(({ rows }) => rows.length > 0).map(matrixTable);
    const [, ...tables] = coverageTables(coverage);
    return markup`<p class="lead">${coverageSentence(coverage)} What was never seen is no breach; nothing is known of
it. Each number opens what it counts.</p>
<div class="card matrices">${shown}</div>
${tables.map(one => group(markup`<b>${one.title}</b>`, undefined, table(one.head, one.rows)))}`;
  },
  markdown: coverage => [
    coverageSentence(coverage),
    ...coverageTables(coverage).flatMap(({ title, head, rows }) => [
      `### ${title}`,
      markdownTable(
        head,
        rows.map(row => row.map(prose)),
      ),
    ]),
  ],
});

/** A table of three columns. */
export interface CoverageTable {
  readonly title: string;
  readonly head: readonly [string, string, string];
  readonly rows: readonly (readonly [string, string, string])[];
}

/** What a run touched, as tables: operations, fields, events; then the signatures. */
export function coverageTables({ operations, events, signatures }: Coverage): readonly CoverageTable[] {
  return [
    {
      title: 'Operations, statuses, media types',
      head: ['operation', 'answers seen', 'never seen'],
      rows: operations.map(operation => [nameOf(operation), answersOf(operation), listed(operation.never)]),
    },
    {
      title: 'Fields',
      head: ['body', 'fields seen', 'never seen'],
      rows: operations.flatMap(operation => operation.fields.map(fields => fieldsRow(operation, fields))),
    },
    {
      title: 'Simulated events, and the webhooks that came next',
      head: ['event', 'calls', 'webhooks'],
      rows: events.map(({ event, calls, accepted, types }) => [
        event,
        calls === 0 ? 'never simulated' : `${calls}, ${accepted} accepted`,
        listed(Object.entries(types).map(([type, count]) => `${type} ${times(count)}`)),
      ]),
    },
    {
      title: 'Signatures',
      head: ['outcome', 'deliveries', 'note'],
      rows: [
        ['verified', String(signatures.verified), `${signatures.bySeveralSecrets} under more than one secret`],
        ['without the header', String(signatures.withoutHeader), '–'],
        ...Object.entries(signatures.refused).map(([why, count]) => ['refused', String(count), why] as const),
      ],
    },
  ];
}

/** How much of the contract was touched, in one sentence. */
export function coverageSentence({ operations, signatures }: Coverage): string {
  const judged = operations.filter(({ preview }) => !preview);
  const touched = judged.filter(({ answers }) => answers.length > 0).length;
  const fields = judged.flatMap(operation => operation.fields);
  const sum = (of: (fields: FieldsSeen) => readonly string[]) =>
    fields.reduce((total, one) => total + of(one).length, 0);
  const seen = sum(one => one.seen);
  return (
    `This run called ${touched} of ${plural(judged.length, 'operation')} that are not preview, ` +
    `saw ${seen} of ${plural(seen + sum(one => one.never), 'documented field')}, ` +
    `and verified ${signatures.verified} of ${plural(signatures.deliveries, 'delivery')}.`
  );
}

function nameOf({ operation, preview }: OperationCoverage): string {
  return preview ? `${operation} (preview)` : operation;
}

function answersOf({ answers }: OperationCoverage): string {
  return listed(
    answers.map(
      ({ status, mediaType = 'no media type', documented, count }) =>
        `${status} ${mediaType} ${times(count)}${documented === undefined ? ' (not documented)' : ''}`,
    ),
  );
}

function fieldsRow(
  operation: OperationCoverage,
  { of, seen, never, unlisted }: FieldsSeen,
): readonly [string, string, string] {
  const beyond = unlisted.length > 0 ? `; not documented: ${listed(unlisted)}` : '';
  return [`${nameOf(operation)} ${of}`, `${seen.length} of ${seen.length + never.length}${beyond}`, listed(never)];
}

/** Items that are listed; a service may invent names without end, and summary.json has them all. */
const MOST_LISTED = 40;

function listed(items: readonly string[]): string {
  return list(items, MOST_LISTED);
}
