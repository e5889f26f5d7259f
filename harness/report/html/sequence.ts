import type { Delivery, Exchange, Journey, Trouble, Wait } from '../../evidence/evidence.ts';
import { anchor } from '../blocks.ts';
import { describeAnswer, describeReceiverAnswer, describeSignature, pathOf } from '../describe-evidence.ts';
import { type Markup, markup } from '../markup.ts';
import { TROUBLES } from '../run-in-words.ts';
import type { NumberedFinding, RunIndex } from '../run-index.ts';
import { after, cut, duration } from '../wording.ts';

/** The positions of the participants, beside a column of times. */
const LANES = { harness: 84, service: 262, receiver: 440 };
const WIDTH = 500;
const TOP = 34;
const ROW = 30;
const NOTE = 13;

/** A row of a drawing: an arrow between participants, or a note if `from` equals `to`. */
interface SequenceRow {
  readonly at: number;
  readonly from: keyof typeof LANES;
  readonly to: keyof typeof LANES;
  readonly label: string;
  /** A second line below the arrow. */
  readonly note?: string;
  /** What the mark means, for screen readers. */
  readonly spoken?: string;
  /** The id of the message with the details. */
  readonly of?: string;
  /** Whether it is drawn dashed, as an answer. */
  readonly dashed?: boolean;
  /** A mark after the label that shows the outcome without colour. */
  readonly mark?: '✓' | '✗';
  readonly findings?: readonly NumberedFinding[];
}

/**
 * The sequence drawing of a journey: its calls and their answers, deliveries, missed webhooks and trouble, by the time
 * since its start. Rows are list items with their full text as title, for screen readers. On a phone it scrolls.
 */
export function drawSequence(journey: Journey, index: RunIndex): Markup {
  let y = TOP;
  const drawn = rowsOf(journey, index).map(row => {
    const top = y;
    y += ROW + (row.note ? NOTE : 0);
    return drawRow(row, journey.from, top, y - top);
  });
  const lifelines = Object.entries(LANES).map(
    ([name, x]) => markup`<path class="life" d="M${x} 24V${y + 2}"/><text class="lane" x="${x}" y="15">${name}</text>`,
  );
  return markup`<div class="drawing scroll" tabindex="0"><svg class="seq" viewBox="0 0 ${WIDTH} ${y + 8}" role="list"
aria-label="Sequence of ${journey.id}"><g aria-hidden="true">${lifelines}</g>${drawn}</svg></div>
`;
}

function rowsOf(journey: Journey, index: RunIndex): readonly SequenceRow[] {
  const { waits, troubles } = index.evidence;
  const missed = waits.filter(
    ({ journey: of, kind, outcome }) => of === journey.id && kind !== 'quiet' && outcome !== 'came',
  );
  const to = journey.to ?? index.view.until;
  const touching = troubles.filter(trouble => trouble.from <= to && trouble.to >= journey.from);
  const rows = [
    ...index.exchangesOf(journey).flatMap(exchange => rowsOfExchange(exchange, journey, index)),
    ...index.deliveriesOf(journey).flatMap(delivery => rowsOfDelivery(delivery, index)),
    ...missed.map(rowOfMissed),
    ...touching.map(trouble => rowOfTrouble(trouble, journey)),
  ];
  return rows.sort((one, other) => one.at - other.at);
}

function rowsOfExchange(exchange: Exchange, { steps }: Journey, index: RunIndex): readonly SequenceRow[] {
  const { id, request, failure, sentAt, endedAt } = exchange;
  const step = steps.find(own => own.exchange === id);
  const extra = [step?.receivedAmount, step?.receivedNetwork].filter(part => part !== undefined).join(' ');
  const findings = index.findingsOf(id);
  return [
    {
      ...({ at: sentAt, from: 'harness', to: 'service', of: id } as const),
      label: step?.event ?? `${request.method} ${pathOf(request.url)}`,
      ...(extra && { note: `received ${extra}` }),
    },
    {
      ...({ at: endedAt, from: 'service', to: 'harness', of: id, findings, dashed: true } as const),
      label: `${describeAnswer(exchange)} · ${duration(endedAt - sentAt)}`,
      ...((failure || findings.length > 0) && { mark: '✗' as const }),
    },
  ];
}

