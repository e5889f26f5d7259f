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
  return markup`<section aria-labelledby="scenarios"><h2 id="scenarios">Scenarios <span class="count">${outcomes.length}</span></h2>
<div class="scroll"><table><thead><tr><th scope="col">Scenario</th><th scope="col">What a sound service shows</th><th scope="col">Outcome</th></tr></thead>
<tbody>${outcomes.map(({ scenario, status, reason, findings }) => {
    const { symbol, tone } = STATUSES[status];
    const { id, title, from, to } = scenario;
    const driven = index.evidence.journeys.filter(journey => journey.scenario === id).length;
    return markup`<tr><th scope="row"><code>${id}</code></th><td>${title}</td><td><b class="${tone}">${symbol} ${status}</b> <span class="small">${
      to !== undefined && status !== 'skipped' && `in ${duration(to - from)}`
    }${driven > 0 && `, ${plural(driven, 'journey')}`}</span>${reason !== undefined && markup`<br>${reason}`}${badges(findings)}</td></tr>
`;
  })}</tbody></table></div></section>
`;
}
