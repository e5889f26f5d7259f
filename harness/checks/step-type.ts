import { COMPLETED } from '../core/dialect.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { EVENT_REQUIREMENTS, LIFECYCLE, type SimulateEvent } from '../core/lifecycle.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { breach, type Check, type Judgement } from './check.ts';
import { isEnding, mayHaveEnded } from './ended-order.ts';
import { wayOf } from './happy-path.ts';
import { mistakes } from './mistaken-calls.ts';

/** Fewer orders may each have a reason of their own. */
const ENOUGH = 2;

/**
 * Events: each step sends its own webhook. Its type is not specified, and may depend on what went before. So a type
 * counts as that of another step only where each of several orders shows it that took the same steps up to the other,
 * and where orders that took the same steps up to this one show its own type as well. Different ways count together.
 */
export const stepType: Check = {
  id: 'step-type',
  title: 'A step does not send the webhook of another step in place of its own',
  kind: 'safety',
  requirements: ['event.every-step', ...EVENT_REQUIREMENTS],
  *judge(view) {
    const seen = view.evidence.journeys.flatMap(journey => stepsTaken(view, journey));
    const ways = [...Map.groupBy(seen, ({ way }) => way).values()];
    const several = Map.groupBy(ways.filter(same => same.length >= ENOUGH).flatMap(typesOf), ({ event }) => event);
    const others = [...several.values()].flatMap(([first]) => first ?? []);
    for (const own of Map.groupBy(ways, ([first]) => first?.step.event).values())
      for (const other of others) yield* mixedUp(own, other);
  },
};

/** A step that an order took, with the way to it, and what came before the next one. */
interface Taken {
  readonly journey: Journey;
  readonly step: Step;
  readonly way: string;
  /** What was asked of the order by then. */
  readonly asked: ReadonlySet<SimulateEvent>;
  readonly events: readonly EventSeen[];
  readonly types: ReadonlySet<string>;
  /** Types of what came later. */
  readonly later: ReadonlySet<string>;
}

/** Those before the first that is repeated, uncertain or contested. A silent one says nothing about types. */
function stepsTaken(view: View, journey: Journey): readonly Taken[] {
  if (mistakes(view, journey).length > 0) return [];
  const steps = journey.steps.filter(step => view.outcomeOf(step) !== 'refused');
  const end = steps.findIndex(
    (step, nth) =>
      view.outcomeOf(step) !== 'accepted' ||
      view.isContested(journey, step) ||
      steps.slice(0, nth).some(({ event }) => event === step.event),
  );
  return steps.slice(0, end < 0 ? steps.length : end).flatMap((step, nth) => {
    const until = steps[nth + 1]?.at ?? Number.POSITIVE_INFINITY;
    const events = view.eventsOf(journey).filter(event => arrivalOf(event) >= step.at);
    const own = events.filter(event => arrivalOf(event) < until);
    const [types, later] = [own, events].map(all => new Set(all.flatMap(({ type }) => type ?? [])));
    if (types === undefined || later === undefined || types.size === 0) return [];
    // An order that ended by itself sends the webhook of a step that nobody asked for.
    if (mayHaveEnded(view, journey, step) || own.some(event => isEnding(view, event))) return [];
    const asked = new Set(journey.steps.filter(({ at }) => at < until).map(({ event }) => event));
    return { journey, step, way: wayOf(steps.slice(0, nth + 1)), asked, events: own, types, later };
  });
}

/** What comes after the last of the steps that several orders took. */
interface TypesOf {
  /** The last step. */
  readonly event: SimulateEvent;
  /** The types that every order shows. */
  readonly common: ReadonlySet<string>;
  /** The types that any order shows. */
  readonly all: ReadonlySet<string>;
}

function typesOf(same: readonly Taken[]): readonly TypesOf[] {
  const shown = same.map(({ types }) => types);
  const common = shown.reduce((common, types) => common.intersection(types));
  const all = shown.reduce((all, types) => all.union(types));
  return same.slice(0, 1).map(({ step: { event } }) => ({ event, common, all }));
}

/** @param ways orders whose last step is of one kind, by the way to it */
function* mixedUp(ways: readonly (readonly Taken[])[], other: TypesOf): Generator<Judgement> {
  for (const type of other.common) {
    if (type === COMPLETED) continue;
    // Only a way on which orders show both says that they show one in place of the other.
    const both = ways
      .map(same => apart(same, other, type))
      .filter(({ right, wrong }) => right.length * wrong.length > 0);
    const right = both.flatMap(way => way.right);
    const wrong = both.flatMap(way => way.wrong);
    if (Math.min(wrong.length, right.length) < ENOUGH || mayBeOfAge(wrong, right)) continue;
    for (const one of wrong) yield sent(one, other.event, type, right);
  }
}

/** Of orders that took the same steps, those that show a type of their own, and those that show another step's type. */
function apart(same: readonly Taken[], other: TypesOf, type: string) {
  const right = same.filter(({ types }) => !types.has(type) && !types.isSubsetOf(other.all));
  const own = new Set(right.flatMap(({ types }) => [...types.difference(other.all)]));
  // A step that is refused may send its webhook nevertheless: that is another matter.
  const wrong = same.filter(
    ({ types, later, asked }) =>
      types.has(type) && types.isSubsetOf(other.all) && later.isDisjointFrom(own) && !asked.has(other.event),
  );
  return { right, wrong };
}

/** Whether all of some orders were asked later than all others, or were older: an order may expire by itself. */
function mayBeOfAge(some: readonly Taken[], others: readonly Taken[]): boolean {
  const isAfter = (of: (one: Taken) => number) => Math.min(...some.map(of)) > Math.max(...others.map(of));
  return isAfter(({ step }) => step.at) || isAfter(({ step, journey }) => step.at - journey.from);
}

function sent(
  { step, journey, events, types }: Taken,
  other: SimulateEvent,
  type: string,
  right: readonly Taken[],
): Judgement {
  const [usual] = right.flatMap(one => [...one.types.difference(types)]);
  return breach({
    requirement: 'event.every-step',
    also: [LIFECYCLE[step.event].requirement],
    cause: `${step.event} as ${other}`,
    message: `${step.event} sometimes sends the webhook of ${other} in place of its own`,
    expected: `${usual}, as for ${right.length} orders that took the same steps`,
    received: `${type}, which every order that took ${other} shows`,
    likely: 'the service mixes up steps; a consumer would act on a step that did not happen',
    evidence: [...events.map(({ deliveries: [first] }) => first.id), step.exchange, journey.id],
  });
}
