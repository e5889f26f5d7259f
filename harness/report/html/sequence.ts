import type { Journey } from '../../core/evidence.ts';
import { answerInWords, deliveryInWords, pathOf, receiverAnswer, signatureInWords } from '../describe-evidence.ts';
import type { FindingGroup } from '../finding-group.ts';
import { after, cut, duration } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { type Moment, timelineOf } from '../timeline.ts';
import { anchor } from './anchor.ts';

/** Where the lifelines stand, in units of the drawing. */
const LANES = { harness: 112, service: 340, receiver: 568 } as const;
type Lane = keyof typeof LANES;

const WIDTH = 660;
const TOP = 40;
const ROW = 32;
/** A row with a second line below its arrow. */
const TALL = 44;
/** Characters that fit between two lanes. */
const FITS = 34;

/** One row of the drawing: an arrow from lane to lane, or a note where `from` equals `to`. */
interface Row {
  readonly at: number;
  readonly from: Lane;
  readonly to: Lane;
  readonly label: string;
  /** A second line, below the arrow. */
  readonly note?: string;
  /** The block that tells all. */
  readonly href?: string;
  /** Drawn dashed: an answer, or what did not come. */
  readonly dashed?: boolean;
  /** A mark behind the label that says without colour how it went. */
  readonly mark?: '✓' | '✗' | '↻';
  readonly findings: readonly FindingGroup[];
}

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

function rowOf(moment: Moment, index: RunIndex): Row {
  const { at } = moment;
  switch (moment.kind) {
    case 'call': {
      const { exchange } = moment;
      const step = index.stepOf(exchange);
      const extra = [step?.receivedAmount, step?.receivedNetwork].filter(part => part !== undefined).join(' ');
      const label = step?.event ?? `${exchange.request.method} ${pathOf(exchange.request.url)}`;
      return {
        at,
        from: 'harness',
        to: 'service',
        label,
        href: anchor(exchange.id),
        findings: [],
        ...(extra !== '' && { note: `received ${extra}` }),
      };
    }
    case 'answer': {
      const { exchange } = moment;
      const label = `${answerInWords(exchange)} · ${duration(exchange.endedAt - exchange.sentAt)}`;
      const findings = index.findingsOf(exchange.id);
      return {
        at,
        from: 'service',
        to: 'harness',
        label,
        dashed: true,
        href: anchor(exchange.id),
        findings,
        ...((exchange.failure || findings.length > 0) && { mark: '✗' }),
      };
    }
    case 'delivery': {
      const { delivery, again } = moment;
      const signature = signatureInWords(delivery, index);
      const notes = [
        again > 0 && `↻ again, delivery ${again + 1} of this event`,
        !signature.ok && signature.text,
        !delivery.complete && 'cut off',
      ].filter(note => note !== false);
      return {
        at,
        from: 'service',
        to: 'receiver',
        label: deliveryInWords(delivery, index)
          .replace(/^webhook /, '')
          .replace(/, again \(\d+\)$/, ''),
        href: anchor(delivery.id),
        mark: signature.ok ? '✓' : '✗',
        findings: index.findingsOf(delivery.id),
        ...(notes.length > 0 && { note: notes.join(', ') }),
      };
    }
    case 'refusal':
      return {
        at,
        from: 'receiver',
        to: 'service',
        label: receiverAnswer(moment.delivery),
        dashed: true,
        findings: [],
      };
    case 'missed': {
      const { kind, from, to, outcome } = moment.wait;
      const due = kind === 'redelivery' ? 'redelivery' : 'webhook';
      const label = outcome === 'abandoned' ? `${due} no longer waited for` : `no ${due} in ${duration(to - from)}`;
      return { at, from: 'receiver', to: 'receiver', label, mark: '✗', findings: [] };
    }
    case 'trouble': {
      const { kind, from, to } = moment.trouble;
      return {
        at,
        from: 'service',
        to: 'service',
        label: `${kind} for ${duration(to - from)}`,
        mark: '✗',
        findings: [],
      };
    }
  }
}

function drawRow(row: Row, top: number, height: number, start: number): Markup {
  const { at, from, to, label, note, href, dashed, mark, findings } = row;
  const y = top + 20;
  const middle = (LANES[from] + LANES[to]) / 2;
  const title = [
    `${after(start, at)}, ${from === to ? from : `${from} to ${to}`}: ${label}`,
    mark && MARKS[mark],
    note,
  ];
  const text = markup`<text class="label" x="${middle}" y="${y - 6}">${cut(label, FITS)}${
    mark && markup` <tspan class="${mark === '✓' ? 'good' : 'bad'}">${mark}</tspan>`
  }</text>`;
  return markup`<g role="listitem"><title>${title.filter(Boolean).join(', ')}</title>${
    findings.length > 0 &&
    markup`<rect class="hit" x="0" y="${top + 1}" width="${WIDTH}" height="${height - 2}" rx="4"/>`
  }<text class="time" x="4" y="${y}">${after(start, at)}</text>${arrow(LANES[from], LANES[to], y, dashed ?? false)}${
    href === undefined ? text : markup`<a href="#${href}">${text}</a>`
  }${note !== undefined && markup`<text class="note" x="${middle}" y="${y + 13}">${cut(note, FITS + 8)}</text>`}${findings.map(
    ({ number }, place) =>
      markup`<a href="#finding-${number}"><text class="found" x="${WIDTH - 4}" y="${y - 8 + 14 * place}">F${number}</text></a>`,
  )}</g>`;
}

const MARKS = { '✓': 'signature verifies', '✗': 'not well', '↻': 'again' } as const;

/** An arrow; where it leads nowhere, a dotted ring on the lane: something due did not come. */
function arrow(from: number, to: number, y: number, dashed: boolean): Markup {
  if (from === to) return markup`<circle class="none" cx="${from}" cy="${y}" r="5"/>`;
  const back = from > to ? 8 : -8;
  return markup`<path class="${dashed ? 'dash' : 'line'}" d="M${from} ${y}H${to + back}"/><path class="tip" d="M${to} ${y}l${back} -4v8z"/>`;
}
