import { oncePerObject } from '../../base/once.ts';
import { askedEvent } from '../../evidence/asked-event.ts';
import type { Delivery, Exchange } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { delaysOf } from '../delays.ts';
import {
  describeAnswer,
  describeDelivery,
  describeReceiverAnswer,
  describeSignature,
  pathOf,
} from '../describe-evidence.ts';
import type { RunIndex } from '../run-index.ts';
import { cut, duration } from '../wording.ts';
import { type MessagePart, messagePart, partsOfDelivery, partsOfExchange } from './message-parts.ts';
import { OUTSIDE } from './tree.ts';

/** Packets to the receiver that are not HTTP: how many are shown. */
const MOST_MALFORMED = 50;
/** Stands where something that others have is missing, so that a search can name it. */
export const NONE = 'none';

/** An exchange, a delivery or a packet as the page lists and searches it. */
export interface Message {
  readonly id: string;
  /** The node of the tree that it belongs to, by its id. */
  readonly node: string;
  /** When it was sent or arrived, in milliseconds since the run began. */
  readonly at: number;
  readonly kind: 'call' | 'webhook' | 'packet';
  readonly line: string;
  readonly outcome: string;
  readonly note: string;
  /** Of a call: the operation of the contract, or `none`. */
  readonly operation?: string;
  /** Of a simulate call the event; of a webhook its type, or `none`. */
  readonly event?: string | undefined;
  /** Of a step: the last step before it that was accepted, or `created`. */
  readonly after?: string | undefined;
  /** Of a call: the status of its answer, or `none`. */
  readonly http?: string;
  /** In milliseconds: of a call until its answer; of a webhook since the step that caused it, or since the last try. */
  readonly delay?: number | undefined;
  readonly signature?: string | undefined;
  readonly parts: () => readonly MessagePart[];
}

/** Every message of a run, by time. The page lists and searches these, and its matrices count them. */
export const messagesOf = oncePerObject((index: RunIndex): readonly Message[] => {
  const { evidence, view } = index;
  const { run, exchanges, deliveries, malformed } = evidence;
  const delays = delaysOf(view);
  const before = stepsBefore(view);
  const fromCall = (exchange: Exchange): Message => {
    const { id, journey, scenario, operation, condition, request, response, failure, sentAt, endedAt } = exchange;
    const took = endedAt - sentAt;
    const event = index.stepOf(exchange)?.event ?? askedEvent(exchange);
    return {
      ...{ id, operation: operation ?? NONE, kind: 'call', node: journey ?? scenario ?? OUTSIDE, at: sentAt - run.at },
      line: `${request.method} ${cut(pathOf(request.url), 160)}`,
      outcome: `${response && !failure ? '' : '✗ '}${describeAnswer(exchange)}`,
      note: `${duration(took)}${condition === undefined ? '' : ` · ${condition}`}`,
      ...{ event: typeof event === 'string' ? event : undefined, after: before.get(id), delay: took },
      http: String(response?.status ?? NONE),
      parts: () => partsOfExchange(exchange),
    };
  };
  const fromDelivery = (delivery: Delivery): Message => {
    const { id, at, complete, ours } = delivery;
    const { ok, text } = describeSignature(delivery, index);
    const notes = [
      `answered ${describeReceiverAnswer(delivery)}`,
      ...(complete ? [] : ['cut off']),
      ...(ours ? [] : ['to another path']),
    ];
    return {
      ...{ id, kind: 'webhook', node: view.journeyOf(delivery)?.id ?? OUTSIDE, at: at - run.at },
      line: cut(describeDelivery(delivery, index), 120),
      outcome: `${ok ? '✓' : '✗'} ${text}`,
      note: notes.join(' · '),
      ...{
        event: view.typeOf(delivery) ?? NONE,
        delay: delays.get(id)?.ms,
        signature: signatureState(delivery, index),
      },
      parts: () => partsOfDelivery(delivery),
    };
  };
  const packets = malformed.slice(0, MOST_MALFORMED).map(({ at, code, packet }, nth): Message => {
    const words = { line: 'a request to the receiver that is not HTTP', outcome: `✗ ${code}`, note: '' };
    const place = { id: `malformed-${nth + 1}`, kind: 'packet' as const, node: OUTSIDE, at: at - run.at };
    return { ...place, ...words, parts: () => [messagePart('', [], packet)] };
  });
  return [...exchanges.map(fromCall), ...deliveries.map(fromDelivery), ...packets].sort((a, b) => a.at - b.at);
});

/** What became of the signature of a delivery, in a word. */
function signatureState(delivery: Delivery, { view }: RunIndex): string {
  const signatures = view.signaturesOf(delivery);
  if (view.verifies(delivery)) return 'verified';
  if (signatures.length === 0) return 'missing';
  return signatures.find(({ nearMiss }) => nearMiss !== undefined)?.nearMiss ?? 'unknown';
}

/** By the call of each step: the last step of its order before it that was accepted, or `created`. */
function stepsBefore(view: View): ReadonlyMap<string, string> {
  return new Map(
    view.evidence.journeys.flatMap(({ steps }) =>
      steps.map((step, nth) => {
        const last = steps.slice(0, nth).findLast(other => view.outcomeOf(other) === 'accepted');
        return [step.exchange, last?.event ?? 'created'] as const;
      }),
    ),
  );
}
