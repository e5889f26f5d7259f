import { plural } from '../../base/plural.ts';
import {
  type Block,
  type Blocks,
  drawing,
  heading,
  inCard,
  inPage,
  lead,
  list,
  type Section,
  table,
  text,
} from '../blocks.ts';
import { describeReceiverAnswer } from '../describe-evidence.ts';
import { distribution, type Latency, latencies, type Redelivered, redelivered } from '../latency.ts';
import { anchor, code, onPage, small } from '../line.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';

/** The width of a histogram, in units of the drawing; its scale goes from 0 to it. */
const HISTOGRAM_WIDTH = 320;
const BARS = 40;
const TALL = 26;

/** How values are distributed: bars by place on the scale, a line at the median, and a dotted one at 95 %. */
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
  const [from, to] = [ticks[0]?.x ?? 0, ticks.at(-1)?.x ?? 0];
  const labels = ticks.map(
    ({ x, label }) =>
      markup`<path class="life" d="M${x.toFixed(1)} 0V${y + 3}"/>
<text x="${x.toFixed(1)}" y="${y + 13}">${label}</text>`,
  );
  return markup`<path class="life" d="M${from.toFixed(1)} ${y}H${to.toFixed(1)}"/>${labels}`;
}

const WIDTH = 600;
const ROW = 26;

/** When each attempt to deliver an event came, since its first: a row an event, a dot an attempt, hollow if refused. */
function schedule(events: readonly Redelivered[]): Markup {
  const scale = linear(Math.max(...events.flatMap(({ attempts }) => attempts.map(({ since }) => since))), 10, WIDTH);
  const bottom = events.length * ROW + 6;
  const rows = events.map(({ event, attempts }, nth) => {
    const y = nth * ROW + 19;
    const last = scale.at(attempts.at(-1)?.since ?? 0);
    const dots = attempts.map(({ delivery, since }, place) => {
      const what = `attempt ${place + 1}, after ${duration(since)}: ${describeReceiverAnswer(delivery)}`;
      const look = delivery.answer.refused ? 'attempt refused' : 'attempt';
      const dot = markup`<circle class="${look}" cx="${scale.at(since).toFixed(1)}" cy="${y}" r="4.5"/>`;
      return markup`<a href="#${anchor(delivery.id)}" aria-label="${what}"><title>${what}</title>${dot}</a>`;
    });
    const name = `${event.type ?? 'of no readable type'} · ${event.journey.id}`;
    return markup`<text class="start" x="10" y="${y - 8}">${name}</text>
<path class="line" d="M10 ${y}H${last.toFixed(1)}"/>${dots}`;
  });
  return markup`<svg class="plots wide" viewBox="0 0 ${WIDTH + 24} ${bottom + 18}" role="group"
aria-label="Redeliveries: when each attempt came">${axis(scale, bottom)}${rows}</svg>`;
}

/** Events whose redeliveries are drawn. */
const MOST_DRAWN = 12;

/** How long webhooks took, and when refused ones came again. */
export function deliveriesSection({ view }: RunIndex): Section | undefined {
  const [took, again] = [latencies(view), redelivered(view)];
  if (took.length === 0) return undefined;
  const blocks = [
    lead([
      'From the simulate call that caused an event to the first arrival of its webhook',
      onPage(', on a logarithmic scale. The line marks the median; the dotted one, what 95 % are within'),
      '.',
    ]),
    inCard(latencyTable(took)),
    again.length > 0 && redeliveries(again),
  ];
  return { id: 'deliveries', title: 'Deliveries', blocks };
}

function latencyTable(took: readonly Latency[]): Block {
  const all = took.flatMap(({ values }) => values);
  const scale = logarithmic(
    all.reduce((a, b) => Math.min(a, b)),
    all.reduce((a, b) => Math.max(a, b)),
    0,
    HISTOGRAM_WIDTH,
  );
  const rows = took.map(latency => [
    [code(latency.type), ' ', small(plural(latency.values.length, 'webhook'))],
    histogram(latency, scale),
    ...[latency.median, latency.p95, latency.max].map(duration),
  ]);
  return table(['Event', 'Distribution', 'Median', '95 %', 'Maximum'], rows, 'numbers');
}

function redeliveries(again: readonly Redelivered[]): Blocks {
  const more = again.length - MOST_DRAWN;
  const rest = `${plural(more, 'more event')} were redelivered; these were redelivered most often.`;
  return [
    heading('Redeliveries'),
    lead(['When each attempt came, since the first.', onPage(' A hollow dot was refused on purpose.')]),
    inCard(
      list(gapsInWords(again), { look: 'small' }),
      drawing(schedule(again.slice(0, MOST_DRAWN))),
      more > 0 && inPage(text(rest, 'small')),
    ),
  ];
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

/** A scale: where a value stands on an axis, and the values that are labelled. */
interface Scale {
  readonly at: (ms: number) => number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
}

/** A logarithmic scale of milliseconds: each power of ten has a tick. @param from, to places on the axis */
function logarithmic(least: number, most: number, from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.max(least, 0.1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(most, 0.1))));
  const at = (ms: number) => from + ((Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low)) * (to - from);
  const powers = Array.from({ length: high - low + 1 }, (_, nth) => 10 ** (low + nth));
  return { at, ticks: powers.map(ms => ({ x: at(ms), label: brief(ms) })) };
}

/** A linear scale of milliseconds from 0, with a tick at each quarter. @param from, to places on the axis */
function linear(most: number, from: number, to: number): Scale {
  const whole = Math.max(most, 1);
  const at = (ms: number) => from + (ms / whole) * (to - from);
  const quarters = [0, 0.25, 0.5, 0.75, 1].map(share => share * whole);
  return { at, ticks: quarters.map(ms => ({ x: at(ms), label: ms === 0 ? '0' : brief(ms) })) };
}

/** A duration without digits that say nothing: `1 s`, `250 ms`. */
function brief(ms: number): string {
  return duration(ms).replace(/\.00 s$/, ' s');
}
