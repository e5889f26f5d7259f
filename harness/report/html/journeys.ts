import type { Journey } from '../../core/evidence.ts';
import { duration, plural } from '../in-words.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { anchor } from './anchor.ts';
import { badges, marks } from './badge.ts';
import { sequenceOf } from './sequence.ts';
import { withinBudget } from './within-budget.ts';

/** Bytes that drawings may take. */
const BUDGET = 700_000;
/** Journeys with findings that are open from the start; where there are none, the first journey is. */
const MOST_OPEN = 3;

/** Journeys, each drawn as a sequence; some are open from the start, and a tick leaves only those with findings. */
export function journeysSection(index: RunIndex): Markup | undefined {
  const { journeys } = index.evidence;
  if (journeys.length === 0) return undefined;
  const found = journeys.filter(journey => index.findingsOfJourney(journey).length > 0);
  const open = new Set(found.length > 0 ? found.slice(0, MOST_OPEN) : journeys.slice(0, 1));
  const shown = withinBudget(
    journeys.map(journey => ({
      id: journey.id,
      weight: index.findingsOfJourney(journey).length,
      full: () => card(journey, index, open.has(journey), sequenceOf(journey, index)),
      brief: () =>
        card(
          journey,
          index,
          false,
          markup`<p class="small">Not drawn, to keep this page light; its exchanges are below.</p>`,
        ),
    })),
    BUDGET,
  );
  const filter =
    found.length > 0 &&
    found.length < journeys.length &&
    markup`<p class="filter"><label><input type="checkbox" id="only-found"> Only the ${plural(found.length, 'journey')} with findings</label></p>
`;
  return markup`<section aria-labelledby="journeys"><h2 id="journeys">Journeys <span class="count">${journeys.length}</span></h2>
<p class="lead">Each is one collection order. Times are since its start; ✓ and ✗ at a webhook say whether its signature verifies, ↻ that it is a redelivery. What the receiver refused, it refused on purpose.</p>
${filter}${journeys.map(({ id }) => shown.get(id))}</section>
`;
}

function card(journey: Journey, index: RunIndex, open: boolean, drawing: Markup): Markup {
  const { id, order, scenario, steps, from, to, diagnoses } = journey;
  const findings = index.findingsOfJourney(journey);
  const took = to === undefined ? 'not let go' : duration(to - from);
  const state =
    findings.length > 0
      ? markup`<b class="bad">✗ ${plural(findings.length, 'finding')}</b>`
      : markup`<b class="good">✓</b>`;
  return markup`<details class="card journey${findings.length > 0 && ' found'}"${open && markup` open`}><summary>${state} <code>${id}</code> <b>${scenario}</b> <span class="small">${steps.map(({ event }) => event).join(' → ')} · ${plural(index.deliveriesOf(journey).length, 'delivery', 'deliveries')} · ${took}</span>${marks(findings)}</summary>
<p class="small in" id="${anchor(id)}">Order <code>${order}</code>${diagnoses !== undefined && markup`. Drives <a href="#${anchor(diagnoses)}">${diagnoses}</a> again, with nothing else under way`}${findings.length > 0 && markup`. Shows${badges(findings)}`}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Drawing of journey ${id}">${drawing}</div></details>
`;
}
