import type { Journey } from '../../core/evidence.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { timelineOf } from '../timeline.ts';
import { after, cut } from '../wording.ts';
import { type Participant, type Row, rowOf } from './sequence-row.ts';

/** Where the lifelines stand, in units of the drawing. */
const LIFELINES: { readonly [participant in Participant]: number } = { harness: 84, service: 262, receiver: 440 };
const WIDTH = 500;
const TOP = 40;
const ROW = 30;
/** A row with a second line below its arrow. */
const TALL = 43;
/** Characters that fit between two lifelines. */
const FITS = 30;
/** Numbers of findings that fit in a row. */
const MOST_MARKS = 3;

/**
 * A journey as a sequence drawing: calls go out, answers and deliveries come in, each row at its time since the journey
 * began. Rows are list items with their whole text as title, for screen readers.
 */
export function sequenceOf(journey: Journey, index: RunIndex): Markup {
  let y = TOP;
  const drawn = timelineOf(journey, index).map(moment => {
    const row = rowOf(moment, index);
    const top = y;
    y += row.note === undefined ? ROW : TALL;
    return drawRow(row, after(journey.from, moment.at), top, y - top);
  });
  const lifelines = Object.entries(LIFELINES).map(
    ([name, x]) => markup`<path class="life" d="M${x} 28V${y + 2}"/><text class="lane" x="${x}" y="18">${name}</text>`,
  );
  const size = markup`viewBox="0 0 ${WIDTH} ${y + 8}"`;
  const label = `Sequence of journey ${journey.id}`;
  return markup`<svg class="seq" ${size} role="list" aria-label="${label}">${lifelines}${drawn}</svg>`;
}

function drawRow(row: Row, time: string, top: number, height: number): Markup {
  const { from, to, label, note, spoken, href, dashed = false, mark, findings = [] } = row;
  const y = top + 20;
  const middle = (LIFELINES[from] + LIFELINES[to]) / 2;
  const title = [`${time}, ${from === to ? from : `${from} to ${to}`}: ${label}`, spoken, note];
  const place =
    from === to
      ? markup`class="label aside" x="${middle - 12}" y="${y + 4}"`
      : markup`class="label" x="${middle}" y="${y - 6}"`;
  const text = markup`<text ${place}>${cut(label, FITS)}${
    mark && markup` <tspan class="${mark === '✓' ? 'good' : 'bad'}">${mark}</tspan>`
  }</text>`;
  const numbers = findings.slice(0, MOST_MARKS).map(({ number }, nth) => {
    const x = WIDTH - 4 - 24 * nth;
    return markup`<a href="#finding-${number}"><text class="found" x="${x}" y="${y - 6}">F${number}</text></a>`;
  });
  return markup`<g role="listitem"><title>${title.filter(part => part !== undefined).join(', ')}</title>${
    findings.length > 0 &&
    markup`<rect class="hit" x="0" y="${top + 1}" width="${WIDTH}" height="${height - 2}" rx="4"/>`
  }<text class="time" x="4" y="${y}">${time}</text>${arrow(LIFELINES[from], LIFELINES[to], y, dashed)}${
    href === undefined ? text : markup`<a href="#${href}">${text}</a>`
  }${
    note !== undefined && markup`<text class="note" x="${middle}" y="${y + 13}">${cut(note, FITS + 6)}</text>`
  }${numbers}</g>`;
}

/** An arrow; a dotted ring on the lifeline where something due did not come. */
function arrow(from: number, to: number, y: number, dashed: boolean): Markup {
  if (from === to) return markup`<circle class="none" cx="${from}" cy="${y}" r="5"/>`;
  const back = from > to ? 8 : -8;
  const line = markup`<path class="${dashed ? 'dash' : 'line'}" d="M${from} ${y}H${to + back}"/>`;
  return markup`${line}<path class="tip" d="M${to} ${y}l${back} -4v8z"/>`;
}
