import { plural } from '../../core/plural.ts';
import { badges } from '../html/badge.ts';
import { group, table } from '../html/table.ts';
import { STATUSES } from '../looks.ts';
import { codeCell, table as markdownTable, prose } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import type { DrivenScenario, RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';
import { section } from './section.ts';

/** Cases of a gate that report.md names. */
const MOST_NAMED = 100;

/** What was driven, and what became of it. */
export const scenariosSection = section({
  id: 'scenarios',
  title: ({ summary }) => (summary.gate ? 'Cases' : 'Scenarios'),
  part: ({ scenarios }) => scenarios,
  count: scenarios => scenarios.length,
  html(scenarios, index) {
    if (!index.summary.gate) return tableOf(scenarios, index);
    // Of the thousand and more cases of a gate, those that passed are folded away.
    const { passed, others } = apart(scenarios);
    const open = others.length > 0;
    return markup`${group(markup`<b>failed or skipped</b>`, others.length, tableOf(others, index), open)}
${group(markup`<b>passed</b>`, passed.length, tableOf(passed, index))}`;
  },
  markdown(scenarios, { summary }) {
    const { passed, others } = apart(scenarios);
    const rows = summary.gate ? others.slice(0, MOST_NAMED) : scenarios;
    const unnamed = scenarios.length - rows.length;
    const cells = rows.map(({ id, status, reason, findings }) => [
      codeCell(id),
      prose(`${STATUSES[status].symbol} ${status}${reason === undefined ? '' : `: ${reason}`}`),
      findings.map(({ number }) => number).join(', ') || '–',
    ]);
    const head = [summary.gate ? 'case' : 'scenario', 'outcome', 'findings'];
    return [
      ...(cells.length > 0 ? [markdownTable(head, cells)] : []),
      ...(unnamed > 0 ? [`${plural(passed.length, 'case')} passed, ${others.length} did not.`] : []),
    ];
  },
});

function apart(scenarios: readonly DrivenScenario[]) {
  return {
    passed: scenarios.filter(({ status }) => status === 'passed'),
    others: scenarios.filter(({ status }) => status !== 'passed'),
  };
}

function tableOf(scenarios: readonly DrivenScenario[], { summary, evidence }: RunIndex): Markup {
  const journeys = Map.groupBy(evidence.journeys, ({ scenario }) => scenario);
  const rows = scenarios.map(({ id, title, status, reason, findings, from, to }) => {
    const { symbol, tone } = STATUSES[status];
    const driven = journeys.get(id)?.length ?? 0;
    const facts = [
      ...(to !== undefined && status !== 'skipped' ? [`in ${duration(to - from)}`] : []),
      ...(driven > 0 ? [plural(driven, 'journey')] : []),
    ];
    const outcome = markup`<b class="${tone}">${symbol} ${status}</b> <span class="small">${facts.join(', ')}</span>${
      reason !== undefined && markup`<br>${reason}`
    }${badges(findings)}`;
    return [markup`<code>${id}</code>`, title, outcome];
  });
  return table(
    summary.gate ? ['Case', 'What the SDK was asked', 'Outcome'] : ['Scenario', 'What it drives', 'Outcome'],
    rows,
  );
}
