import type { EarlierFinding } from '../../core/file-schemas.ts';
import type { SideBySide } from '../compared.ts';
import { nameOf } from '../describe-fact.ts';
import { badges, marks } from '../html/badge.ts';
import { group, table } from '../html/table.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { cut, moment } from '../wording.ts';
import { section } from './section.ts';

const MARKS = { same: '', added: '+', removed: '−', changed: '≠' } as const;
const HEAD_OF_CHANGES = ['Fact', 'Change', 'What'];
/** New breaches that are shown beside the baseline; the first is open. */
const MOST_BESIDE = 5;

/** What is new, known and gone since the baseline, with new breaches beside what happened then. */
export const baselineSection = section({
  id: 'baseline',
  title: 'Since the baseline',
  short: 'Baseline',
  part: ({ compared }) => compared,
  html({ comparison: { findings, drift }, divergences }, index) {
    const counts = findings && [findings.new, findings.known, findings.gone].map(own => own.length);
    const changes = drift.changes.map(change => [
      markup`<code>${nameOf(change)}</code>`,
      markup`<b class="${change.breaking ? 'bad' : 'calm'}">${change.kind}</b>`,
      cut(change.what, 400),
    ]);
    return markup`${
      findings &&
      markup`<p class="lead">${counts?.[0]} new, ${counts?.[1]} known, ${counts?.[2]} gone.</p>
${findingsTable('New', findings.new, index)}${findingsTable('Known', findings.known, index)}
${findingsTable('Gone', findings.gone, index)}`
    }${divergences.slice(0, MOST_BESIDE).map((both, nth) => sideBySide(both, nth === 0, index))}
${changes.length > 0 && group(markup`<b>Changed facts</b>`, changes.length, table(HEAD_OF_CHANGES, changes))}`;
  },
});

function findingsTable(kind: string, findings: readonly EarlierFinding[], index: RunIndex): Markup | false {
  const rows = findings.map(({ id, requirement, message, since }) => {
    const numbered = index.findings.filter(({ finding }) => finding.id === id);
    return [markup`<code>${requirement}</code>${badges(numbered)}`, message, since === undefined ? '–' : moment(since)];
  });
  return (
    rows.length > 0 &&
    group(markup`<b>${kind}</b>`, rows.length, table(['Finding', 'Description', 'Since'], rows), true)
  );
}

function sideBySide(
  { finding, before, now, rows, first, scenario }: SideBySide,
  open: boolean,
  index: RunIndex,
): Markup {
  const numbered = index.findings.filter(({ finding: { id } }) => id === finding.id);
  const lines = rows.map(({ before: left, now: right, found }) => {
    const look = left === right ? 'same' : left === undefined ? 'added' : right === undefined ? 'removed' : 'changed';
    const mark = MARKS[look];
    return markup`<tr class="${look}"><td>${mark}</td><td>${left}</td><td>${right}${found && badges(numbered)}</td></tr>
`;
  });
  const same = first === undefined && markup`<p class="small">Both show the same sequence; the messages differ.</p>`;
  const then = markup`<th scope="col">then: ${before.id}</th>`;
  return group(
    markup`<b>Side by side</b>${marks(numbered)} <code>${scenario}</code>`,
    undefined,
    markup`<table class="beside"><thead><tr><th scope="col"><span class="skip">differs</span></th>${then}
<th scope="col">now: <a href="#${now.id}">${now.id}</a></th></tr></thead><tbody>${lines}</tbody></table>${same}`,
    open,
  );
}
