import { after, plural } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { marks } from './badge.ts';
import { deliveryBlock } from './delivery-block.ts';
import { exchangeBlock } from './exchange-block.ts';
import { httpMessage } from './http-message.ts';
import { withinBudget } from './within-budget.ts';

/** Bytes that exchanges and deliveries may take when shown in full. */
const BUDGET = 1_300_000;
/** Broken requests that are shown. */
const MOST_MALFORMED = 50;

/** Exchanges and deliveries as they crossed the wire, by scenario and time, each a block that opens. */
export function trafficSection(index: RunIndex): Markup {
  const { exchanges, deliveries } = index.evidence;
  const items = [
    ...exchanges.map(exchange => ({ id: exchange.id, at: exchange.sentAt, ...exchangeBlock(exchange, index) })),
    ...deliveries.map(delivery => ({ id: delivery.id, at: delivery.at, ...deliveryBlock(delivery, index) })),
  ].sort((a, b) => a.at - b.at);
  const shown = withinBudget(
    items.map(item => ({ ...item, weight: index.findingsOf(item.id).length })),
    BUDGET,
  );
  const groups = Map.groupBy(items, ({ id }) => index.scenarioOf(id));
  return markup`<section aria-labelledby="wire"><h2 id="wire">On the wire</h2>
<p class="lead">${plural(exchanges.length, 'exchange')} and ${plural(deliveries.length, 'delivery', 'deliveries')}, by scenario. Secrets are redacted, people’s names and account numbers are pseudonyms; <code>exchanges.har</code> beside this page holds every body whole.</p>
<p class="filter js" hidden><label>Show only what holds <input type="search" id="filter" placeholder="simulate, 409, x12 …" autocomplete="off"></label> <span id="filtered" role="status"></span></p>
${[...groups].map(([scenario, members]) => {
  const findings = new Set(members.flatMap(({ id }) => index.findingsOf(id)));
  return markup`<details class="group"><summary><b>${scenario ?? 'About no order of this run'}</b> <span class="small">${plural(members.length, 'message')}</span>${marks([...findings])}</summary>
${members.map(({ id }) => shown.get(id))}</details>
`;
})}${malformed(index)}</section>
`;
}

function malformed({ evidence: { malformed: packets, run } }: RunIndex): Markup | false {
  return (
    packets.length > 0 &&
    markup`<details class="group"><summary><b>Requests to the receiver that were no HTTP</b> <span class="small">${packets.length}</span></summary>
${packets.slice(0, MOST_MALFORMED).map(({ at, code, packet }) => httpMessage(`${after(run.at, at)} ${code}`, undefined, packet))}</details>
`
  );
}
