import { COMPLETED } from '../core/dialect.ts';
import type { Journey, Step, Wait } from '../core/evidence.ts';
import { leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from '../core/lifecycle.ts';
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

/** How much of a type's arrivals must fall behind a step for the type to be that step's own. */
const OWN_SHARE = 0.5;
/** How many of the journeys that took a step must show a type for it to be expected of the others. */
const EXPECTED_SHARE = 0.6;

/** Every step, and the events that no step accounts for: more came behind their step than is usual there. */
export interface StepsAndEvents {
  readonly steps: readonly StepSeen[];
  readonly surplus: readonly EventSeen[];
}

/**
 * Matches events to the steps that caused them. The specification names one event only, so what a step causes is
 * read from the whole evidence: a type belongs to the step behind which it mostly arrives. Each step first takes an
 * event that came before the next step; what came late goes to a step that still lacks one.
 */
export function stepsAndEvents(view: View): StepsAndEvents {
  const known = memo.get(view);
  if (known) return known;
  const windows = view.evidence.journeys.flatMap(journey => windowsOf(view, journey));
  const belongs = belonging(windows);
  const usual = usualCounts(windows);
  const waits = new Map(view.evidence.waits.filter(({ kind }) => kind === 'event').map(wait => [wait.since, wait]));
  const taken = new Map<Step, EventSeen>();
  const left = new Set(windows.flatMap(({ events }) => events));
  const give = (step: Step, events: readonly EventSeen[]) => {
    const event = events.find(event => left.has(event) && belongs(event.type, step.event));
    if (event === undefined) return;
    taken.set(step, event);
    left.delete(event);
  };
  for (const { step, events } of windows) if (step) give(step, events);
  for (const { step, journey } of windows) {
    if (step === undefined || taken.has(step)) continue;
    const later = windows.filter(other => other.journey === journey && other.step && other.step.at > step.at);
    const fuller = later.filter(other => other.events.length > usual(other.step?.event));
    give(
      step,
      fuller.flatMap(({ events }) => events),
    );
  }
  const steps = view.evidence.journeys.flatMap(journey =>
    journey.steps.map(step => {
      const event = taken.get(step);
      const wait = waits.get(step.exchange);
      const accepted = view.outcomeOf(step) === 'accepted';
      return { journey, step, accepted, ...(event && { event }), ...(wait && { wait }) };
    }),
  );
  const surplus = windows
    .flatMap(({ step, events }) => events.slice(usual(step?.event)))
    .filter(event => left.has(event));
  const found = { steps, surplus };
  memo.set(view, found);
  return found;
}

const memo = new WeakMap<View, StepsAndEvents>();

/** The events of a journey that first came after a step and before the next; those before any step have none. */
interface Window {
  readonly journey: Journey;
  readonly step?: Step;
  readonly events: readonly EventSeen[];
}

/** A step that was refused caused nothing, so it ends no window. */
function windowsOf(view: View, journey: Journey): readonly Window[] {
  const steps = journey.steps.filter(step => view.outcomeOf(step) !== 'refused');
  return [undefined, ...steps].map((step, index) => {
    const from = step?.at ?? Number.NEGATIVE_INFINITY;
    const to = steps[index]?.at ?? Number.POSITIVE_INFINITY;
    const events = view.eventsOf(journey).filter(({ deliveries: [{ at }] }) => at >= from && at < to);
    return { journey, ...(step && { step }), events };
  });
}

/**
 * How many events come behind a step, mostly (before any step, for undefined). Windows in which a delivery was refused
 * are left out where there are others: what came again there under another id would count twice.
 */
function usualCounts(windows: readonly Window[]): (event: SimulateEvent | undefined) => number {
  const counts = new Map<SimulateEvent | undefined, { calm: number[]; all: number[] }>();
  for (const { step, events } of windows) {
    const count = counts.get(step?.event) ?? { calm: [], all: [] };
    counts.set(step?.event, count);
    count.all.push(events.length);
    if (!events.some(({ deliveries }) => deliveries.some(({ answer }) => answer.refused)))
      count.calm.push(events.length);
  }
  return event => {
    const { calm = [], all = [] } = counts.get(event) ?? {};
    const sorted = (calm.length > 0 ? calm : all).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
}

/** Says whether a type may be what a step caused. */
function belonging(windows: readonly Window[]): (type: string | undefined, step: SimulateEvent) => boolean {
  const shares = sharesOf(windows);
  const expected = expectedTypes(windows, shares);
  return (type, step) => {
    if (type === undefined) return true;
    const share = shares.get(type)?.get(step) ?? 0;
    return (
      share >= OWN_SHARE || (!expected.get(step)?.size && share > 0 && (shares.get(type)?.get(undefined) ?? 0) <= 0.5)
    );
  };
}

type Shares = ReadonlyMap<string, ReadonlyMap<SimulateEvent | undefined, number>>;

/** By type: what part of its arrivals falls behind each step, and before any. */
function sharesOf(windows: readonly Window[]): Shares {
  const counts = new Map<string, { all: number; behind: Map<SimulateEvent | undefined, number> }>();
  for (const { step, events } of windows) {
    for (const { type } of events) {
      if (type === undefined) continue;
      const count = counts.get(type) ?? { all: 0, behind: new Map() };
      counts.set(type, count);
      count.all++;
      count.behind.set(step?.event, (count.behind.get(step?.event) ?? 0) + 1);
    }
  }
  return new Map(
    [...counts].map(([type, { all, behind }]) => {
      // The specification says which step the credit signal belongs to, wherever it turns up.
      if (type === COMPLETED) return [type, new Map(SIMULATE_EVENTS.filter(leadsToCredit).map(event => [event, 1]))];
      return [type, new Map([...behind].map(([event, count]) => [event, count / all]))];
    }),
  );
}

/** By step: the types that nearly every journey shows for it. */
function expectedTypes(windows: readonly Window[], shares: Shares): ReadonlyMap<SimulateEvent, ReadonlySet<string>> {
  const taken = new Map<SimulateEvent, number>();
  const shown = new Map<SimulateEvent, Map<string, number>>();
  for (const { step, journey } of windows) {
    if (step === undefined) continue;
    taken.set(step.event, (taken.get(step.event) ?? 0) + 1);
    const counts = shown.get(step.event) ?? new Map<string, number>();
    shown.set(step.event, counts);
    const types = new Set(
      windows.filter(other => other.journey === journey).flatMap(({ events }) => events.map(({ type }) => type)),
    );
    for (const type of types) {
      if (type !== undefined && (shares.get(type)?.get(step.event) ?? 0) >= OWN_SHARE)
        counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  return new Map(
    [...shown].map(([event, counts]) => {
      const enough = EXPECTED_SHARE * (taken.get(event) ?? 0);
      return [event, new Set([...counts].filter(([, count]) => count >= enough).map(([type]) => type))];
    }),
  );
}
