import { createHash } from 'node:crypto';
import type { Evidence } from '../core/evidence.ts';
import { caveatsSection } from './html/caveats.ts';
import { checksSection } from './html/checks.ts';
import { coverageSection } from './html/coverage.ts';
import { dialectSection } from './html/dialect.ts';
import { findingsSection } from './html/findings.ts';
import { head } from './html/head.ts';
import { journeysSection } from './html/journeys.ts';
import { mutationScoreSection } from './html/mutation-score.ts';
import { observedSection } from './html/observed.ts';
import { requirementsSection } from './html/requirements.ts';
import { scenariosSection } from './html/scenarios.ts';
import { SCRIPT } from './html/script.ts';
import { STYLE } from './html/style.ts';
import { trafficSection } from './html/traffic.ts';
import { markup, trusted } from './markup.ts';
import { RunIndex } from './run-index.ts';
import type { Summary } from './summary.ts';
import { VERDICTS } from './verdict-in-words.ts';

/**
 * `report.html`: one page that holds everything it shows and asks nothing of any network. Its policy lets only its own
 * stylesheet and script run, by their digests, so that even markup that slipped through could do nothing.
 */
export function renderHtml(evidence: Evidence, summary: Summary): string {
  const index = new RunIndex(evidence, summary);
  const policy = `default-src 'none'; style-src ${digest(STYLE)}; script-src ${digest(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  const sections = [
    ['weak', 'Not shown', caveatsSection(index)],
    ['findings', 'Findings', findingsSection(index)],
    ['journeys', 'Journeys', journeysSection(index)],
    ['requirements', 'Requirements', requirementsSection(index)],
    ['checks', 'Checks', summary.gate ? undefined : checksSection(index)],
    ['coverage', 'Coverage', summary.gate ? undefined : coverageSection(index)],
    ['mutation-score', 'Mutation score', summary.gate ? undefined : mutationScoreSection(index)],
    ['dialect', 'Dialect', summary.gate ? undefined : dialectSection(index)],
    ['observed', 'Observed', summary.gate ? undefined : observedSection(index)],
    ['scenarios', summary.gate ? 'Cases' : 'Scenarios', scenariosSection(index)],
    ['wire', 'On the wire', trafficSection(index)],
  ] as const;
  const present = sections.filter(([, , section]) => section !== undefined);
  return `${markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${VERDICTS[summary.verdict].symbol} ${summary.verdict} · ${summary.run}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
${head(index)}
<nav aria-label="Sections">${present.map(([id, title]) => markup`<a href="#${id}">${title}</a> `)}</nav>
<main>
${present.map(([, , section]) => section)}</main>
<footer><p>Drawn from the record of run <code>${summary.run}</code> by onramp-harness ${evidence.run.harness} on Node ${evidence.run.node}. Beside this page: <code>run.ndjson</code>, <code>exchanges.har</code>, <code>facts.json</code>, <code>summary.json</code>, <code>report.md</code>, <code>junit.xml</code>, <code>ctrf.json</code>.</p></footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`}`;
}

function digest(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
