import { type Json, stringify } from '../base/json.ts';
import { oncePerObject } from '../base/once.ts';
import { type Gap, gaps } from '../contract/requirements.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { View } from '../evidence/view.ts';
import { aboutFormats } from './about/formats.ts';
import { aboutOperations } from './about/operations.ts';
import { aboutSimulate } from './about/simulate.ts';
import { aboutStates } from './about/states.ts';
import { aboutWebhooks } from './about/webhooks.ts';
import { answersOf } from './compare-values.ts';
import { type Fact, type FactsFile, type FactValue, keyOf, type Sample } from './fact.ts';
import type { Aspect, Learned } from './learn.ts';

function unanswered({ id, why, needs = 'no observation in this run shows it' }: Gap): Fact {
  return { gap: id, status: 'unanswered', count: 0, samples: 0, evidence: [], reason: why ?? needs };
}

/** The readers of answers. Each reads the whole evidence. */
const ABOUT: readonly ((view: View) => Iterable<Sample>)[] = [
  aboutOperations,
  aboutSimulate,
  aboutStates,
  aboutWebhooks,
  aboutFormats,
];

/** The results of all readers for a view. Cached, so that the run folder and the report have the same facts. */
const answersIn = oncePerObject((view: View) => factsFrom(ABOUT.flatMap(about => [...about(view)])));

/**
 * Everything that the evidence says about the gaps, under the most likely interpretation. Each gap has at least one
 * entry, answered or not. Sorted by gap, in the order of `openapi/gaps.yaml`, and then by condition.
 */
export function facts(evidence: Evidence, learned: Learned): FactsFile {
  const view = View.of(evidence, learned.interpretations[0]);
  const found = Map.groupBy([...placeFacts(view, learned), ...answersIn(view)], ({ gap }) => gap);
  const all = [...gaps().values()].flatMap(gap => found.get(gap.id)?.sort(byCondition) ?? [unanswered(gap)]);
  return { target: evidence.run.target.kind === 'embedded' ? 'embedded' : evidence.run.target.url, facts: all };
}

function byCondition({ condition: one = '' }: Fact, { condition: other = '' }: Fact): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const MOST_EVIDENCE = 10;
const MOST_EVIDENCE_EACH = 3;

/** Sums up samples: one fact for each gap and condition, in the order of the first samples. */
function factsFrom(samples: Iterable<Sample>): readonly Fact[] {
  const groups = Map.groupBy(samples, keyOf);
  return [...groups.values()].flatMap(group => factFrom(group) ?? []);
}

function factFrom(samples: readonly Sample[]): Fact | undefined {
  const seen = samples.filter(({ value }) => value !== undefined);
  const [first] = seen;
  if (first === undefined) return undefined;
  const { gap, condition, among } = first;
  const values = valuesOf(seen);
  const [only] = values;
  const contradicted = answersOf(gap) === 'one' && values.length > 1;
  return {
    gap,
    ...(condition !== undefined && { condition }),
    status: contradicted ? 'contradicted' : 'answered',
    value: values.length === 1 ? only?.value : values.map(({ value }) => value),
    count: seen.length,
    samples: samples.length,
    ...span(seen.map(({ at }) => at)),
    evidence: [...new Set(seen.map(({ id }) => id))].slice(0, MOST_EVIDENCE),
    ...(contradicted && { reason: `under the same condition ${values.map(inWords).join(' and ')}` }),
    ...(among !== undefined && { among }),
    ...(values.length > 1 && { values }),
  };
}

/** The first and the last of several times. */
function span(times: readonly number[]): { readonly firstSeen: string; readonly lastSeen: string } {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    firstSeen: iso(times.reduce((a, b) => Math.min(a, b))),
    lastSeen: iso(times.reduce((a, b) => Math.max(a, b))),
  };
}

/** Each value with its count, sorted, so that the order is deterministic. */
function valuesOf(seen: readonly Sample[]): readonly FactValue[] {
  return [...Map.groupBy(seen, ({ value }) => stringify(value))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => ({
      value: same[0]?.value,
      count: same.length,
      ...span(same.map(({ at }) => at)),
      evidence: [...new Set(same.map(({ id }) => id))].slice(0, MOST_EVIDENCE_EACH),
    }));
}

function inWords({ value, count, evidence }: FactValue): string {
  return `${stringify(value)} (${count} times, ${evidence[0]})`;
}

/** The gap that each learned part of webhooks answers. */
export const PLACE_GAPS = {
  signatureHeader: 'signature.header-name',
  timestampUnit: 'signature.t-unit',
  eventId: 'event.id-field',
  eventType: 'event.type-field',
  orderId: 'event.order-field',
} as const;

/** The learned places of webhooks: all that fit equally well, most likely first. */
function placeFacts(view: View, { aspects }: Learned): readonly Fact[] {
  return aspects.flatMap(aspect => placeFact(view, aspect) ?? []);
}

/** The places of a part by layout, if webhooks have several layouts that differ in it; otherwise `undefined`. */
function byLayout({ interpretation }: View, aspect: Aspect['aspect']): Json | undefined {
  if (aspect === 'signatureHeader' || aspect === 'timestampUnit') return undefined;
  const { layouts = [] } = interpretation;
  const other = stringify(interpretation[aspect]);
  if (layouts.every(layout => stringify(layout[aspect]) === other)) return undefined;
  const places = layouts.map(({ where, ...layout }) => [`with ${where}`, layout[aspect] ?? null] as const);
  return { ...Object.fromEntries(places), otherwise: interpretation[aspect] ?? null };
}

function placeFact(view: View, { aspect, candidates, pinned }: Aspect): Fact | undefined {
  const { deliveries } = view;
  const [first] = candidates;
  if (first === undefined || deliveries.length === 0 || first.support === 0) return undefined;
  const places = [...new Map(candidates.map(({ locator }) => [stringify(locator), locator])).values()];
  return {
    gap: PLACE_GAPS[aspect],
    status: 'answered',
    value: byLayout(view, aspect) ?? (places.length === 1 ? first.locator : places),
    count: pinned ? deliveries.length : Math.round(first.support * first.samples),
    samples: pinned ? deliveries.length : first.samples,
    ...span(deliveries.map(({ at }) => at)),
    evidence: deliveries.slice(0, MOST_EVIDENCE).map(({ id }) => id),
  };
}
