import type { Delivery, Exchange } from '../../core/evidence.ts';
import { answerInWords, deliveryInWords, pathOf, receiverAnswer, signatureInWords } from '../describe-evidence.ts';
import { after, cut, duration, plural } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';
import { messageOf } from './message.ts';
import { withinBudget } from './within-budget.ts';

/** Bytes that exchanges and deliveries may take when shown in full. */
const BUDGET = 1_300_000;

/** Exchanges and deliveries as they crossed the wire, by scenario and time, each a block that opens. */
export function trafficSection(index: RunIndex): Markup {
  const { evidence } = index;
  const items = [
    ...evidence.exchanges.map(exchange => ({
      id: exchange.id,
      at: exchange.sentAt,
      ...exchangeBlock(exchange, index),
    })),
    ...evidence.deliveries.map(delivery => ({ id: delivery.id, at: delivery.at, ...deliveryBlock(delivery, index) })),
  ].sort((a, b) => a.at - b.at);
  const shown = withinBudget(
    items.map(item => ({ ...item, weight: index.findingsOf(item.id).length })),
    BUDGET,
  );
  const groups = new Map<string, string[]>();
  for (const { id } of items) {
    const scenario = index.scenarioOf(id) ?? '';
    const group = groups.get(scenario);
    if (group) group.push(id);
    else groups.set(scenario, [id]);
  }
  return markup`<section aria-labelledby="wire"><h2 id="wire">On the wire</h2>
<p class="lead">${plural(evidence.exchanges.length, 'exchange')} and ${plural(evidence.deliveries.length, 'delivery', 'deliveries')}, by scenario. Secrets are redacted, people’s names and account numbers are pseudonyms; <code>exchanges.har</code> beside this page holds every body whole.</p>
<p class="filter js" hidden><label>Show only what holds <input type="search" id="filter" placeholder="simulate, 409, x12 …" autocomplete="off"></label> <span id="filtered" role="status"></span></p>
${[...groups].map(
  ([scenario, ids]) =>
    markup`<details class="group"><summary><b>${scenario === '' ? 'About no order of this run' : scenario}</b> <span class="small">${plural(ids.length, 'item')}</span></summary>
${ids.map(id => shown.get(id))}</details>
`,
)}${malformed(index)}</section>
`;
}

interface Block {
  full(): Markup;
  brief(): Markup;
}

function exchangeBlock(exchange: Exchange, index: RunIndex): Block {
  const { id, request, response, failure, condition, sentAt, endedAt, leaked } = exchange;
  const path = pathOf(request.url);
  const ok = response !== undefined && failure === undefined;
  const line = markup`<code>${id}</code> <span class="time">${after(index.evidence.run.at, sentAt)}</span> <b>→</b> ${request.method} <span class="path">${cut(path, 160)}</span> <b class="status">${ok ? '' : '✗ '}${answerInWords(exchange)}</b> <span class="small">${duration(endedAt - sentAt)}${condition !== undefined && ` · ${condition}`}</span>${badges(id, index)}`;
  return {
    full: () => markup`<details class="item" id="${anchor(id)}"><summary>${line}</summary>
${messageOf(`${request.method} ${path}`, [['Host', hostOf(request.url)], ...request.headers], request.body)}${
  response && messageOf(`HTTP ${response.status}`, response.headers, response.body)
}${failure && markup`<p>No whole answer: <b>${failure.kind}</b>${failure.code !== undefined && ` (${failure.code})`}: ${failure.message}</p>`}${leaks(leaked)}</details>
`,
    brief: () => briefly(id, line),
  };
}

function deliveryBlock(delivery: Delivery, index: RunIndex): Block {
  const { id, at, method, path, headers, body, complete, ours, leaked } = delivery;
  const signature = signatureInWords(delivery, index);
  const journey = index.view.journeyOf(delivery);
  const line = markup`<code>${id}</code> <span class="time">${after(index.evidence.run.at, at)}</span> <b>←</b> <span class="path">${cut(deliveryInWords(delivery, index), 120)}</span> <b class="status">${signature.ok ? '✓' : '✗'} ${signature.text}</b> <span class="small">answered ${receiverAnswer(delivery)}${!complete && ' · cut off'}${!ours && ' · to another path'}</span>${badges(id, index)}`;
  return {
    full: () => markup`<details class="item" id="${anchor(id)}"><summary>${line}</summary>
${messageOf(`${method} ${path}`, headers, body)}${
  journey
    ? markup`<p class="small">Of journey <a href="#${anchor(journey.id)}">${journey.id}</a>, order ${journey.order}. SHA-256 of the exact bytes: <code>${body.sha256}</code></p>`
    : markup`<p class="small">About no order of this run: a stray, not judged.</p>`
}${leaks(leaked)}</details>
`,
    brief: () => briefly(id, line),
  };
}

function briefly(id: string, line: Markup): Markup {
  return markup`<p class="item brief" id="${anchor(id)}">${line}</p>
`;
}

/** Links to the findings that this shows. */
function badges(id: string, index: RunIndex): readonly Markup[] {
  return index
    .findingsOf(id)
    .map(({ number }) => markup` <a class="badge" href="#finding-${number}" title="Finding ${number}">F${number}</a>`);
}

function leaks(leaked: readonly string[] | undefined): Markup | undefined {
  return leaked && markup`<p>Gave back secrets: <b>${leaked.join(', ')}</b> (redacted here).</p>`;
}

function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1] ?? '';
}

function malformed({ evidence }: RunIndex): Markup | undefined {
  if (evidence.malformed.length === 0) return undefined;
  return markup`<details class="group"><summary><b>Requests to the receiver that were no HTTP</b> <span class="small">${plural(evidence.malformed.length, 'item')}</span></summary>
${evidence.malformed.slice(0, 50).map(({ at, code, packet }) => messageOf(`${after(evidence.run.at, at)} ${code}`, undefined, packet))}</details>
`;
}