/** A delivery, and the receiver's answer unless it is an immediate 2xx. */
function rowsOfDelivery(delivery: Delivery, index: RunIndex): readonly SequenceRow[] {
  const { id, at, complete, answer } = delivery;
  const again = index.attemptsBefore(delivery).length;
  const signature = describeSignature(delivery, index);
  const notes = [
    again > 0 && `↻ again, delivery ${again + 1} of this event`,
    !signature.ok && signature.text,
    !complete && 'cut off',
  ].filter(note => note !== false);
  const arrived: SequenceRow = {
    ...({ at, from: 'service', to: 'receiver', of: id, findings: index.findingsOf(id) } as const),
    label: index.view.typeOf(delivery) ?? 'no readable type',
    mark: signature.ok ? '✓' : '✗',
    ...(signature.ok && { spoken: signature.text }),
    ...(notes.length > 0 && { note: notes.join(', ') }),
  };
  if (!answer.refused && answer.kind === 'status') return [arrived];
  return [arrived, { at, from: 'receiver', to: 'service', label: describeReceiverAnswer(delivery), dashed: true }];
}

function rowOfMissed({ kind, from, to, outcome }: Wait): SequenceRow {
  const due = kind === 'redelivery' ? 'redelivery' : 'webhook';
  const label = outcome === 'abandoned' ? `stopped waiting for ${due}` : `no ${due} in ${duration(to - from)}`;
  return { at: to, from: 'receiver', to: 'receiver', label, mark: '✗' };
}

function rowOfTrouble({ kind, from, to }: Trouble, journey: Journey): SequenceRow {
  const label = `${TROUBLES[kind] ?? kind} for ${duration(to - from)}`;
  return { at: Math.max(from, journey.from), from: 'service', to: 'service', label, mark: '✗' };
}

function drawRow(
  { from, to, label, note, mark, of, findings = [], ...row }: SequenceRow,
  start: number,
  top: number,
  height: number,
) {
  const at = after(start, row.at);
  const ends = from === to ? from : `${from} to ${to}`;
  const title = [`${at}, ${ends}: ${label}`, row.spoken, note].filter(Boolean).join(', ');
  const y = top + 20;
  const middle = (LANES[from] + LANES[to]) / 2;
  const place =
    from === to
      ? markup`class="label aside" x="${middle - 12}" y="${y + 4}"`
      : markup`class="label" x="${middle}" y="${y - 6}"`;
  const tone = mark && markup`<tspan class="${mark === '✓' ? 'good' : 'bad'}"> ${mark}</tspan>`;
  const words = markup`<text ${place}>${cut(label, 30)}${tone}</text>`;
  const numbers = findings.slice(0, 3).map(
    ({ number }, nth) => markup`<a href="#finding-${number}"><text class="found" x="${WIDTH - 4 - 24 * nth}"
y="${y - 6}">F${number}</text></a>`,
  );
  const hit = markup`<rect class="hit" x="0" y="${top + 1}" width="${WIDTH}" height="${height - 2}" rx="4"/>`;
  return markup`<g role="listitem"><title>${title}</title>${findings.length > 0 && hit}
<text class="time" x="4" y="${y}">${at}</text>${arrow(LANES[from], LANES[to], y, row.dashed, mark)}
${of === undefined ? words : markup`<a href="#${anchor(of)}">${words}</a>`}
${note && markup`<text class="note" x="${middle}" y="${y + NOTE}">${cut(note, 36)}</text>`}${numbers}</g>`;
}

/** An arrow, or a ring on the lifeline if something happened to one participant or was missed. */
function arrow(from: number, to: number, y: number, dashed = false, mark?: SequenceRow['mark']): Markup {
  if (from === to) return markup`<circle class="${mark === '✗' ? 'none' : 'line'}" cx="${from}" cy="${y}" r="5"/>`;
  const back = from > to ? 8 : -8;
  return markup`<path class="${dashed ? 'dash' : 'line'}" d="M${from} ${y}H${to + back}"/>
<path class="tip" d="M${to} ${y}l${back} -4v8z"/>`;
}
