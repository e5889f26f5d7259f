import { askedEvent } from '../../core/asked-event.ts';
import type { Delivery, Exchange } from '../../core/evidence.ts';
import { delaysOf } from '../delays.ts';
import {
  describeAnswer,
  describeDelivery,
  describeReceiverAnswer,
  describeSignature,
  pathOf,
} from '../describe-evidence.ts';
import type { RunIndex } from '../run-index.ts';
import { timelineOf } from '../timeline.ts';
import { after, cut, duration } from '../wording.ts';
import { anchor } from './anchor.ts';
import { rowOf } from './drawing-row.ts';
import { type MessagePart, partsOfDelivery, partsOfExchange, partsOfPacket } from './message-parts.ts';
import { Strings } from './strings.ts';
import { OUTSIDE, type TreeNode, treeOf } from './tree.ts';

/** Characters that headers and bodies may take; those of findings come first. `exchanges.har` holds every body. */
const BUDGET = 900_000;
/** Packets to the receiver that are not HTTP: how many are shown. */
const MOST_MALFORMED = 50;

/** An exchange, a delivery or a packet as the page lists and searches it. */
interface Message {
  readonly id: string;
  /** The node of the tree that it belongs to, by its place. */
  readonly node: number;
  /** When it was sent or arrived, in milliseconds since the run began. */
  readonly at: number;
  readonly kind: 'call' | 'webhook' | 'packet';
  readonly line: string;
  readonly outcome: string;
  readonly note: string;
  readonly operation?: string | undefined;
  /** The simulated event, or the type of the webhook. */
  readonly event?: string | undefined;
  /** The status of the answer. */
  readonly http?: number | undefined;
  /** In milliseconds: of a call until its answer; of a webhook since the step that caused it, or since the last try. */
  readonly delay?: number | undefined;
  readonly signature?: string | undefined;
  readonly parts: () => readonly MessagePart[];
}

/**
 * What the page's script draws and searches, as JSON. Every text is held once, in `strings`, and named by its place;
 * messages and nodes are tables by column. `content` holds the parts of a message: its first line, headers, body and
 * notes; 0 where it is over the budget. `rows` holds the drawing of each journey.
 */
export function pageData(index: RunIndex): string {
  const strings = new Strings();
  const nodes = treeOf(index);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const messages = messagesOf(index, id => places.get(id) ?? nodes.length - 1).sort((a, b) => a.at - b.at);
  const optional = (value: string | undefined) => (value === undefined ? -1 : strings.of(value));
  const numbers = (id: string) => index.findingsOf(id).map(({ number }) => number);
  const found = messages.flatMap(({ id }) => (numbers(id).length > 0 ? [[anchor(id), numbers(id)] as const] : []));
  const table = {
    nodes: {
      id: nodes.map(({ id }) => anchor(id)),
      suite: nodes.map(({ suite }) => strings.of(suite)),
      scenario: nodes.map(({ scenario }) => strings.of(scenario)),
      title: nodes.map(({ title }) => strings.of(title)),
      status: nodes.map(({ status }) => strings.of(status)),
      journey: nodes.map(({ journey }) => optional(journey?.id)),
      order: nodes.map(({ journey }) => optional(journey?.order)),
      findings: nodes.map(({ findings }) => findings.map(({ number }) => number)),
      rows: nodes.map(({ journey }) => (journey ? rowsOf(index, journey, strings) : 0)),
    },
    messages: {
      id: messages.map(({ id }) => anchor(id)),
      node: messages.map(({ node }) => node),
      at: messages.map(({ at }) => Math.round(at)),
      kind: messages.map(({ kind }) => strings.of(kind)),
      line: messages.map(({ line }) => strings.of(line)),
      outcome: messages.map(({ outcome }) => strings.of(outcome)),
      note: messages.map(({ note }) => strings.of(note)),
      operation: messages.map(({ operation }) => optional(operation)),
      event: messages.map(({ event }) => optional(event)),
      http: messages.map(({ http }) => http ?? 0),
      delay: messages.map(({ delay }) => (delay === undefined ? -1 : Number(delay.toFixed(1)))),
      signature: messages.map(({ signature }) => optional(signature)),
      content: contents(messages, id => numbers(id).length, strings),
    },
    found: Object.fromEntries(found),
  };
  return JSON.stringify({ strings: strings.all(), ...table }).replaceAll('<', String.raw`\u003c`);
}

