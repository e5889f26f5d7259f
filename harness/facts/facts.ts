import { gaps } from '../contract/gaps.ts';
import type { Delivery, Evidence, Exchange } from '../core/evidence.ts';
import { isFromService } from '../core/from-service.ts';
import { header, isObject, jsonOf } from '../core/json.ts';
import { View } from '../core/view.ts';
import type { Aspect, Learned } from './learn.ts';

/** What is known about a gap, under a condition where the answer may depend on one. */
export interface Fact {
  readonly gap: string;
  readonly condition?: string;
  readonly status: 'answered' | 'unanswered' | 'contradicted';
  /** What was seen. An observed value, or a list of them, is never the list of allowed ones. */
  readonly value?: unknown;
  /** How often it was seen. */
  readonly count: number;
  /** How often it could have been. */
  readonly samples: number;
  readonly firstSeen?: string;
  readonly lastSeen?: string;
  /** Ids of exchanges and deliveries, at most ten. */
  readonly evidence: readonly string[];
  /** Why it is not answered. */
  readonly reason?: string;
}

/** `facts.json` (INTERFACE, the run folder). */
export interface FactsFile {
  readonly target: string;
  readonly facts: readonly Fact[];
}

/** One sighting of a value. */
interface Sighting {
  readonly condition?: string;
  readonly value: string | number | boolean | null;
  readonly at: number;
  readonly id: string;
}

const MOST_EVIDENCE = 10;

/** Everything that this evidence says about the gaps; each gap has at least one entry, answered or not. */
export function facts(evidence: Evidence, learned: Learned): FactsFile {
  const view = new View(evidence, learned.readings[0]);
  const found = new Map<string, readonly Fact[]>();
  for (const [gap, sightings] of Object.entries(sightingsOf(view))) {
    const list = [...sightings];
    if (list.length > 0) found.set(gap, byCondition(gap, list));
  }
  for (const aspect of learned.aspects) {
    const fact = learnedFact(aspect, view);
    if (fact) found.set(fact.gap, [fact]);
  }
  const all = [...gaps().values()].flatMap(gap => {
    const reason = gap.probe === 'none' ? (gap.why ?? 'only people can say') : 'nothing in this run showed it';
    return (
      found.get(gap.id) ?? [{ gap: gap.id, status: 'unanswered' as const, count: 0, samples: 0, evidence: [], reason }]
    );
  });
  return { target: evidence.run.target.kind === 'embedded' ? 'embedded' : evidence.run.target.url, facts: all };
}

const ASPECT_GAPS = {
  signatureHeader: 'signature.header-name',
  timestampUnit: 'signature.t-unit',
  eventId: 'event.id-field',
  eventType: 'event.type-field',
  orderId: 'event.order-field',
} as const;

function learnedFact({ aspect, candidates, told }: Aspect, view: View): Fact | undefined {
  const [first] = candidates;
  const { deliveries } = view;
  if (first === undefined || deliveries.length === 0 || first.support === 0) return undefined;
  return {
    gap: ASPECT_GAPS[aspect],
    status: 'answered',
    value: candidates.length === 1 ? first.locator : candidates.map(({ locator }) => locator),
    count: told ? deliveries.length : Math.round(first.support * first.samples),
    samples: told ? deliveries.length : first.samples,
    ...span(deliveries.map(({ at }) => at)),
    evidence: deliveries.slice(0, MOST_EVIDENCE).map(({ id }) => id),
  };
}

/** Groups sightings by condition: every value that was seen under it, the most frequent first. */
function byCondition(gap: string, sightings: readonly Sighting[]): readonly Fact[] {
  const conditions = new Map<string | undefined, Sighting[]>();
  for (const sighting of sightings) {
    const list = conditions.get(sighting.condition);
    if (list) list.push(sighting);
    else conditions.set(sighting.condition, [sighting]);
  }
  return [...conditions].map(([condition, list]) => {
    const values = [...new Set(list.map(({ value }) => value))];
    return {
      gap,
      ...(condition !== undefined && { condition }),
      status: 'answered' as const,
      value: values.length === 1 ? values[0] : values,
      count: list.length,
      samples: list.length,
      ...span(list.map(({ at }) => at)),
      evidence: list.slice(0, MOST_EVIDENCE).map(({ id }) => id),
    };
  });
}

function span(times: readonly number[]): { readonly firstSeen: string; readonly lastSeen: string } {
  return {
    firstSeen: new Date(Math.min(...times)).toISOString(),
    lastSeen: new Date(Math.max(...times)).toISOString(),
  };
}

