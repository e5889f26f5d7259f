import { plural } from '../../base/plural.ts';
import type { Exchange, HistoryStep } from '../../evidence/evidence.ts';
import { eventNames } from '../../gates/endpoint/history.ts';
import type { NumberedFinding } from '../numbered-finding.ts';
import type { RunIndex } from '../run-index.ts';
import { duration } from '../wording.ts';
import { anchor } from './anchor.ts';
import type { DrawingRow } from './drawing-row.ts';

/** A row, and when it was, in milliseconds since the first one. */
type TimedRow = DrawingRow & { readonly at: number };

/** The history of a case of a backend as the rows of its drawing; none for any other scenario. */
export function rowsOfCase(id: string, index: RunIndex): readonly TimedRow[] {
  const { history = [] } = index.casesById.get(id) ?? {};
  const [{ at: start } = { at: 0 }] = history;
  const own = index.evidence.exchanges.filter(({ scenario }) => scenario === id);
  const context = { findings: index.findingsOf(id), own, names: namesOf(history) };
  return history
    .flatMap(step => rowsOfStep(step, context))
    .map(row => ({ ...row, at: row.at - start }))
    .sort((one, other) => one.at - other.at);
}

interface RowContext {
  /** What the case shows. */
  readonly findings: readonly NumberedFinding[];
  /** The exchanges of the case that are recorded. */
  readonly own: readonly Exchange[];
  /** Short names of events and, where there are several, of orders. */
  readonly names: (step: HistoryStep) => readonly string[];
}

function rowsOfStep(step: HistoryStep, { findings, own, names }: RowContext): readonly TimedRow[] {
  const { type, at } = step;
  if (type === 'disturbance') return [{ at, from: 'handler', to: 'handler', label: step.what }];
  const note = names(step);
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

function namesOf(history: readonly HistoryStep[]): RowContext['names'] {
  const events = eventNames(history);
  const orders = [...new Set(history.flatMap(step => (step.type === 'disturbance' ? [] : [step.order])))];
  return step => {
    if (step.type === 'disturbance') return [];
    const order = orders.length > 1 ? [`order ${orders.indexOf(step.order) + 1}`] : [];
    return step.type === 'credits' ? order : [events.get(step.event) ?? '', ...order];
  };
}
