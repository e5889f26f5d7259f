import { plural } from '../../base/plural.ts';
import type { Exchange, HistoryStep } from '../../evidence/evidence.ts';
import { eventNames } from '../../gates/endpoint/history.ts';
import { describeAnswer, describeReceiverAnswer, describeSignature, pathOf } from '../describe-evidence.ts';
import { anchor } from '../line.ts';
import type { NumberedFinding } from '../numbered-finding.ts';
import { TROUBLES } from '../run-in-words.ts';
import type { RunIndex, TimelineEntry } from '../run-index.ts';
import { duration } from '../wording.ts';

/** The participants of a journey: the harness calls the service, the service delivers to the receiver. */
export const JOURNEY_LANES = ['harness', 'service', 'receiver'] as const;
/** The participants of a case of a backend: the sender delivers to its handler, which makes credits. */
export const CASE_LANES = ['sender', 'handler', 'credits'] as const;
type Participant = (typeof JOURNEY_LANES | typeof CASE_LANES)[number];

/** One row of a sequence drawing: an arrow between participants, or a note where `from` equals `to`. */
interface DrawingRow {
  readonly from: Participant;
  readonly to: Participant;
  readonly label: string;
  /** A second line, below the arrow. */
  readonly note?: string;
  /** What the mark means, for screen readers. */
  readonly spoken?: string;
  /** The anchor of the block with the details. */
  readonly href?: string;
  /** Drawn dashed: an answer. */
  readonly dashed?: boolean;
  /** A mark after the label that shows without colour how it went. */
  readonly mark?: '✓' | '✗';
  readonly findings?: readonly NumberedFinding[];
}

/** What happened at a moment of a journey, as a row of its drawing. */
export function rowOf(moment: TimelineEntry, index: RunIndex): DrawingRow {
  switch (moment.kind) {
    case 'call': {
      const { id, request } = moment.exchange;
      const step = index.stepOf(moment.exchange);
      const extra = [step?.receivedAmount, step?.receivedNetwork].filter(part => part !== undefined).join(' ');
      const label = step?.event ?? `${request.method} ${pathOf(request.url)}`;
      return { from: 'harness', to: 'service', label, href: anchor(id), ...(extra && { note: `received ${extra}` }) };
    }
    case 'answer': {
      const { exchange } = moment;
      const label = `${describeAnswer(exchange)} · ${duration(exchange.endedAt - exchange.sentAt)}`;
      const findings = index.findingsOf(exchange.id);
      const mark = (exchange.failure || findings.length > 0) && { mark: '✗' as const };
      return { from: 'service', to: 'harness', label, dashed: true, href: anchor(exchange.id), findings, ...mark };
    }
    case 'delivery': {
      const { delivery, again } = moment;
      const signature = describeSignature(delivery, index);
      const notes = [
        again > 0 && `↻ again, delivery ${again + 1} of this event`,
        !signature.ok && signature.text,
        !delivery.complete && 'cut off',
      ].filter(note => note !== false);
      return {
        ...{ from: 'service', to: 'receiver', href: anchor(delivery.id), findings: index.findingsOf(delivery.id) },
        label: index.view.typeOf(delivery) ?? 'no readable type',
        mark: signature.ok ? '✓' : '✗',
        ...(signature.ok && { spoken: signature.text }),
        ...(notes.length > 0 && { note: notes.join(', ') }),
      };
    }
    case 'refusal':
      return { from: 'receiver', to: 'service', label: describeReceiverAnswer(moment.delivery), dashed: true };
    case 'missed': {
      const { kind, from, to, outcome } = moment.wait;
      const due = kind === 'redelivery' ? 'redelivery' : 'webhook';
      const label = outcome === 'abandoned' ? `stopped waiting for ${due}` : `no ${due} in ${duration(to - from)}`;
      return { from: 'receiver', to: 'receiver', label, mark: '✗' };
    }
    case 'trouble': {
      const { kind, from, to } = moment.trouble;
      return {
        from: 'service',
        to: 'service',
        label: `${TROUBLES[kind] ?? kind} for ${duration(to - from)}`,
        mark: '✗',
      };
    }
  }
}

/** A row, and when it was, in milliseconds since the first one. */
type TimedRow = DrawingRow & { readonly at: number };

/** The history of a case of a backend as the rows of its drawing; none for any other scenario. */
export function rowsOfCase(id: string, index: RunIndex): readonly TimedRow[] {
  const { history = [] } = index.casesById.get(id) ?? {};
  const [{ at: start } = { at: 0 }] = history;
  const own = index.evidence.exchanges.filter(({ scenario }) => scenario === id);
  const names = namesOf(history);
  return history
    .flatMap(step => rowsOfStep(step, names(step), own, index.findingsOf(id)))
    .map(row => ({ ...row, at: row.at - start }))
    .sort((one, other) => one.at - other.at);
}

/** @param note names of its event and its order  @param own exchanges of the case  @param findings what it shows */
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

/** Short names of the event of a step and, where there are several, of its order. */
function namesOf(history: readonly HistoryStep[]): (step: HistoryStep) => readonly string[] {
  const events = eventNames(history);
  const orders = [...new Set(history.flatMap(step => (step.type === 'disturbance' ? [] : [step.order])))];
  return step => {
    if (step.type === 'disturbance') return [];
    const order = orders.length > 1 ? [`order ${orders.indexOf(step.order) + 1}`] : [];
    return step.type === 'credits' ? order : [events.get(step.event) ?? '', ...order];
  };
}