/** What each gap's probe saw. */
function sightingsOf(view: View): { readonly [gap: string]: Iterable<Sighting> } {
  const orders = answers(view, 'getOnrampOrder').filter(({ response }) => response?.status === 200);
  const field = (name: string) => orders.flatMap(exchange => sighted(exchange, bodyOf(exchange)?.[name]));
  const accountField = (name: string) =>
    orders.flatMap(exchange => {
      const account = bodyOf(exchange)?.account;
      return isObject(account) ? sighted(exchange, account[name]) : [];
    });
  return {
    'onramp.status-values': field('status'),
    'onramp.flow-type-values': field('flow_type'),
    'onramp.execution-mode-values': field('execution_mode'),
    'account.provider-values': accountField('provider'),
    'account.type-values': accountField('type'),
    'account.status-values': accountField('status'),
    'onramp.error-statuses': answers(view, 'getOnrampOrder').flatMap(exchange =>
      statusOf(exchange, ({ status }) => status >= 400),
    ),
    'error.onramp-codes': answers(view, 'getOnrampOrder').flatMap(codeOf),
    'error.enquiry-codes': answers(view, 'resolveBankAccount').flatMap(codeOf),
    'enquiry.ok-status-value': answers(view, 'resolveBankAccount').flatMap(exchange =>
      sighted(exchange, bodyOf(exchange)?.status).map(sighting => ({
        ...sighting,
        condition: `on ${exchange.response?.status}`,
      })),
    ),
    'simulate.status': answers(view, 'simulateCollectionOrder').flatMap(exchange =>
      statusOf(exchange, ({ status }) => status < 300),
    ),
    'simulate.unknown-event': answers(view, 'simulateCollectionOrder')
      .filter(({ condition }) => condition === 'unknown-event')
      .flatMap(exchange => statusOf(exchange, () => true)),
    'event.names': [...eventNames(view)],
    'signature.other-pairs': view.deliveries.flatMap(delivery =>
      view
        .signaturesOf(delivery)
        .flatMap(({ others }) => [...new Set(others)].map(value => ({ value, at: delivery.at, id: delivery.id }))),
    ),
    'signature.renewed': [...renewals(view)],
    'webhook.headers': view.deliveries.flatMap(headersOf),
  };
}

function answers(view: View, operation: string): readonly Exchange[] {
  return view.evidence.exchanges.filter(
    ({ operation: called, response, failure }) =>
      called === operation && response !== undefined && failure === undefined && isFromService(response.status),
  );
}

function bodyOf({ response }: Exchange): { readonly [name: string]: unknown } | undefined {
  const value = response && jsonOf(response.body)?.value;
  return isObject(value) ? value : undefined;
}

function sighted({ sentAt, id }: Exchange, value: unknown): readonly Sighting[] {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' || value === null
    ? [{ value, at: sentAt, id }]
    : [];
}

function statusOf(
  { response, condition, sentAt, id }: Exchange,
  fits: (answer: { status: number }) => boolean,
): readonly Sighting[] {
  if (response === undefined || !fits(response)) return [];
  return [{ value: response.status, at: sentAt, id, ...(condition !== undefined && { condition }) }];
}

function codeOf(exchange: Exchange): readonly Sighting[] {
  if ((exchange.response?.status ?? 0) < 400) return [];
  const condition = `${exchange.condition ?? 'call'}, ${exchange.response?.status}`;
  return sighted(exchange, bodyOf(exchange)?.code).map(sighting => ({ ...sighting, condition }));
}

function* eventNames(view: View): Generator<Sighting> {
  for (const journey of view.evidence.journeys) {
    for (const {
      type,
      deliveries: [first],
    } of view.eventsOf(journey)) {
      if (type === undefined) continue;
      const step = journey.steps.findLast(({ at }) => at <= first.at);
      yield { value: type, at: first.at, id: first.id, condition: step ? `after ${step.event}` : 'before any step' };
    }
  }
}

function* renewals(view: View): Generator<Sighting> {
  for (const journey of view.evidence.journeys) {
    for (const { deliveries } of view.eventsOf(journey)) {
      const [first, second] = deliveries;
      const before = first && view.signaturesOf(first)[0]?.t[0];
      const after = second && view.signaturesOf(second)[0]?.t[0];
      if (second && before !== undefined && after !== undefined)
        yield { value: before !== after, at: second.at, id: second.id };
    }
  }
}

function headersOf(delivery: Delivery): readonly Sighting[] {
  const agent = header(delivery.headers, 'user-agent');
  return agent === undefined ? [] : [{ value: agent, at: delivery.at, id: delivery.id, condition: 'user-agent' }];
}
