import type { Change } from '../facts/drift.ts';
import type { LifecycleDrift } from '../facts/lifecycle/compare-lifecycles.ts';
import type { EarlierFinding } from '../settings/file-schemas.ts';
import { type Block, type Blocks, drawing, fold, inText, lead, list, table, text } from './blocks.ts';
import type { Compared, SideBySide } from './comparison.ts';
import { nameOf } from './describe-fact.ts';
import { otherTransitions, outputInWords } from './describe-lifecycle-drift.ts';
import { htmlLine } from './html/print-html.ts';
import { badges, code, marks, strong } from './line.ts';
import { markup } from './markup.ts';
import type { NumberedFinding } from './numbered-finding.ts';
import { cut, moment } from './wording.ts';

/** Rows of one table: a comment on a pull request holds 65,536 characters. */
const MOST_ROWS = 150;
/** New breaches that are shown beside what happened before; the first is open. */
const MOST_BESIDE = 5;
/** Rows of two journeys in Markdown: what comes long after the first difference says little. */
const MOST_MOMENTS = 40;
const MARKS = { same: '', added: '+', removed: '−', changed: '≠' } as const;

/**
 * What changed since a baseline: new breaches first, each beside what happened before, then what breaks a consumer, and
 * the rest folded.
 *
 * @param all the findings of the report that this is in; default: it is in none
 */
export function comparisonBlocks(
  { comparison: { findings, drift, lifecycle }, divergences }: Compared,
  all: readonly NumberedFinding[] = [],
): Blocks {
  const numbered = ({ id }: { readonly id: string }) => all.filter(({ finding }) => finding.id === id);
  const findingsFold = (title: string, own: readonly EarlierFinding[], open = false) => {
    const rows = own.map(one => [
      [code(one.requirement), badges(numbered(one))],
      `${one.message}${one.severity === 'advice' ? ' (advice)' : ''}`,
      one.since === undefined ? '–' : moment(one.since),
    ]);
    return rowsFold(title, ['Finding', 'Description', 'Since'], rows, open);
  };
  const changesFold = (title: string, own: readonly Change[]) => {
    const rows = own.map(change => [
      code(nameOf(change)),
      strong(change.kind, change.breaking ? 'bad' : 'calm'),
      changeInWords(change),
    ]);
    return rowsFold(title, ['Fact', 'Change', 'What'], rows, title === BREAKING);
  };
  const others = drift.changes.filter(({ breaking }) => !breaking);
  const missing = drift.notExercised.map(fact => [code(nameOf(fact)), fact.why]);
  return [
    findings && [
      lead(`${findings.new.length} new, ${findings.known.length} known, ${findings.gone.length} gone.`),
      findingsFold('New', findings.new, true),
    ],
    divergences.slice(0, MOST_BESIDE).map((both, nth) => sideBySide(both, nth === 0, numbered(both.finding))),
    changesFold(
      BREAKING,
      drift.changes.filter(({ breaking }) => breaking),
    ),
    lifecycle && lifecycleFold(lifecycle),
    findings && [findingsFold('Known', findings.known), findingsFold('Gone', findings.gone)],
    changesFold(
      'Other changes',
      others.filter(({ preview }) => !preview),
    ),
    changesFold(
      'Preview routes, which may change',
      others.filter(({ preview }) => preview),
    ),
    rowsFold('Not exercised this time', ['Fact', 'Why'], missing),
  ];
}

const BREAKING = 'Breaking changes';

/** What changed of a fact, and that a person had confirmed it. */
export function changeInWords({ what, confirmed }: Change): string {
  return `${cut(what, 400)}${confirmed === undefined ? '' : ` (confirmed before: ${confirmed})`}`;
}

function rowsFold(
  title: string,
  head: readonly string[],
  rows: Parameters<typeof table>[1],
  open = false,
): Block | false {
  const more = rows.length - MOST_ROWS;
  const blocks = [table(head, rows.slice(0, MOST_ROWS)), more > 0 && text(`… and ${more} more`)];
  return rows.length > 0 && fold(strong(title), blocks, { count: rows.length, open });
}

/** The shortest sequence of steps that tells two lifecycles apart. */
function lifecycleFold(drift: LifecycleDrift): Block {
  const { before, event, old, new: now } = drift;
  const steps = before.map(step => [code(step.event), `: ${outputInWords(step)}`]);
  const last = [code(event), ': ', strong(outputInWords(now), 'bad'), ` instead of ${outputInWords(old)}`];
  const blocks = [
    text('The shortest sequence of steps with a different answer:'),
    list([...steps, last]),
    ...otherTransitions(drift).map(line => text(line)),
  ];
  return fold(strong('The lifecycle'), blocks, { open: true });
}

/** Two journeys, a row for what happened at one place of both. */
function sideBySide(
  { finding, before, now, rows, first, scenario }: SideBySide,
  open: boolean,
  shown: readonly NumberedFinding[],
): Block {
  const moments = rows.map(({ before: left, now: right, found }) => {
    const look = left === right ? 'same' : left === undefined ? 'added' : right === undefined ? 'removed' : 'changed';
    return { look, left, right, found } as const;
  });
  const lines = moments.map(({ look, left, right, found }) => {
    const last = htmlLine([right, found && badges(shown)]);
    return markup`<tr class="${look}"><td>${MARKS[look]}</td><td>${left}</td><td>${last}</td></tr>
`;
  });
  const then = markup`<th scope="col">then: ${before.id}</th>`;
  const drawn = markup`<table class="beside"><thead><tr><th scope="col"><span class="skip">differs</span></th>${then}
<th scope="col">now: <a href="#${now.id}">${now.id}</a></th></tr></thead><tbody>${lines}</tbody></table>`;
  const cells = moments.map(({ look, left, right, found }) => [MARKS[look], left, [right, found && ' ◄']]);
  const more = cells.length - MOST_MOMENTS;
  return fold(
    [strong('Side by side'), marks(shown), ' ', code(scenario), `: ${finding.requirement}`],
    [
      drawing(drawn),
      inText(
        table(['differs', `then: ${before.id}`, `now: ${now.id}`], cells.slice(0, MOST_MOMENTS)),
        more > 0 && text(`… and ${more} more`),
      ),
      first === undefined && text('Both show the same sequence; the messages differ.', 'small'),
    ],
    { open },
  );
}
