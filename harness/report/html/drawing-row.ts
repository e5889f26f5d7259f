import { describeAnswer, describeReceiverAnswer, describeSignature, pathOf } from '../describe-evidence.ts';
import type { NumberedFinding } from '../numbered-finding.ts';
import type { RunIndex } from '../run-index.ts';
import type { JourneyMoment } from '../timeline.ts';
import { TROUBLES } from '../trouble-in-words.ts';
import { duration } from '../wording.ts';
import { anchor } from './anchor.ts';

/** The participants of a journey: the harness calls the service, the service delivers to the receiver. */
export const JOURNEY_LANES = ['harness', 'service', 'receiver'] as const;
/** The participants of a case of a backend: the sender delivers to its handler, which makes credits. */
export const CASE_LANES = ['sender', 'handler', 'credits'] as const;
type Participant = (typeof JOURNEY_LANES | typeof CASE_LANES)[number];

/** One row of a sequence drawing: an arrow between participants, or a note where `from` equals `to`. */
export interface DrawingRow {
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
export function rowOf(moment: JourneyMoment, index: RunIndex): DrawingRow {
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
