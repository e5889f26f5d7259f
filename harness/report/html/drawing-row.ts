import { plural } from '../../base/plural.ts';
import type { Delivery, Exchange, HistoryStep, Journey, Trouble, Wait } from '../../evidence/evidence.ts';
import { eventNames } from '../../gates/endpoint/history.ts';
import { anchor } from '../blocks.ts';
import { describeAnswer, describeReceiverAnswer, describeSignature, pathOf } from '../describe-evidence.ts';
import { TROUBLES } from '../run-in-words.ts';
import type { NumberedFinding, RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';

/** The participants of a journey: the harness calls the service, the service delivers to the receiver. */
const JOURNEY_LANES = ['harness', 'service', 'receiver'] as const;
/** The participants of a backend's case: the sender delivers to the handler, which makes credits. */
const CASE_LANES = ['sender', 'handler', 'credits'] as const;
type Participant = (typeof JOURNEY_LANES | typeof CASE_LANES)[number];

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

/** The participants of a run's drawings, from left to right. */
export function lanesOf({ evidence }: RunIndex) {
  return evidence.run.gate?.endpoint ? CASE_LANES : JOURNEY_LANES;
}

/** The drawing of a journey or of a backend's case, by time; empty for any other id. */
export function rowsOf(id: string, index: RunIndex): readonly TimedRow[] {
  const journey = index.view.journeyBy(id);
  const { history = [] } = index.casesById.get(id) ?? {};
  const sent = index.evidence.exchanges.filter(({ scenario }) => scenario === id);
  const names = namesOf(history);
  const rows = journey
    ? rowsOfJourney(journey, index)
    : history.flatMap(step => rowsOfStep(step, names(step), sent, index.findingsOf(id)));
  const start = journey?.from ?? history[0]?.at ?? 0;
  return rows.map(row => ({ ...row, at: row.at - start })).sort((one, other) => one.at - other.at);
}

/** The calls of a journey and their answers, its deliveries, missed webhooks and trouble. */
function rowsOfJourney(journey: Journey, index: RunIndex): readonly TimedRow[] {
  const { waits, troubles } = index.evidence;
  const missed = waits.filter(
    ({ journey: of, kind, outcome }) => of === journey.id && kind !== 'quiet' && outcome !== 'came',
  );
  const to = journey.to ?? index.view.until;
  const touching = troubles.filter(trouble => trouble.from <= to && trouble.to >= journey.from);
  return [
    ...index.exchangesOf(journey).flatMap(exchange => rowsOfExchange(exchange, index)),
    ...index.deliveriesOf(journey).flatMap(delivery => rowsOfDelivery(delivery, index)),
    ...missed.map(rowOfMissed),
    ...touching.map(trouble => rowOfTrouble(trouble, journey)),
  ];
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

/**
 * A step of a backend's case.
 * @param note names of event and order  @param own exchanges of the case  @param findings findings of the case
 */
function rowsOfStep(
  step: HistoryStep,
  note: readonly string[],
  own: readonly Exchange[],
  findings: readonly NumberedFinding[],
): readonly TimedRow[] {
  const { type, at } = step;
  if (type === 'disturbance') return [{ at, from: 'handler', to: 'handler', label: step.what }];
  if (type === 'credits') {
    const { count, due } = step;
    const wrong = count !== due;
    const label = `${count === 0 ? 'no credit' : plural(count, 'credit')}${wrong ? `, ${due} due` : ''}`;
    const ends = { from: count === 0 ? 'credits' : 'handler', to: 'credits' } as const;
    return [{ at, ...ends, label, note: note.join(' · '), mark: wrong ? '✗' : '✓', ...(wrong && { findings }) }];
  }
  const { to, forged, what, answer, wrong, order, event } = step;
  const exchange = own.find(({ sentAt, endedAt }) => sentAt === at && endedAt === to);
  const href = exchange && { href: anchor(exchange.id) };
  const how = what === undefined || what === 'forged' ? [] : [what];
  const sent = {
    ...({ at, from: 'sender', to: 'handler', label: `${forged ? 'forged ' : ''}${step.eventType}` } as const),
    ...{ note: [...how, ...note].join(' · '), spoken: `${event} of ${order}`, ...href },
    ...(wrong && { mark: '✗' as const, findings }),
  };
  const took = /^\d+$/.test(answer) ? ` · ${duration(to - at)}` : '';
  const answered = { from: 'handler', to: 'sender', label: `${answer}${took}`, dashed: true } as const;
  return [sent, { at: to, ...answered, ...href }];
}

/** Short names for the event of a step and, if there are several, for its order. */
function namesOf(history: readonly HistoryStep[]): (step: HistoryStep) => readonly string[] {
  const events = eventNames(history);
  const orders = [...new Set(history.flatMap(step => (step.type === 'disturbance' ? [] : [step.order])))];
  return step => {
    if (step.type === 'disturbance') return [];
    const order = orders.length > 1 ? [`order ${orders.indexOf(step.order) + 1}`] : [];
    return step.type === 'credits' ? order : [events.get(step.event) ?? '', ...order];
  };
}
