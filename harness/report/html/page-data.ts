import { bytesOf } from '../../base/json.ts';
import type { Body, Delivery, Exchange, Headers } from '../../evidence/evidence.ts';
import { anchor } from '../blocks.ts';
import {
  describeAnswer,
  describeDelivery,
  describeReceiverAnswer,
  describeSignature,
  pathOf,
} from '../describe-evidence.ts';
import type { DrivenScenario, NumberedFinding, RunIndex } from '../run-index.ts';
import { printable } from '../visible.ts';
import { after, cut, duration } from '../wording.ts';
import { rowsOf } from './drawing-row.ts';

/** The most characters of headers and bodies. Those of findings come first. `exchanges.har` contains every body. */
const BUDGET = 1_500_000;

/**
 * The data of the page's script as JSON. Most headers, paths and statuses repeat, so `strings` has each text once, and
 * `data` has its place there, as a string. A message beyond the budget has no parts.
 */
export function pageData(index: RunIndex): string {
  const nodes = treeOf(index);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const messages = messagesOf(index).map(({ id, node, at, ...message }) => ({
    ...{ ...message, id: anchor(id), node: places.get(node) ?? nodes.length - 1, at: Math.round(at) },
    findings: numbersOf(index.findingsOf(id)),
  }));
  let room = BUDGET;
  const parts = new Map<PageMessage['parts'], ReturnType<PageMessage['parts']>>();
  for (const { parts: partsOf } of messages.toSorted((a, b) => b.findings.length - a.findings.length)) {
    if (room <= 0) break;
    const own = partsOf();
    room -= JSON.stringify(own).length;
    parts.set(partsOf, own);
  }
  const data = {
    nodes: nodes.map(node => ({ ...node, id: anchor(node.id), rows: drawingOf(node.journey, index) })),
    messages: messages.map(message => ({ ...message, parts: parts.get(message.parts) })),
  };
  const strings = new Map<string, string>();
  const placed = JSON.stringify(data, (_, value) => {
    if (typeof value !== 'string') return value;
    if (!strings.has(value)) strings.set(value, String(strings.size));
    return strings.get(value);
  });
  const texts = JSON.stringify([...strings.keys()].map(printable));
  return `{"strings":${texts},"data":${placed}}`.replaceAll('<', String.raw`\u003c`);
}

function numbersOf(findings: readonly NumberedFinding[]): readonly number[] {
  return findings.map(({ number }) => number);
}

/** The rows of the drawing of a journey; `undefined` outside all journeys. */
function drawingOf(id: string | undefined, index: RunIndex) {
  const journey = id === undefined ? undefined : index.view.journeyBy(id);
  return (
    journey &&
    rowsOf(journey, index).map(row => ({
      ...row,
      at: after(0, row.at),
      findings: row.findings && numbersOf(row.findings),
    }))
  );
}

/** A scenario or one of its journeys. */
interface TreeNode {
  readonly id: string;
  readonly scenario: string;
  /** The numbers of its findings. */
  readonly findings: readonly number[];
  /** The id of the journey, and its order. */
  readonly journey?: string;
  readonly order?: string;
}

/** Each suite with its scenarios and their journeys, in the order of the record. */
export function suitesOf(index: RunIndex) {
  const journeys = Map.groupBy(index.evidence.journeys, ({ scenario }) => scenario);
  const withJourneys = index.scenarios.map(scenario => ({ scenario, journeys: journeys.get(scenario.id) ?? [] }));
  return [...Map.groupBy(withJourneys, ({ scenario }) => scenario.suite)].map(([suite, scenarios]) => ({
    suite,
    scenarios,
  }));
}

/** The nodes of the tree in the order of the page. The last one is for messages outside all scenarios. */
function treeOf(index: RunIndex): readonly TreeNode[] {
  const nodes = suitesOf(index).flatMap(({ scenarios }) =>
    scenarios.flatMap(({ scenario, journeys }) => [
      nodeOf(scenario),
      ...journeys.map(journey => ({
        ...nodeOf(scenario),
        ...{ id: journey.id, journey: journey.id, order: journey.order },
        findings: numbersOf(index.breachesOf(journey)),
      })),
    ]),
  );
  return [...nodes, { id: OUTSIDE, scenario: '', findings: [] }];
}

function nodeOf({ id, findings }: DrivenScenario): TreeNode {
  return { id, scenario: id, findings: numbersOf(findings) };
}

const MOST_MALFORMED = 50;
/** The id of the node for messages outside all scenarios. */
export const OUTSIDE = 'outside';

/** An exchange, a delivery or a packet for the list of the page. */
interface PageMessage {
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
function messagesOf(index: RunIndex): readonly PageMessage[] {
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