function messagesOf(index: RunIndex, nodeOf: (id: string) => number): Message[] {
  const { evidence, view } = index;
  const { run, exchanges, deliveries, malformed } = evidence;
  const delays = delaysOf(view);
  const fromCall = (exchange: Exchange): Message => {
    const { id, journey, scenario, operation, condition, request, response, failure, sentAt, endedAt } = exchange;
    const took = endedAt - sentAt;
    const event = index.stepOf(exchange)?.event ?? askedEvent(exchange);
    return {
      ...{ id, operation, kind: 'call', node: nodeOf(journey ?? scenario ?? OUTSIDE), at: sentAt - run.at },
      line: `${request.method} ${cut(pathOf(request.url), 160)}`,
      outcome: `${response && !failure ? '' : '✗ '}${describeAnswer(exchange)}`,
      note: `${duration(took)}${condition === undefined ? '' : ` · ${condition}`}`,
      ...{ event: typeof event === 'string' ? event : undefined, http: response?.status, delay: took },
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
      ...{ id, kind: 'webhook', node: nodeOf(view.journeyOf(delivery)?.id ?? OUTSIDE), at: at - run.at },
      line: cut(describeDelivery(delivery, index), 120),
      outcome: `${ok ? '✓' : '✗'} ${text}`,
      note: notes.join(' · '),
      ...{ event: view.typeOf(delivery), delay: delays.get(id)?.ms, signature: signatureState(delivery, index) },
      parts: () => partsOfDelivery(delivery),
    };
  };
  const packets = malformed.slice(0, MOST_MALFORMED).map(({ at, code, packet }, nth): Message => {
    const words = { line: 'a request to the receiver that is not HTTP', outcome: `✗ ${code}`, note: '' };
    const place = { id: `malformed-${nth + 1}`, kind: 'packet' as const, node: nodeOf(OUTSIDE), at: at - run.at };
    return { ...place, ...words, parts: () => partsOfPacket(packet) };
  });
  return [...exchanges.map(fromCall), ...deliveries.map(fromDelivery), ...packets];
}

/** What became of the signature of a delivery, in a word: what a search names, and a matrix counts. */
export function signatureState(delivery: Delivery, { view }: RunIndex): string {
  const signatures = view.signaturesOf(delivery);
  if (view.verifies(delivery)) return 'verified';
  if (signatures.length === 0) return 'missing';
  return signatures.find(({ nearMiss }) => nearMiss !== undefined)?.nearMiss ?? 'unknown';
}

/** The parts of messages as far as the budget goes, those that findings name first. */
function contents(messages: readonly Message[], weight: (id: string) => number, strings: Strings) {
  const limit = strings.length + BUDGET;
  const ranked = messages.map(({ id, parts }, place) => ({ place, parts, weight: weight(id) }));
  const shown: (0 | readonly (readonly unknown[])[])[] = messages.map(() => 0);
  for (const { place, parts } of ranked.sort((a, b) => b.weight - a.weight)) {
    if (strings.length >= limit) break;
    shown[place] = parts().map(({ first, headers, body = '', notes }) => [
      strings.of(first),
      headers.map(line => strings.of(line)),
      strings.of(body),
      strings.of(notes.join(' · ')),
    ]);
  }
  return shown;
}

const PARTICIPANTS = ['harness', 'service', 'receiver'] as const;

/** The rows of a journey's drawing: time, from, to, label, note, what is spoken, dashed, mark, message, findings. */
function rowsOf(index: RunIndex, journey: NonNullable<TreeNode['journey']>, strings: Strings) {
  return timelineOf(journey, index).map(moment => {
    const {
      from,
      to,
      label,
      note = '',
      spoken = '',
      href = '',
      dashed,
      mark = '',
      findings = [],
    } = rowOf(moment, index);
    return [
      strings.of(after(journey.from, moment.at)),
      ...[from, to].map(participant => PARTICIPANTS.indexOf(participant)),
      ...[label, note, spoken].map(text => strings.of(text)),
      dashed ? 1 : 0,
      ...[mark, href].map(text => strings.of(text)),
      findings.map(({ number }) => number),
    ];
  });
}
