import type { Journey } from '../../core/evidence.ts';
import { plural } from '../../core/plural.ts';
import { anchor } from '../html/anchor.ts';
import { badges, marks } from '../html/badge.ts';
import { sequenceOf } from '../html/sequence.ts';
import { withinBudget } from '../html/within-budget.ts';
import { STATUSES } from '../looks.ts';
import { code, prose } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { duration, list } from '../wording.ts';
import { section } from './section.ts';

/** Bytes that drawings may take. */
const BUDGET = 700_000;
/** Failed journeys that are open from the start; where there are none, the first journey is. */
const MOST_OPEN = 3;
/** Journeys that report.md names. */
const MOST_NAMED = 40;

/** Journeys, each drawn as a sequence; some are open from the start, and a tick leaves only the failed ones. */
export const journeysSection = section({
  id: 'journeys',
  title: 'Journeys',
  part: ({ evidence: { journeys } }) => (journeys.length > 0 ? journeys : undefined),
  count: journeys => journeys.length,
  html(journeys, index) {
    const failed = journeys.filter(journey => index.statusOf(journey) === 'failed');
    const open = new Set(failed.length > 0 ? failed.slice(0, MOST_OPEN) : journeys.slice(0, 1));
    const shown = withinBudget(
      journeys.map(journey => ({
        id: journey.id,
        weight: index.breachesOf(journey).length,
        full: () => card(journey, index, open.has(journey), sequenceOf(journey, index)),
        brief: () => card(journey, index, false, markup`<p class="small">Not drawn, to keep this page light.</p>`),
      })),
      BUDGET,
    );
    const filter =
      failed.length > 0 &&
      failed.length < journeys.length &&
      markup`<p class="filter"><label><input type="checkbox" id="only-found">
Only the ${plural(failed.length, 'failed journey')}</label></p>
`;
    return markup`<p class="lead">Each journey drives one collection order. Times are since its start. ✓ and ✗ at a
webhook say whether its signature verifies; ↻ marks a redelivery. The receiver refuses some deliveries on purpose.</p>
${filter}${journeys.map(({ id }) => shown.get(id))}`;
  },
  markdown: (journeys, index) =>
    Map.groupBy(journeys, journey => index.statusOf(journey))
      .entries()
      .toArray()
      .sort()
      .map(([status, own]) => {
        const ids = own.map(({ id }) => code(id));
        const named = status === 'passed' ? '' : `: ${list(ids, MOST_NAMED)}`;
        return prose(`${STATUSES[status].symbol} ${own.length} ${status}`) + named;
      }),
});

function card(journey: Journey, index: RunIndex, open: boolean, drawing: Markup): Markup {
  const { id, order, scenario, steps, from, to, diagnoses } = journey;
  const status = index.statusOf(journey);
  const { symbol, tone } = STATUSES[status];
  const breaches = index.breachesOf(journey);
  const facts = [
    steps.map(({ event }) => event).join(' → '),
    plural(index.deliveriesOf(journey).length, 'delivery'),
    to === undefined ? 'cut off' : duration(to - from),
  ];
  const state = status === 'passed' ? '' : ` ${status}`;
  const retry =
    diagnoses !== undefined &&
    markup`. Repeats <a href="#${anchor(diagnoses)}">${diagnoses}</a> with nothing else in flight`;
  const shows = breaches.length > 0 && markup`. Shows${badges(breaches)}`;
  const look = markup`class="card journey${status === 'failed' && ' found'}"${open && markup` open`}`;
  return markup`<details ${look}><summary><b class="${tone}">${symbol}${state}</b> <code>${id}</code> <b>${scenario}</b>
<span class="small">${facts.join(' · ')}</span>${marks(breaches)}</summary>
<p class="small in" id="${anchor(id)}">Order <code>${order}</code>${retry}${shows}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Drawing of journey ${id}">${drawing}</div></details>
`;
}
