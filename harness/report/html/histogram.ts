import type { Latency } from '../latency.ts';
import { type Markup, markup } from '../markup.ts';
import { duration } from '../wording.ts';
import type { Scale } from './scale.ts';

/** The width of a histogram, in units of the drawing; its scale goes from 0 to it. */
export const HISTOGRAM_WIDTH = 320;
const BARS = 40;
const TALL = 26;

/** How values are distributed: bars by place on the scale, a line at the median, and a dotted one at 95 %. */
export function histogram({ type, values, median, p95, max }: Latency, scale: Scale): Markup {
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
export function axis({ ticks }: Scale, y: number): Markup {
  const [from, to] = [ticks[0]?.x ?? 0, ticks.at(-1)?.x ?? 0];
  const labels = ticks.map(
    ({ x, label }) =>
      markup`<path class="life" d="M${x.toFixed(1)} 0V${y + 3}"/>
<text x="${x.toFixed(1)}" y="${y + 13}">${label}</text>`,
  );
  return markup`<path class="life" d="M${from.toFixed(1)} ${y}H${to.toFixed(1)}"/>${labels}`;
}
