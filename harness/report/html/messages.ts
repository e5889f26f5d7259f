import { bytesOf } from '../../base/json.ts';
import type { Body, Delivery, Exchange, Headers } from '../../evidence/evidence.ts';
import {
  describeAnswer,
  describeDelivery,
  describeReceiverAnswer,
  describeSignature,
  pathOf,
} from '../describe-evidence.ts';
import type { RunIndex } from '../run-index.ts';
import { cut, duration } from '../wording.ts';

const MOST_MALFORMED = 50;
/** The id of the node for messages outside all scenarios. */
export const OUTSIDE = 'outside';

/** An exchange, a delivery or a packet for the list of the page. */
export interface PageMessage {
  readonly id: string;
  /** The id of its node in the tree. */
  readonly node: string;
  /** When it was sent or arrived, in milliseconds since the run began. */
  readonly at: number;
  readonly kind: 'call' | 'webhook' | 'packet';
  readonly line: string;
  readonly outcome: string;
  readonly note: string;
  readonly parts: () => readonly MessagePart[];
}

/** Every message of a run, by time. */
export function messagesOf(index: RunIndex): readonly PageMessage[] {
  const { evidence, view } = index;
  const { run, exchanges, deliveries, malformed } = evidence;
  const fromCall = (exchange: Exchange): PageMessage => {
    const { id, journey, scenario, condition, request, response, failure, sentAt, endedAt } = exchange;
    return {
      ...{ id, kind: 'call', node: journey ?? scenario ?? OUTSIDE, at: sentAt - run.at },
      line: `${request.method} ${cut(pathOf(request.url), 160)}`,
      outcome: `${response && !failure ? '' : '✗ '}${describeAnswer(exchange)}`,
      note: `${duration(endedAt - sentAt)}${condition === undefined ? '' : ` · ${condition}`}`,
      parts: () => partsOfExchange(exchange),
    };
  };
  const fromDelivery = (delivery: Delivery): PageMessage => {
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
      parts: () => [
        messagePart(`${delivery.method} ${delivery.path}`, delivery.headers, delivery.body, delivery.leaked),
        note(`SHA-256 of the exact bytes: ${delivery.body.sha256}`),
      ],
    };
  };
  const packets = malformed.slice(0, MOST_MALFORMED).map(({ at, code, packet }, nth): PageMessage => {
    const words = { line: 'a request to the receiver that is not HTTP', outcome: `✗ ${code}`, note: '' };
    const place = { id: `malformed-${nth + 1}`, kind: 'packet' as const, node: OUTSIDE, at: at - run.at };
    return { ...place, ...words, parts: () => [messagePart('', [], packet)] };
  });
  return [...exchanges.map(fromCall), ...deliveries.map(fromDelivery), ...packets].sort((a, b) => a.at - b.at);
}

/** How much of a body the page contains, in characters. The HAR contains all that was recorded. */
const MOST_OF_BODY = 4096;

/** An HTTP message as on the wire: the first line, the headers in their order and case, then the body. */
interface MessagePart {
  readonly first: string;
  readonly headers: readonly string[];
  readonly body?: string;
  /** What differs from the wire, and why. */
  readonly notes: readonly string[];
}

/** The request and the response of an exchange, or why there is no response. */
function partsOfExchange({ request, response, failure, leaked }: Exchange): readonly MessagePart[] {
  const { code } = failure ?? {};
  return [
    messagePart(`${request.method} ${request.url}`, request.headers, request.body),
    ...(response ? [messagePart(`HTTP ${response.status}`, response.headers, response.body, leaked)] : []),
    ...(failure
      ? [note(`Incomplete answer: ${failure.kind}${code === undefined ? '' : ` (${code})`}: ${failure.message}`)]
      : []),
  ];
}

function note(text: string): MessagePart {
  return { first: '', headers: [], notes: [text] };
}

/** A message, or a packet that is not HTTP and has only a body. */
function messagePart(
  first: string,
  headers: Headers,
  body: Body | undefined,
  leaked: readonly string[] = [],
): MessagePart {
  const text = body && textOf(body);
  const notes = [
    ...(body && text !== undefined ? notesOn(body, text) : []),
    ...(leaked.length > 0 ? [`returned secrets: ${leaked.join(', ')} (redacted here)`] : []),
  ];
  return {
    first,
    headers: headers.map(([name, value]) => `${name}: ${value}`),
    ...(text && { body: text.slice(0, MOST_OF_BODY) }),
    notes,
  };
}

function notesOn({ size, cut: left, base64, decoded, altered }: Body, text: string): readonly string[] {
  return [
    text.length > MOST_OF_BODY && `cut at 4 KB of ${size} bytes; more is in exchanges.har`,
    left !== undefined && `the record keeps a part of ${size} bytes`,
    base64 !== undefined && 'not UTF-8, shown as hexadecimal',
    decoded !== undefined && `${decoded} undone`,
    altered && 'secrets redacted, or personal data replaced',
  ].filter(part => typeof part === 'string');
}

function textOf(body: Body): string {
  if (body.size === 0) return '';
  const hex = () => bytesOf(body).toString('hex', 0, MOST_OF_BODY);
  return body.text ?? hex().replace(/(..)(?=.)/g, '$1 ');
}
