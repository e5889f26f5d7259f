import { plural } from '../../base/plural.ts';
import { type Block, drawing, fold, inText, lead, table } from '../blocks.ts';
import type { Coverage, FieldsSeen, OperationCoverage } from '../coverage.ts';
import { messagesOf } from '../html/messages.ts';
import { code, onPage, strong } from '../line.ts';
import { type Markup, markup } from '../markup.ts';
import { type Cell, type Matrix, signatureMatrix, statusMatrix, transitionMatrix } from '../matrix.ts';
import { cut, list, times } from '../wording.ts';
import { section } from './section.ts';

/** Characters of the name of a row that are shown. */
const LONGEST = 60;
const SYMBOLS = { seen: '', odd: '! ', open: '○', none: '' } as const;

/** A matrix whose cells open what they count. It scrolls by itself where the page is narrow. */
function matrixTable({ title, lead, axes, columns, rows }: Matrix): Markup {
  const [down, across] = axes;
  const body = rows.map(
    ({ name, cells }) => markup`<tr><th scope="row"><code>${cut(name, LONGEST)}</code></th>${cells.map(cellOf)}</tr>
`,
  );
  const heads = columns.map(column => markup`<th scope="col"><code>${column}</code></th>`);
  return markup`<h3>${title}</h3>
<p class="small">${lead}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="matrix"><thead><tr>
<th scope="col">${down} ↓ ${across} →</th>${heads}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

function cellOf({ count, search, look, title }: Cell): Markup {
  const shown = `${SYMBOLS[look]}${count > 0 ? count : ''}`;
  if (count === 0) return markup`<td class="${look}"><span title="${title}">${shown}</span></td>`;
  const href = `#q=${encodeURIComponent(search)}`;
  return markup`<td class="${look}"><a href="${href}" aria-label="${title}" title="${title}">${shown}</a></td>`;
}

/** How much of the contract the run touched. */
export const coverageSection = section({
  id: 'coverage',
  title: 'Coverage',
  part: ({ summary }) => summary.coverage,
  blocks(coverage, index) {
    const messages = messagesOf(index);
    const matrices = [statusMatrix, signatureMatrix, transitionMatrix].map(make => make(messages));
    const shown = matrices.filter(({ rows }) => rows.length > 0).map(matrixTable);
    return [
      lead([coverageSentence(coverage), ' What was never seen is no breach; nothing is known of it.', OPENS]),
      drawing(markup`<div class="card matrices">${shown}</div>`),
      inText(matrices.map(matrixInText)),
      coverageTables(coverage).map(({ title, head, rows }) => fold(strong(title), [table(head, rows)])),
    ];
  },
});

const OPENS = onPage(' Each number opens what it counts.');

/** A matrix as a table of counts. What was never seen is empty. */
function matrixInText({ title, axes, columns, rows }: Matrix): Block {
  const counts = rows.map(({ name, cells }) => [code(name), ...cells.map(({ count }) => count > 0 && count)]);
  return fold(title, [table([axes[0], ...columns], counts)]);
}

/** A table of three columns. */
export interface CoverageTable {
  readonly title: string;
  readonly head: readonly [string, string, string];
  readonly rows: readonly (readonly [string, string, string])[];
}

/** What a run touched, as tables: operations with their media types, and fields. */
export function coverageTables({ operations }: Coverage): readonly CoverageTable[] {
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
