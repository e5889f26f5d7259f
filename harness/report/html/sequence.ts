import type { Journey } from '../../core/evidence.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { timelineOf } from '../timeline.ts';
import { after, cut } from '../wording.ts';
import { type ExclusiveSection, type Row, rowOf } from './sequence-row.ts';

/** Where the lifelines stand, in units of the drawing. */
const LANES: { readonly [exclusiveSection in ExclusiveSection]: number } = { harness: 84, service: 262, receiver: 440 };

const WIDTH = 500;
const TOP = 40;
const ROW = 30;
/** A row with a second line below its arrow. */
const TALL = 43;
/** Characters that fit between two lanes. */
const FITS = 30;

/** Numbers of findings that a row has room for. */
const MOST_MARKS = 3;

/**
 * A journey as a sequence drawing: calls go out, answers and deliveries come in, each row at its time since the journey
 * began. Rows are list items with their whole text as title, so that the drawing reads without being seen.
 */
export function sequenceOf(journey: Journey, index: RunIndex): Markup {
  const rows = timelineOf(journey, index).map(moment => rowOf(moment, index));
  let y = TOP;
  const drawn = rows.map(row => {
    const top = y;
    y += row.note === undefined ? ROW : TALL;
    return drawRow(row, top, y - top, journey.from);
  });
  const lanes = Object.entries(LANES);
  return markup`<svg class="seq" viewBox="0 0 ${WIDTH} ${y + 8}" role="list" aria-label="Sequence of journey ${journey.id}">${lanes.map(
    ([name, x]) => markup`<path class="life" d="M${x} 28V${y + 2}"/><text class="lane" x="${x}" y="18">${name}</text>`,
  )}${drawn}</svg>`;
}

function drawRow(row: Row, top: number, height: number, start: number): Markup {
  const { at, from, to, label, note, spoken, href, dashed = false, mark, findings } = row;
  const y = top + 20;
  const middle = (LANES[from] + LANES[to]) / 2;
  const time = after(start, at);
  const title = [`${time}, ${from === to ? from : `${from} to ${to}`}: ${label}`, spoken, note];
  const place =
    from === to
      ? markup`class="label aside" x="${middle - 12}" y="${y + 4}"`
      : markup`class="label" x="${middle}" y="${y - 6}"`;
  const text = markup`<text ${place}>${cut(label, FITS)}${
    mark && markup` <tspan class="${mark === '✓' ? 'good' : 'bad'}">${mark}</tspan>`
  }</text>`;
  return markup`<g role="listitem"><title>${title.filter(part => part !== undefined).join(', ')}</title>${
    findings.length > 0 &&
    markup`<rect class="hit" x="0" y="${top + 1}" width="${WIDTH}" height="${height - 2}" rx="4"/>`
  }<text class="time" x="4" y="${y}">${time}</text>${arrow(LANES[from], LANES[to], y, dashed)}${
    href === undefined ? text : markup`<a href="#${href}">${text}</a>`
  }${note !== undefined && markup`<text class="note" x="${middle}" y="${y + 13}">${cut(note, FITS + 6)}</text>`}${findings
    .slice(0, MOST_MARKS)
    .map(
      ({ number }, index) =>
        markup`<a href="#finding-${number}"><text class="found" x="${WIDTH - 4 - 24 * index}" y="${y - 6}">F${number}</text></a>`,
    )}</g>`;
}

/** An arrow; where it leads nowhere, a dotted ring on the lane: something due did not come. */
function arrow(from: number, to: number, y: number, dashed: boolean): Markup {
  if (from === to) return markup`<circle class="none" cx="${from}" cy="${y}" r="5"/>`;
  const back = from > to ? 8 : -8;
  return markup`<path class="${dashed ? 'dash' : 'line'}" d="M${from} ${y}H${to + back}"/><path class="tip" d="M${to} ${y}l${back} -4v8z"/>`;
}
