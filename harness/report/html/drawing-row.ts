import type { Delivery, Exchange, Journey, Trouble, Wait } from '../../evidence/evidence.ts';
import { anchor } from '../blocks.ts';
import { describeAnswer, describeReceiverAnswer, describeSignature, pathOf } from '../describe-evidence.ts';
import { TROUBLES } from '../run-in-words.ts';
import type { NumberedFinding, RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';

/** The participants of a journey: the harness calls the service, the service delivers to the receiver. */
type Participant = 'harness' | 'service' | 'receiver';

/** A row of a sequence drawing: an arrow between participants, or a note if `from` equals `to`. */
interface TimedRow {
  /** In milliseconds since the first row; until they are sorted, the time itself. */
  readonly at: number;
  readonly from: Participant;
  readonly to: Participant;
  readonly label: string;
  /** A second line below the arrow. */
  readonly note?: string;
  /** What the mark means, for screen readers. */
  readonly spoken?: string;
  /** The anchor of the block with the details. */
  readonly href?: string;
  /** Whether it is drawn dashed, as an answer. */
  readonly dashed?: boolean;
  /** A mark after the label that shows the outcome without colour. */
  readonly mark?: '✓' | '✗';
  readonly findings?: readonly NumberedFinding[];
}

/** The drawing of a journey: its calls and their answers, deliveries, missed webhooks and trouble, by time. */
export function rowsOf(journey: Journey, index: RunIndex): readonly TimedRow[] {
  const { waits, troubles } = index.evidence;
  const missed = waits.filter(
    ({ journey: of, kind, outcome }) => of === journey.id && kind !== 'quiet' && outcome !== 'came',
  );
  const to = journey.to ?? index.view.until;
  const touching = troubles.filter(trouble => trouble.from <= to && trouble.to >= journey.from);
  const rows = [
    ...index.exchangesOf(journey).flatMap(exchange => rowsOfExchange(exchange, index)),
    ...index.deliveriesOf(journey).flatMap(delivery => rowsOfDelivery(delivery, index)),
    ...missed.map(rowOfMissed),
    ...touching.map(trouble => rowOfTrouble(trouble, journey)),
  ];
  return rows.map(row => ({ ...row, at: row.at - journey.from })).sort((one, other) => one.at - other.at);
}

function rowsOfExchange(exchange: Exchange, index: RunIndex): readonly TimedRow[] {
  const { id, request, failure, sentAt, endedAt } = exchange;
  const step = index.stepOf(exchange);
  const extra = [step?.receivedAmount, step?.receivedNetwork].filter(part => part !== undefined).join(' ');
  const findings = index.findingsOf(id);
  const href = anchor(id);
  return [
    {
      ...({ at: sentAt, from: 'harness', to: 'service', href } as const),
      label: step?.event ?? `${request.method} ${pathOf(request.url)}`,
      ...(extra && { note: `received ${extra}` }),
    },
    {
      ...({ at: endedAt, from: 'service', to: 'harness', href, findings, dashed: true } as const),
      label: `${describeAnswer(exchange)} · ${duration(endedAt - sentAt)}`,
      ...((failure || findings.length > 0) && { mark: '✗' as const }),
    },
  ];
}

/** A delivery, and the receiver's answer unless it is an immediate 2xx. */
function rowsOfDelivery(delivery: Delivery, index: RunIndex): readonly TimedRow[] {
  const { id, at, complete, answer } = delivery;
  const again = index.attemptsBefore(delivery).length;
  const signature = describeSignature(delivery, index);
  const notes = [
    again > 0 && `↻ again, delivery ${again + 1} of this event`,
    !signature.ok && signature.text,
    !complete && 'cut off',
  ].filter(note => note !== false);
  const arrived: TimedRow = {
    ...({ at, from: 'service', to: 'receiver', href: anchor(id), findings: index.findingsOf(id) } as const),
    label: index.view.typeOf(delivery) ?? 'no readable type',
    mark: signature.ok ? '✓' : '✗',
    ...(signature.ok && { spoken: signature.text }),
    ...(notes.length > 0 && { note: notes.join(', ') }),
  };
  if (!answer.refused && answer.kind === 'status') return [arrived];
  return [arrived, { at, from: 'receiver', to: 'service', label: describeReceiverAnswer(delivery), dashed: true }];
}

function rowOfMissed({ kind, from, to, outcome }: Wait): TimedRow {
  const due = kind === 'redelivery' ? 'redelivery' : 'webhook';
  const label = outcome === 'abandoned' ? `stopped waiting for ${due}` : `no ${due} in ${duration(to - from)}`;
  return { at: to, from: 'receiver', to: 'receiver', label, mark: '✗' };
}

function rowOfTrouble({ kind, from, to }: Trouble, journey: Journey): TimedRow {
  const label = `${TROUBLES[kind] ?? kind} for ${duration(to - from)}`;
  return { at: Math.max(from, journey.from), from: 'service', to: 'service', label, mark: '✗' };
}
