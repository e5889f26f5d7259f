import { COMPLETED, type SimulateEvent } from '../core/dialect.ts';
import type { Journey, Step, Wait } from '../core/evidence.ts';
import type { EventSeen, View } from '../core/view.ts';

/** A step of a journey with what came of it. */
export interface StepSeen {
  readonly journey: Journey;
  readonly step: Step;
  readonly accepted: boolean;
  /** The event that the step caused; absent where none came. */
  readonly event?: EventSeen;
  /** How its webhook was waited for; absent where it was not. */
  readonly wait?: Wait;
}

/** How much of a type's arrivals must fall behind a step for the type to be that step's. */
const OWN_SHARE = 0.5;
/** How many of the journeys that took a step must show a type for it to be expected of the others. */
const EXPECTED_SHARE = 0.6;

/** Every step, and the events that no step took: those that belong to none, and those of another order's steps. */
export interface StepsAndEvents {
  readonly steps: readonly StepSeen[];
  readonly spare: readonly EventSeen[];
}

/**
 * Matches events to the steps that caused them. The specification names one event only, so what a step causes is
 * read from the whole evidence: a type belongs to the step behind which it mostly arrives. Then each step takes an
 * event of its own type, or, where no type is its own, the first that is not another's.
 */
export function stepsAndEvents(view: View): StepsAndEvents {
  const known = memo.get(view);
  if (known) return known;
  const shares = sharesOf(view);
  const expected = expectedTypes(view, shares);
  const waits = new Map(view.evidence.waits.filter(({ kind }) => kind === 'event').map(wait => [wait.since, wait]));
  const steps: StepSeen[] = [];
  const spare: EventSeen[] = [];
  for (const journey of view.evidence.journeys) {
    const left = [...view.eventsOf(journey)];
    for (const step of journey.steps) {
      const own = expected.get(step.event);
      const index = left.findIndex(event => {
        if (event.deliveries[0].at < step.at) return false;
        if (event.type === undefined) return true;
        return own && own.size > 0 ? own.has(event.type) : (shares.get(event.type)?.get(step.event) ?? 0) > 0;
      });
      const event = index < 0 ? undefined : left.splice(index, 1)[0];
      const wait = waits.get(step.exchange);
      steps.push({
        journey,
        step,
        accepted: view.outcomeOf(step) === 'accepted',
        ...(event && { event }),
        ...(wait && { wait }),
      });
    }
    spare.push(...left);
  }
  const found = { steps, spare };
  memo.set(view, found);
  return found;
}

const memo = new WeakMap<View, StepsAndEvents>();

type Shares = ReadonlyMap<string, ReadonlyMap<SimulateEvent, number>>;

/** By type: what part of its arrivals falls behind each step. */
function sharesOf(view: View): Shares {
  const counts = new Map<string, { all: number; behind: Map<SimulateEvent, number> }>();
  for (const journey of view.evidence.journeys) {
    for (const { type, deliveries } of view.eventsOf(journey)) {
      if (type === undefined) continue;
      const count = counts.get(type) ?? { all: 0, behind: new Map() };
      counts.set(type, count);
      count.all++;
      const step = journey.steps.findLast(({ at }) => at <= deliveries[0].at);
      if (step) count.behind.set(step.event, (count.behind.get(step.event) ?? 0) + 1);
    }
  }
  return new Map(
    [...counts].map(([type, { all, behind }]) => {
      // The one type that the specification names is disburse's, wherever it turns up.
      if (type === COMPLETED) return [type, new Map([['disburse', 1]])];
      return [type, new Map([...behind].map(([event, count]) => [event, count / all]))];
    }),
  );
}

/** By step: the types that nearly every journey shows for it. */
function expectedTypes(view: View, shares: Shares): ReadonlyMap<SimulateEvent, ReadonlySet<string>> {
  const taken = new Map<SimulateEvent, number>();
  const shown = new Map<SimulateEvent, Map<string, number>>();
  for (const journey of view.evidence.journeys) {
    const types = new Set(view.eventsOf(journey).map(({ type }) => type));
    for (const event of new Set(
      journey.steps.filter(step => view.outcomeOf(step) === 'accepted').map(({ event }) => event),
    )) {
      taken.set(event, (taken.get(event) ?? 0) + 1);
      const counts = shown.get(event) ?? new Map<string, number>();
      shown.set(event, counts);
      for (const type of types) {
        if (type !== undefined && (shares.get(type)?.get(event) ?? 0) >= OWN_SHARE)
          counts.set(type, (counts.get(type) ?? 0) + 1);
      }
    }
  }
  return new Map(
    [...shown].map(([event, counts]) => {
      const enough = EXPECTED_SHARE * (taken.get(event) ?? 0);
      return [event, new Set([...counts].filter(([, count]) => count >= enough).map(([type]) => type))];
    }),
  );
}
