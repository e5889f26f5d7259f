import { plural } from '../../base/plural.ts';
import { type Block, heading, inCard, lead, list, type Section, table } from '../blocks.ts';
import { delaysOf, distribution, type Latency, latencies } from '../latency.ts';
import { code, onPage, small } from '../line.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';

/** The width of a histogram, and so of its scale, in units of the drawing. */
const HISTOGRAM_WIDTH = 320;
const BARS = 40;
const TALL = 26;

/** The distribution of values: bars on a scale, a line at the median, and a dotted one at the 95th percentile. */
function histogram({ type, values, median, p95, max }: Latency, scale: Scale): Markup {
  const step = HISTOGRAM_WIDTH / BARS;
  const bins = Map.groupBy(values, ms => Math.min(BARS - 1, Math.floor(scale.at(ms) / step)));
  const most = Math.max(...[...bins.values()].map(bin => bin.length));
  const bars = [...bins].map(([place, { length }]) => {
    const height = Math.max(2, (length / most) * TALL);
    const size = markup`width="${(step - 1).toFixed(1)}" height="${height.toFixed(1)}"`;
    return markup`<rect class="plot" x="${(place * step).toFixed(1)}" y="${(TALL - height + 2).toFixed(1)}" ${size}/>`;
  });
  const line = (ms: number, look: string) =>
    markup`<path class="${look}" d="M${scale.at(ms).toFixed(1)} 0V${TALL + 2}"/>`;
  const label = `${type}: median ${duration(median)}, 95 % within ${duration(p95)}, at most ${duration(max)}`;
  return markup`<svg class="plots" viewBox="-18 0 ${HISTOGRAM_WIDTH + 34} ${TALL + 16}" role="img"
aria-label="${label}">${axis(scale, TALL + 2)}${bars}${line(median, 'mark')}${line(p95, 'mark dotted')}</svg>`;
}

/** The axis of a scale at a height, with its labels below. */
function axis({ ticks }: Scale, y: number): Markup {
  const labels = ticks.map(
    ({ x, label }) =>
      markup`<path class="life" d="M${x.toFixed(1)} 0V${y + 3}"/>
<text x="${x.toFixed(1)}" y="${y + 13}">${label}</text>`,
  );
  return markup`<path class="life" d="M0.0 ${y}H${HISTOGRAM_WIDTH.toFixed(1)}"/>${labels}`;
}

/** The most listed attempts. */
const MOST_TOLD = 12;

/** The latency of webhooks, and the delays of redeliveries. */
export function deliveriesSection({ view }: RunIndex): Section | undefined {
  const [took, again] = [latencies(view), gapsInWords(view)];
  if (took.length === 0) return undefined;
  const blocks = [
    lead([
      'From the simulate call that caused an event to the first arrival of its webhook',
      onPage(', on a logarithmic scale. The line marks the median; the dotted one, what 95 % are within'),
      '.',
    ]),
    inCard(latencyTable(took)),
    again.length > 0 && [heading('Redeliveries'), inCard(list(again, { look: 'small' }))],
  ];
  return { id: 'deliveries', title: 'Deliveries', blocks };
}

function latencyTable(took: readonly Latency[]): Block {
  const all = took.flatMap(({ values }) => values);
  const scale = logarithmic(
    all.reduce((a, b) => Math.min(a, b)),
    all.reduce((a, b) => Math.max(a, b)),
  );
  const rows = took.map(latency => [
    [code(latency.type), ' ', small(plural(latency.values.length, 'webhook'))],
    histogram(latency, scale),
    ...[latency.median, latency.p95, latency.max].map(duration),
  ]);
  return table(['Event', 'Distribution', 'Median', '95 %', 'Maximum'], rows, 'numbers');
}

/** The delay of each attempt since the previous one. */
function gapsInWords(view: RunIndex['view']): readonly string[] {
  const delays = [...delaysOf(view).values()].filter(({ again }) => again > 0);
  const attempts = [...Map.groupBy(delays, ({ again }) => again)].sort(([one], [other]) => one - other);
  return attempts.slice(0, MOST_TOLD).map(([again, own]) => {
    const { values, median, max } = distribution(own.map(({ ms }) => ms));
    const range = values.length > 1 ? ` (${duration(values[0] ?? 0)} to ${duration(max)}, ${values.length} times)` : '';
    return `attempt ${again + 1} came ${duration(median)}${range} after the previous one`;
  });
}

/** A scale: the position of a value on an axis, and the labelled values. */
interface Scale {
  readonly at: (ms: number) => number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
}

/** A logarithmic scale of milliseconds with the width of a histogram. Each power of ten has a tick, such as `1 s`. */
function logarithmic(least: number, most: number): Scale {
  const low = Math.floor(Math.log10(Math.max(least, 0.1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(most, 0.1))));
  const at = (ms: number) => ((Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low)) * HISTOGRAM_WIDTH;
  const powers = Array.from({ length: high - low + 1 }, (_, nth) => 10 ** (low + nth));
  return { at, ticks: powers.map(ms => ({ x: at(ms), label: duration(ms).replace(/\.00 s$/, ' s') })) };
}
