import { duration, plural } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { scenarioOutcomes } from '../scenario-outcomes.ts';
import { badges } from './badge.ts';

const STATUSES = {
  passed: { symbol: '✓', tone: 'good' },
  failed: { symbol: '✗', tone: 'bad' },
  skipped: { symbol: '–', tone: 'calm' },
} as const;

/** What was driven, and what became of it. */
export function scenariosSection(index: RunIndex): Markup {
  const outcomes = scenarioOutcomes(index);
  const { gate } = index.summary;
  // Of the thousand and more cases of a gate, those that passed are folded away.
  const parts = gate
    ? ([
        ['failed or skipped', outcomes.filter(({ status }) => status !== 'passed'), true],
        ['passed', outcomes.filter(({ status }) => status === 'passed'), false],
      ] as const)
    : ([['', outcomes, true]] as const);
  return markup`<section aria-labelledby="scenarios"><h2 id="scenarios">${gate ? 'Cases' : 'Scenarios'} <span class="count">${outcomes.length}</span></h2>
${parts.map(([words, rows, open]) => {
  const table = tableOf(rows, index);
  if (words === '') return table;
  return markup`<details class="group"${open && rows.length > 0 && markup` open`}><summary><b>${words}</b> <span class="small">${rows.length}</span></summary>${table}</details>`;
})}</section>
`;
}

function tableOf(outcomes: ReturnType<typeof scenarioOutcomes>, index: RunIndex): Markup {
  const sdk = index.summary.gate !== undefined;
  return markup`<div class="scroll"><table><thead><tr><th scope="col">${sdk ? 'Case' : 'Scenario'}</th><th scope="col">${sdk ? 'What the SDK was asked' : 'What a sound service shows'}</th><th scope="col">Outcome</th></tr></thead>
<tbody>${outcomes.map(({ scenario, status, reason, findings }) => {
    const { symbol, tone } = STATUSES[status];
    const { id, title, from, to } = scenario;
    const driven = index.evidence.journeys.filter(journey => journey.scenario === id).length;
    return markup`<tr><th scope="row"><code>${id}</code></th><td>${title}</td><td><b class="${tone}">${symbol} ${status}</b> <span class="small">${
      to !== undefined && status !== 'skipped' && `in ${duration(to - from)}`
    }${driven > 0 && `, ${plural(driven, 'journey')}`}</span>${reason !== undefined && markup`<br>${reason}`}${badges(findings)}</td></tr>
`;
  })}</tbody></table></div>
`;
}
