import { plural } from '../../core/plural.ts';
import { HISTOGRAM_WIDTH, histogram } from '../html/histogram.ts';
import { logarithmic } from '../html/scale.ts';
import { schedule } from '../html/schedule.ts';
import { table } from '../html/table.ts';
import { distribution, type Latency, latencies, type Redelivered, redelivered } from '../latency.ts';
import { codeCell, table as markdownTable } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import { duration } from '../wording.ts';
import { section } from './section.ts';

/** Events whose redeliveries are drawn. */
const MOST_DRAWN = 12;

/** How long webhooks took, and when refused ones came again. */
export const deliveriesSection = section({
  id: 'deliveries',
  title: 'Deliveries',
  part({ view }) {
    const [took, again] = [latencies(view), redelivered(view)];
    return took.length > 0 ? { took, again } : undefined;
  },
  html: ({
    took,
    again,
  }) => markup`<p class="lead">From the simulate call that caused an event to the first arrival of its
webhook, on a logarithmic scale. The line marks the median; the dotted one, what 95 % are within.</p>
<div class="card">${latencyTable(took)}</div>
${again.length > 0 && redeliveries(again)}`,
  markdown: ({ took, again }) => [
    markdownTable(
      ['event', 'webhooks', 'latency'],
      took.map(({ type, values, median, p95, max }) => [
        codeCell(type),
        String(values.length),
        `median ${duration(median)}, 95 % within ${duration(p95)}, at most ${duration(max)}`,
      ]),
    ),
    ...(again.length > 0 ? [`Redelivered: ${plural(again.length, 'event')}, ${gapsInWords(again).join('; ')}.`] : []),
  ],
});

function latencyTable(took: readonly Latency[]): Markup {
  const all = took.flatMap(({ values }) => values);
  const scale = logarithmic(
    all.reduce((a, b) => Math.min(a, b)),
    all.reduce((a, b) => Math.max(a, b)),
    0,
    HISTOGRAM_WIDTH,
  );
  const rows = took.map(latency => [
    markup`<code>${latency.type}</code> <span class="small">${plural(latency.values.length, 'webhook')}</span>`,
    histogram(latency, scale),
    ...[latency.median, latency.p95, latency.max].map(duration),
  ]);
  return table(['Event', 'Distribution', 'Median', '95 %', 'Maximum'], rows, 'numbers');
}

function redeliveries(again: readonly Redelivered[]): Markup {
  const more = again.length - MOST_DRAWN;
  const rest =
    more > 0 &&
    markup`<p class="small">${plural(more, 'more event')} were redelivered; these were redelivered most often.</p>`;
  return markup`<h3>Redeliveries</h3>
<p class="lead">When each attempt came, since the first. A hollow dot was refused on purpose.</p>
<div class="card"><ul class="small">${gapsInWords(again).map(line => markup`<li>${line}</li>`)}</ul>
${schedule(again.slice(0, MOST_DRAWN))}${rest}</div>`;
}

/** How long after the attempt before it each attempt came. */
function gapsInWords(again: readonly Redelivered[]): readonly string[] {
  const gaps = again.flatMap(({ attempts }) =>
    attempts.slice(1).map(({ since }, nth) => ({ nth, ms: since - (attempts[nth]?.since ?? 0) })),
  );
  return [...Map.groupBy(gaps, ({ nth }) => nth)].slice(0, MOST_DRAWN).map(([nth, own]) => {
    const { values, median, max } = distribution(own.map(({ ms }) => ms));
    const range = values.length > 1 ? ` (${duration(values[0] ?? 0)} to ${duration(max)}, ${values.length} times)` : '';
    return `attempt ${nth + 2} came ${duration(median)}${range} after the previous one`;
  });
}
