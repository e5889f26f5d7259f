import { plural } from '../../core/plural.ts';
import { marks } from '../html/badge.ts';
import { deliveryBlock } from '../html/delivery-block.ts';
import { exchangeBlock } from '../html/exchange-block.ts';
import { httpMessage } from '../html/http-message.ts';
import { group } from '../html/table.ts';
import { withinBudget } from '../html/within-budget.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { after } from '../wording.ts';
import { section } from './section.ts';

/** Bytes that exchanges and deliveries may take when shown in full. */
const BUDGET = 1_300_000;
/** Broken requests that are shown. */
const MOST_MALFORMED = 50;

/** Exchanges and deliveries as they crossed the wire, by scenario and time, each a block that opens. */
export const wireSection = section({
  id: 'wire',
  title: 'On the wire',
  part: ({ evidence }) => evidence,
  html({ exchanges, deliveries }, index) {
    const items = [
      ...exchanges.map(exchange => ({ at: exchange.sentAt, ...exchangeBlock(exchange, index) })),
      ...deliveries.map(delivery => ({ at: delivery.at, ...deliveryBlock(delivery, index) })),
    ].sort((a, b) => a.at - b.at);
    const shown = withinBudget(items, BUDGET);
    const groups = [...Map.groupBy(items, ({ id }) => index.scenarioOf(id))].map(([scenario, members]) => {
      const findings = new Set(members.flatMap(({ id }) => index.findingsOf(id)));
      const title = markup`<b>${scenario ?? 'About no order of this run'}</b>`;
      const count = [plural(members.length, 'message'), ...marks([...findings])];
      return group(
        title,
        count,
        members.map(({ id }) => shown.get(id)),
      );
    });
    const counts = `${plural(exchanges.length, 'exchange')} and ${plural(deliveries.length, 'delivery')}`;
    return markup`<p class="lead">${counts}, by scenario. Secrets are redacted, people’s names and account numbers are
pseudonyms; <code>exchanges.har</code> beside this page holds every body whole.</p>
<p class="filter js" hidden><label>Show only messages with
<input type="search" id="filter" placeholder="simulate, 409, x12 …" autocomplete="off"></label>
<span id="filtered" role="status"></span></p>
${groups}${malformed(index)}`;
  },
});

function malformed({ evidence: { malformed: packets, run } }: RunIndex): Markup | false {
  if (packets.length === 0) return false;
  const shown = packets
    .slice(0, MOST_MALFORMED)
    .map(({ at, code, packet }) => httpMessage(`${after(run.at, at)} ${code}`, undefined, packet));
  return group(markup`<b>Requests to the receiver that are not HTTP</b>`, packets.length, shown);
}
