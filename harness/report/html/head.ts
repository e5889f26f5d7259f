import type { TunnelSeen } from '../../core/evidence.ts';
import { noun, plural } from '../../core/plural.ts';
import { REQUIREMENT_STATUSES, VERDICTS } from '../looks.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import type { Summary } from '../summary.ts';
import { duration, moment } from '../wording.ts';
import { badges } from './badge.ts';

/** The verdict, what to do first, what was run, and the counts. */
export function head(index: RunIndex): Markup {
  const { summary, evidence } = index;
  const { symbol, tone } = VERDICTS[summary.verdict];
  const facts: readonly (readonly [string, string | Markup])[] = [
    ['Target', markup`<code>${summary.target.url}</code> (${summary.target.kind})`],
    ['Started', moment(summary.startedAt)],
    ['Took', duration(Math.max(0, index.view.until - evidence.run.at))],
    ['Run', markup`<code>${summary.run}</code>`],
    ['Seed', String(summary.seed)],
    ['Exit code', `${summary.exitCode}${summary.cause === 'none' ? '' : `, cause: ${summary.cause}`}`],
    ...tunnelsOf(evidence.tunnels),
    ...(evidence.run.faults ? ([['Injected faults', evidence.run.faults.join(', ')]] as const) : []),
    ...gateOf(summary.gate),
    ...dialectOf(summary.dialect),
  ];
  return markup`<header class="verdict ${tone}">
<p class="product">onramp-harness · run report</p>
<h1><span aria-hidden="true">${symbol}</span> ${summary.verdict}</h1>
<p class="message">${summary.message}${badges(index.findings.slice(0, 1))}</p>
<dl class="facts">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>
${counts(index)}`;
}

/** How webhooks came, where anything stood between the service and the receiver. */
function tunnelsOf(tunnels: readonly TunnelSeen[]): readonly (readonly [string, string])[] {
  const led = tunnels.filter(({ kind }) => kind !== 'direct');
  const [first] = led;
  if (first === undefined) return [];
  const moves = led.length > 1 ? `, moved ${plural(led.length - 1, 'time')}` : '';
  return [['Tunnel', `${first.kind}, ${first.name}${moves}`]];
}

function gateOf(gate: Summary['gate']): readonly (readonly [string, string])[] {
  if (gate === undefined) return [];
  return [['Cases', `edition ${gate.edition}, clock ${gate.adapter.clock}: ${gate.adapter.methods.join(', ')}`]];
}

function dialectOf(dialect: Summary['dialect']): readonly (readonly [string, string])[] {
  return dialect === undefined ? [] : [['Dialect', dialect.held ? 'as configured' : 'learned in this run']];
}

function counts({ summary }: RunIndex): Markup {
  const { counts: scenarios, observed, requirements } = summary;
  const { unattributed = 0 } = observed;
  const about = 'about no order of this run: counted, not judged.';
  const others = unattributed > 0 && markup`<p class="small">${plural(unattributed, 'delivery')} ${about}</p>`;
  const tiles: readonly (readonly [number, string, string])[] = [
    [scenarios.passed, summary.gate ? 'cases passed' : 'scenarios passed', 'good'],
    [scenarios.failed, 'failed', scenarios.failed > 0 ? 'bad' : ''],
    [scenarios.skipped, 'skipped', scenarios.skipped > 0 ? 'warn' : ''],
    ...(['journey', 'exchange', 'delivery'] as const).flatMap(what => {
      const count = { journey: observed.journeys, exchange: observed.exchanges, delivery: observed.deliveries }[what];
      return count === undefined ? [] : [[count, noun(count, what), ''] as const];
    }),
  ];
  const parts = REQUIREMENT_STATUSES.map(part => ({
    ...part,
    count: requirements.filter(({ status }) => status === part.status).length,
  })).filter(({ count }) => count > 0);
  let x = 0;
  const bars = parts.map(({ count, tone, words }) => {
    const width = (count / requirements.length) * 1000;
    x += width;
    const place = markup`x="${(x - width).toFixed(1)}" width="${Math.max(0, width - 3).toFixed(1)}" height="10"`;
    return markup`<rect class="fill-${tone}" ${place}><title>${count} ${words}</title></rect>`;
  });
  return markup`<section class="counts" aria-label="Counts">
<ul class="tiles">${tiles.map(([count, words, tone]) => markup`<li class="${tone}"><b>${count}</b> ${words}</li>`)}</ul>
<p class="bar"><b>${plural(requirements.length, 'requirement')}</b> ${parts.map(
    ({ count, symbol, words, tone }) => markup`<span class="${tone}">${symbol} ${count} ${words}</span> `,
  )}</p>
<svg class="stack" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
${others}
</section>
`;
}
