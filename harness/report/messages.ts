import { bytesOf } from '../base/json.ts';
import { oncePerObject } from '../base/once.ts';
import { plural } from '../base/plural.ts';
import type { Body, Delivery, Exchange, Headers, Wait } from '../evidence/evidence.ts';
import type { Block, Blocks, Line } from './blocks.ts';
import * as block from './blocks.ts';
import type { RunIndex } from './run-index.ts';
import { after, cut, duration } from './wording.ts';

/** The most characters of headers and bodies. Those of findings come first. `exchanges.har` contains every body. */
const BUDGET = 1_500_000;
const MOST_MALFORMED = 50;
/** How much of a body the page contains, in characters. The HAR contains all that was recorded. */
const MOST_OF_BODY = 4096;

/** The id of the place for messages outside all scenarios. */
export const OUTSIDE = 'outside';

/** An exchange, a delivery, a packet, or a webhook that did not come, which has no parts. */
interface PageMessage {
  readonly id: string;
  /** The id of its journey or scenario, or {@link OUTSIDE}. */
  readonly place: string;
  /** When it was sent or arrived, or was no longer awaited, in milliseconds. */
  readonly at: number;
  readonly arrow: '→' | '←' | '·';
  readonly line: string;
  readonly outcome: string;
  readonly note: string;
  /** Everything on the wire. */
  readonly parts?: () => Blocks;
}

/** The messages of one journey or scenario. */
interface PlaceMessages {
  /** Each on a line that links to its block. */
  readonly lines: readonly Line[];
  /** Each opens to everything on the wire. */
  readonly blocks: Blocks;
}

/** The messages of a run by journey, scenario or {@link OUTSIDE}, by time. */
export const messagesOf = oncePerObject((index: RunIndex): ReadonlyMap<string, PlaceMessages> => {
  const { exchanges, deliveries, malformed, waits, run } = index.evidence;
  const packets = malformed.slice(0, MOST_MALFORMED).map(
    ({ at, code: problem, packet }, nth): PageMessage => ({
      ...{ id: `malformed-${nth + 1}`, place: OUTSIDE, at, arrow: '←', note: '' },
      ...{ line: 'a request to the receiver that is not HTTP', outcome: `✗ ${problem}` },
      parts: () => onTheWire('', [], packet),
    }),
  );
  const messages = [
    ...exchanges.map(one => ofExchange(one, index)),
    ...deliveries.map(one => ofDelivery(one, index)),
    ...packets,
    ...waits.filter(({ kind, outcome }) => kind !== 'quiet' && outcome !== 'came').map(ofMissed),
  ].sort((a, b) => a.at - b.at);
  const isOfFinding = ({ id }: PageMessage) => index.findingsOf(id).length > 0;
  let room = BUDGET;
  const shown = new Map<PageMessage, Blocks>();
  for (const message of messages.toSorted((a, b) => Number(isOfFinding(b)) - Number(isOfFinding(a)))) {
    if (room <= 0) break;
    const parts = message.parts?.() ?? [];
    room -= JSON.stringify(parts).length;
    shown.set(message, parts);
  }
  return new Map(
    [...Map.groupBy(messages, ({ place }) => place)].map(([place, own]) => {
      const isShown = (one: PageMessage) => shown.has(one) || isOfFinding(one);
      const left = own.filter(one => !isShown(one)).length;
      const folds = own.filter(isShown).map(one => blockOf(one, shown.get(one), run.at, index));
      const blocks = [folds, left > 0 && block.text(`${plural(left, 'more message')} in exchanges.har.`, 'small')];
      const lines = own.map(one => {
        const id = one.parts && (isShown(one) ? block.link(one.id) : block.code(one.id));
        return lineOf(one, id, run.at, index);
      });
      return [place, { lines, blocks }];
    }),
  );
});

/** @param parts what is on the wire, if the page has room for it */
function blockOf(message: PageMessage, parts: Blocks | undefined, start: number, index: RunIndex): Block {
  const { id } = message;
  if (message.parts === undefined) return block.text(lineOf(message, undefined, start, index), 'item');
  const omitted = block.text('Omitted to keep this page small; see exchanges.har.', 'small');
  return block.fold(lineOf(message, block.code(id), start, index), parts ?? [omitted], {
    look: 'item',
    id: block.anchor(id),
  });
}

function lineOf({ id, at, arrow, line, outcome, note }: PageMessage, name: Line, start: number, index: RunIndex): Line {
  const findings = index.findingsOf(id).map(one => [' ', block.badge(one)]);
  return [
    name,
    ' ',
    block.small(after(start, at)),
    ` ${arrow} `,
    block.code(line),
    ' ',
    block.strong(outcome),
    ' ',
    block.small(note),
    findings,
  ];
}

function ofMissed({ journey, kind, from, to, outcome }: Wait): PageMessage {
  const due = kind === 'redelivery' ? 'redelivery' : 'webhook';
  return {
    ...{ id: '', place: journey, at: to, arrow: '·', note: `waited ${duration(to - from)}` },
    line: outcome === 'abandoned' ? `stopped waiting for ${due}` : `no ${due} came`,
    outcome: '✗',
  };
}

