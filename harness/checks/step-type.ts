import { arrivalOf } from '../core/causality.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { EVENT_REQUIREMENTS, LIFECYCLE, type SimulateEvent } from '../core/lifecycle.ts';
import type { EventSeen, View } from '../core/view.ts';
import { breach, type Check, type Judgement } from './check.ts';
import { wayOf } from './happy-path.ts';
import { mistakes } from './mistaken-calls.ts';

/** Fewer orders may each have a reason of their own. */
const ENOUGH = 2;

/**
 * Events: each step sends its own webhook. Its type is not specified, and may depend on what went before. So a type
 * counts as that of another step only where each of several orders shows it that took the same steps up to the other,
 * and where orders that took the same steps up to this one show one type or the other.
 */
export const stepType: Check = {
  id: 'step-type',
  title: 'A step does not send the webhook of another step in place of its own',
  kind: 'safety',
  requirements: ['event.every-step', ...EVENT_REQUIREMENTS],
  *judge(view) {
    const seen = view.evidence.journeys.flatMap(journey => lastStep(view, journey) ?? []);
    const ways = [...Map.groupBy(seen, ({ way }) => way).values()];
    const several = Map.groupBy(ways.filter(same => same.length >= ENOUGH).flatMap(typesOf), ({ event }) => event);
    const others = [...several.values()].flatMap(([first]) => first ?? []);
    for (const same of ways) for (const other of others) yield* mixedUp(same, other);
  },
};

/** The last step that an order took, with the way to it, and what came after. */
interface LastStep {
  readonly journey: Journey;
  readonly step: Step;
  readonly way: string;
  readonly events: readonly EventSeen[];
  readonly types: ReadonlySet<string>;
}

/** Only of an order that took each step once and in turn, and of which nothing else was asked that may have acted. */
function lastStep(view: View, journey: Journey): LastStep | undefined {
  const taken = journey.steps.filter(step => view.outcomeOf(step) !== 'refused');
  const step = taken.at(-1);
  const isPlain = taken.every(one => view.outcomeOf(one) === 'accepted' && !view.isContested(journey, one));
  if (step === undefined || !isPlain || new Set(taken.map(({ event }) => event)).size < taken.length) return undefined;
  if (mistakes(view, journey).length > 0 || view.troubled(step.at, view.until, step.exchange)) return undefined;
  const events = view.eventsOf(journey).filter(event => arrivalOf(event) >= step.at);
  return { journey, step, way: wayOf(taken), events, types: new Set(events.flatMap(({ type }) => type ?? [])) };
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

function typesOf(same: readonly LastStep[]): readonly TypesOf[] {
  const shown = same.map(({ types }) => types);
  const common = shown.reduce((common, types) => common.intersection(types));
  const all = shown.reduce((all, types) => all.union(types));
  return same.slice(0, 1).map(({ step: { event } }) => ({ event, common, all }));
}

function* mixedUp(same: readonly LastStep[], other: TypesOf): Generator<Judgement> {
  // A step that is refused may send its webhook nevertheless: that is another matter.
  const unasked = same.filter(({ journey }) => !journey.steps.some(({ event }) => event === other.event));
  for (const type of other.common) {
    if (type === COMPLETED) continue;
    const wrong = unasked.filter(({ types }) => types.has(type) && types.isSubsetOf(other.all));
    const right = same.filter(({ types }) => !types.has(type) && !types.isSubsetOf(other.all));
    if (Math.min(wrong.length, right.length) < ENOUGH || !areMixed(wrong, right)) continue;
    for (const one of wrong) yield sent(one, other.event, type, right);
  }
}

/** Whether neither kind of order came after the other, nor was older: an order may expire by itself. */
function areMixed(some: readonly LastStep[], others: readonly LastStep[]): boolean {
  const overlap = (of: (one: LastStep) => number) => {
    const [own, theirs] = [some.map(of), others.map(of)];
    return Math.min(...own) <= Math.max(...theirs) && Math.min(...theirs) <= Math.max(...own);
  };
  return overlap(({ step }) => step.at) && overlap(({ step, journey }) => step.at - journey.from);
}

function sent(
  { step, journey, events }: LastStep,
  other: SimulateEvent,
  type: string,
  right: readonly LastStep[],
): Judgement {
  const [usual] = right.flatMap(one => [...one.types].filter(own => !events.some(({ type }) => type === own)));
  return breach({
    requirement: 'event.every-step',
    also: [LIFECYCLE[step.event].requirement],
    cause: `${step.event} as ${other}`,
    message: `${step.event} sends the webhook of ${other} at times, and its own does not come`,
    expected: `${usual}, as for ${right.length} orders that took the same steps`,
    received: `${type}, which each order shows that took ${other}`,
    likely: 'the service mixes up steps; a consumer would believe what did not happen',
    evidence: [...events.flatMap(({ deliveries: [first] }) => first.id), step.exchange, journey.id],
  });
}
