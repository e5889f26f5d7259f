import { plural } from '../../base/plural.ts';
import { type Block, type Blocks, drawing, heading, inCard, inPage, lead, list, table, text } from '../blocks.ts';
import { HISTOGRAM_WIDTH, histogram } from '../html/histogram.ts';
import { logarithmic } from '../html/scale.ts';
import { schedule } from '../html/schedule.ts';
import { distribution, type Latency, latencies, type Redelivered, redelivered } from '../latency.ts';
import { code, onPage, small } from '../line.ts';
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
  blocks: ({ took, again }) => [
    lead([
      'From the simulate call that caused an event to the first arrival of its webhook',
      onPage(', on a logarithmic scale. The line marks the median; the dotted one, what 95 % are within'),
      '.',
    ]),
    inCard(latencyTable(took)),
    again.length > 0 && redeliveries(again),
  ],
});

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
