import { oncePerObject } from '../base/once.ts';
import { HAPPY_PATH } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Journey } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { LIMITS } from './limits.ts';

/** Orders that have types in common, directly or through other orders. */
interface Group {
  readonly types: ReadonlySet<string>;
  readonly journeys: readonly Journey[];
}

/**
 * The vocabulary of each order, by journey; empty if the service has only one. A service may name the events of some
 * orders otherwise, for example by customer, network or API version: the steps of the happy path then have webhooks in
 * each vocabulary, and no order has types of two. The credit has the same type in all.
 */
export const vocabulariesIn = oncePerObject((view: View): ReadonlyMap<string, number> => {
  let groups: readonly Group[] = [];
  for (const journey of view.evidence.journeys) {
    const types = new Set(view.eventsOf(journey).flatMap(({ type = COMPLETED }) => (type === COMPLETED ? [] : [type])));
    if (types.size === 0) continue;
    const [joined, others] = [true, false].map(is => groups.filter(one => one.types.isDisjointFrom(types) !== is));
    const all = [...(joined ?? []), { types, journeys: [journey] }];
    const group = { types: new Set(all.flatMap(one => [...one.types])), journeys: all.flatMap(one => one.journeys) };
    groups = [...(others ?? []), group];
  }
  const speaks = (journey: Journey) => stepsHeard(view, journey) >= LIMITS.several;
  const vocabularies = groups.filter(({ journeys }) => journeys.filter(speaks).length >= LIMITS.several);
  if (vocabularies.length === 1) return new Map();
  return new Map(vocabularies.flatMap(({ journeys }, nth) => journeys.map(({ id }) => [id, nth] as const)));
});

/** How many accepted steps of the happy path had an event, other than the credit, before the next step. */
function stepsHeard(view: View, journey: Journey): number {
  const taken = journey.steps.filter(step => view.answerTo(step) === 'taken');
  const events = view.eventsOf(journey).filter(({ type }) => type !== COMPLETED);
  return taken.filter(({ event, at }, nth) => {
    const until = taken[nth + 1]?.at ?? Number.POSITIVE_INFINITY;
    return (
      HAPPY_PATH.some(step => step === event) && events.some(({ deliveries: [one] }) => one.at >= at && one.at < until)
    );
  }).length;
}

/** The orders, or parts of orders, that may show a type: those of another vocabulary say nothing about it. */
export function mayShow<
  T extends { readonly vocabulary: number | undefined; readonly events: readonly { readonly type: string }[] },
>(type: string, all: readonly T[]): readonly T[] {
  const isOfOne = ({ vocabulary, events }: T) => vocabulary !== undefined && events.some(event => event.type === type);
  const own = all.find(isOfOne)?.vocabulary;
  return own === undefined ? all : all.filter(({ vocabulary = own }) => vocabulary === own);
}
