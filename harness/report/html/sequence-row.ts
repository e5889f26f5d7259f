import { describeAnswer, describeReceiverAnswer, describeSignature, pathOf } from '../describe-evidence.ts';
import type { NumberedFinding } from '../numbered-finding.ts';
import type { RunIndex } from '../run-index.ts';
import type { Moment } from '../timeline.ts';
import { duration } from '../wording.ts';
import { anchor } from './anchor.ts';

/** Who a journey is between: the harness calls the service, the service delivers to the receiver. */
export type ExclusiveSection = 'harness' | 'service' | 'receiver';

/** One row of a sequence drawing: an arrow from lane to lane, or a note where `from` equals `to`. */
export interface Row {
  readonly at: number;
  readonly from: ExclusiveSection;
  readonly to: ExclusiveSection;
  readonly label: string;
  /** A second line, below the arrow. */
  readonly note?: string;
  /** What a mark says, for those who do not see it. */
  readonly spoken?: string;
  /** The block that tells all. */
  readonly href?: string;
  /** Drawn dashed: an answer. */
  readonly dashed?: boolean;
  /** A mark behind the label that says without colour how it went. */
  readonly mark?: '✓' | '✗';
  readonly findings: readonly NumberedFinding[];
}

/** What happened at a moment of a journey, as a row of its drawing. */
export function rowOf(moment: Moment, index: RunIndex): Row {
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
      const label = `${describeAnswer(exchange)} · ${duration(exchange.endedAt - exchange.sentAt)}`;
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
      const signature = describeSignature(delivery, index);
      const notes = [
        again > 0 && `↻ again, delivery ${again + 1} of this event`,
        !signature.ok && signature.text,
        !delivery.complete && 'cut off',
      ].filter(note => note !== false);
      return {
        at,
        from: 'service',
        to: 'receiver',
        label: index.view.typeOf(delivery) ?? 'no type that can be read',
        href: anchor(delivery.id),
        mark: signature.ok ? '✓' : '✗',
        ...(signature.ok && { spoken: signature.text }),
        findings: index.findingsOf(delivery.id),
        ...(notes.length > 0 && { note: notes.join(', ') }),
      };
    }
    case 'refusal':
      return {
        at,
        from: 'receiver',
        to: 'service',
        label: describeReceiverAnswer(moment.delivery),
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
