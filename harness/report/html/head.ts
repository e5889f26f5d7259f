import type { GateInfo, TunnelSeen } from '../../core/evidence.ts';
import { noun, plural } from '../../core/plural.ts';
import { REQUIREMENT_STATUSES, VERDICTS } from '../looks.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { duration, moment } from '../wording.ts';
import { badges } from './badge.ts';

/** The verdict, what to do first, what was run, and the counts. */
export function head(index: RunIndex): Markup {
  const { summary, evidence } = index;
  const { symbol, tone } = VERDICTS[summary.verdict];
  const { gate, dialect } = summary;
  const facts: readonly (readonly [name: string, value: string | Markup | undefined])[] = [
    ['Target', markup`<code>${summary.target.url}</code> (${summary.target.kind})`],
    ['Started', moment(summary.startedAt)],
    ['Took', duration(Math.max(0, index.view.until - evidence.run.at))],
    ['Run', markup`<code>${summary.run}</code>`],
    ['Seed', String(summary.seed)],
    ['Exit code', `${summary.exitCode}${summary.cause === 'none' ? '' : `, cause: ${summary.cause}`}`],
    ['Tunnel', tunnelOf(evidence.tunnels)],
    ['Injected faults', evidence.run.faults?.join(', ')],
    ['Gate', gate && `edition ${gate.edition}${gate.only === undefined ? '' : `, only ${gate.only}`}`],
    ['SDK', gate?.adapter && `${gate.adapter.language}, clock ${gate.adapter.clock}`],
    ['Without', gate?.endpoint && withoutOf(gate.endpoint)],
    ['Dialect', dialect && (dialect.held ? 'as configured' : 'learned in this run')],
  ];
  return markup`<header class="verdict ${tone}">
<p class="product">onramp-harness · ${gate ? 'gate report' : 'run report'}</p>
<h1><span aria-hidden="true">${symbol}</span> ${summary.verdict}</h1>
<p class="message">${summary.message}${badges(index.findings.slice(0, 1))}</p>
<dl class="facts">${facts.map(
    ([name, value]) => value !== undefined && markup`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>
</header>
${counts(index)}`;
}

/** How webhooks came, where anything stood between the service and the receiver. */
function tunnelOf(tunnels: readonly TunnelSeen[]): string | undefined {
  const [first, ...more] = tunnels.filter(({ kind }) => kind !== 'direct');
  const moves = more.length > 0 ? `, moved ${plural(more.length, 'time')}` : '';
  return first && `${first.kind}, ${first.name}${moves}`;
}

function counts({ summary }: RunIndex): Markup {
  const { counts: scenarios, observed, requirements, findings } = summary;
  const breaches = findings.filter(({ severity }) => severity === 'breach').length;
  const { unattributed = 0 } = observed;
  const others =
    unattributed > 0 &&
    markup`<p class="small">${plural(unattributed, 'unattributed delivery')}: counted, not judged.</p>`;
  const { journeys, exchanges, deliveries } = observed;
  const tiles: readonly (readonly [count: number | undefined, words: string, tone: string])[] = [
    [breaches, noun(breaches, 'breach'), breaches > 0 ? 'bad' : ''],
    [scenarios.passed, summary.gate ? 'cases passed' : 'scenarios passed', 'good'],
    [scenarios.failed, 'failed', scenarios.failed > 0 ? 'bad' : ''],
    [scenarios.skipped, 'skipped', scenarios.skipped > 0 ? 'warn' : ''],
    [journeys, noun(journeys ?? 0, 'journey'), ''],
    [summary.gate ? undefined : exchanges, noun(exchanges, 'exchange'), ''],
    [deliveries, noun(deliveries ?? 0, 'delivery'), ''],
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
<ul class="tiles">${tiles.map(
    ([count, words, tone]) => count !== undefined && markup`<li class="${tone}"><b>${count}</b> ${words}</li>`,
  )}</ul>
<p class="bar"><b>${plural(requirements.length, 'requirement')}</b> ${parts.map(
    ({ count, symbol, words, tone }) => markup`<span class="${tone}">${symbol} ${count} ${words}</span> `,
  )}</p>
<svg class="stack" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
${others}
</section>
`;
}

/** What the gate of an endpoint was not given. */
function withoutOf({ credits, restart }: NonNullable<GateInfo['endpoint']>): string | undefined {
  return [...(credits ? [] : ['--credits']), ...(restart ? [] : ['--restart'])].join(', ') || undefined;
}