function ofExchange(exchange: Exchange, { view }: RunIndex): PageMessage {
  const { id, journey, scenario, condition, request, response, failure, sentAt: at, endedAt, leaked } = exchange;
  const { code: problem, kind, message } = failure ?? {};
  const why = problem === undefined ? '' : ` (${problem})`;
  const { event, receivedAmount, receivedNetwork } = view.journeyBy(id)?.steps.find(step => step.exchange === id) ?? {};
  const notes = [event, receivedAmount, receivedNetwork, duration(endedAt - at), condition];
  return {
    ...{ id, place: journey ?? scenario ?? OUTSIDE, at, arrow: '→' },
    line: `${request.method} ${cut(pathOf(request.url), 160)}`,
    outcome: `${response && !failure ? '' : '✗ '}${describeAnswer(exchange)}`,
    note: notes.filter(Boolean).join(' · '),
    parts: () => [
      onTheWire(`${request.method} ${request.url}`, request.headers, request.body),
      response && onTheWire(`HTTP ${response.status}`, response.headers, response.body, leaked),
      failure && block.text(`Incomplete answer: ${kind}${why}: ${message}`, 'small'),
    ],
  };
}

function ofDelivery(delivery: Delivery, index: RunIndex): PageMessage {
  const { id, at, complete, ours, method, path, headers, body, leaked } = delivery;
  const { ok, text: signature } = describeSignature(delivery, index);
  const notes = [
    `answered ${describeReceiverAnswer(delivery)}`,
    ...(complete ? [] : ['cut off']),
    ...(ours ? [] : ['to another path']),
  ];
  return {
    ...{ id, place: index.view.journeyOf(delivery)?.id ?? OUTSIDE, at, arrow: '←' },
    line: cut(describeDelivery(delivery, index), 120),
    outcome: `${ok ? '✓' : '✗'} ${signature}`,
    note: notes.join(' · '),
    parts: () => [
      onTheWire(`${method} ${path}`, headers, body, leaked),
      block.text(`SHA-256 of the exact bytes: ${body.sha256}`, 'small'),
    ],
  };
}

/** An HTTP message as on the wire: the first line, the headers in their order and case, the body, and what differs. */
function onTheWire(first: string, headers: Headers, body: Body | undefined, leaked: readonly string[] = []): Blocks {
  const content = body && textOf(body);
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].filter(Boolean);
  const notes = [
    ...(body && content !== undefined ? notesOn(body, content) : []),
    ...(leaked.length > 0 ? [`returned secrets: ${leaked.join(', ')} (redacted here)`] : []),
  ];
  const lines = [...head, ...(content ? ['', content.slice(0, MOST_OF_BODY)] : [])];
  return [block.listing(lines.join('\n'), 'http'), notes.length > 0 && block.text(notes.join(' · '), 'small')];
}

function notesOn({ size, cut: left, base64, decoded, altered }: Body, content: string): readonly string[] {
  return [
    content.length > MOST_OF_BODY && `cut at 4 KB of ${size} bytes; more is in exchanges.har`,
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

/** A piece of evidence in a few words: `POST /v1/banks/resolve → 200`, `webhook collection.expired`. */
export function describeEvidence(id: string, index: RunIndex): string {
  const exchange = index.view.exchange(id);
  if (exchange) return `${exchange.request.method} ${pathOf(exchange.request.url)} → ${describeAnswer(exchange)}`;
  const delivery = index.deliveries.get(id);
  if (delivery) {
    const [first] = index.attemptsBefore(delivery);
    return `${describeDelivery(delivery, index)}${first ? ` of ${first.id}` : ''}`;
  }
  const journey = index.view.journeyBy(id);
  if (journey) return `journey of order ${journey.order}`;
  return index.evidence.scenarios.find(scenario => scenario.id === id)?.title ?? 'not in the record';
}

/** The path and query of a URL. Any other text is returned unchanged. */
function pathOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] || url;
}

/** How an exchange ended: its status, or why it has none. */
function describeAnswer({ response, failure }: Exchange): string {
  if (failure === undefined) return String(response?.status ?? 'no answer');
  return response === undefined ? failure.kind : `${response.status}, ${failure.kind}`;
}

/** A delivery by its type, and its number if it is a redelivery. */
function describeDelivery(delivery: Delivery, index: RunIndex): string {
  const again = index.attemptsBefore(delivery).length;
  const type = index.view.typeOf(delivery) ?? 'of no readable type';
  return `webhook ${type}${again > 0 ? `, again (${again + 1})` : ''}`;
}

/** Whether the signature of a delivery verifies, in words: with the usual mistake without which it would. */
function describeSignature(delivery: Delivery, { view }: RunIndex) {
  const signatures = view.signaturesOf(delivery);
  if (view.verifies(delivery)) return { ok: true, text: 'signature verifies' };
  if (signatures.length === 0) return { ok: false, text: 'not signed' };
  const mistake = signatures.find(({ nearMiss }) => nearMiss !== undefined)?.nearMiss;
  return { ok: false, text: `signature does not verify${mistake === undefined ? '' : ` (${mistake})`}` };
}

/** How the receiver answered a delivery. */
function describeReceiverAnswer({ answer }: Delivery): string {
  if (answer.kind === 'status') return `${answer.status ?? 'answered'}${answer.refused ? ', refused on purpose' : ''}`;
  return answer.kind === 'slow' ? 'no answer, on purpose' : 'dropped, on purpose';
}
