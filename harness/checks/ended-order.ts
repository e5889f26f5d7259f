import { causality, type StepSeen, stepsWithOwnEvent } from '../core/causality.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { LIFECYCLE } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { mayBeQueued } from './late-webhooks.ts';

/** Nothing is asked of an order for this many times as long as the slowest webhook took, and at least as long (ms). */
const A_WHILE = 3;
const LEAST_WHILE_MS = 1000;

/**
 * Whether the service may have ended an order by itself before a step, such as when its locked quote expired: then the
 * step may be refused, or do nothing.
 */
export function mayHaveEnded(view: View, journey: Journey, { at }: Pick<Step, 'at'>): boolean {
  const { endings, failures, slowest } = endingsIn(view);
  const isOwn = (event: EventSeen) => event.journey === journey;
  return (
    endings.filter(isOwn).some(event => arrivalOf(event) - slowest <= at) ||
    failures.filter(isOwn).some(event => arrivalOf(event) <= at) ||
    (endings.length > 0 && mayBeQueued(view, { at }))
  );
}

/**
 * The events that say that the service ended their order by itself.
 *
 * - `failures`: of types that failures alone cause, where no step asked for them.
 * - `endings`: of types that come when nothing has been asked of their order for a while, if no order is credited after
 *   one, in a run that credits orders; or if no step of the happy path brings a webhook after one, and failures cause
 *   the type, too, or after it steps are refused and none of the happy path is accepted.
 *
 * `slowest` is how long the slowest webhook of a step took, in milliseconds.
 */
const endingsIn = oncePerObject((view: View) => {
  const found = causality(view);
  const { steps } = found;
  const taken = new Set(steps.map(({ event }) => event));
  const slowest = Math.max(0, ...steps.map(({ step, event }) => (event ? arrivalOf(event) - step.at : 0)));
  const calls = Map.groupBy(
    view.evidence.exchanges.filter(({ operation }) => operation === 'simulateCollectionOrder'),
    ({ journey }) => journey,
  );
  const aWhile = Math.max(LEAST_WHILE_MS, A_WHILE * slowest);
  const isUnasked = (event: EventSeen) => {
    const waited = (calls.get(event.journey.id) ?? []).map(({ sentAt }) => arrivalOf(event) - sentAt);
    return !waited.some(ms => ms >= 0 && ms <= aWhile);
  };
  const events = view.evidence.journeys.flatMap(journey => view.eventsOf(journey));
  const credits = events.filter(({ type }) => type === COMPLETED);
  const isCredited = (event: EventSeen) =>
    credits.some(credit => credit.journey === event.journey && arrivalOf(credit) > arrivalOf(event));
  const isFailure = ({ step }: StepSeen) => LIFECYCLE[step.event].path === 'failure';
  const typesOf = (own: readonly StepSeen[]) => new Set(own.map(({ event }) => event?.type));
  // A late event of an earlier step may have been given to a failure.
  const ofFailures = typesOf([...stepsWithOwnEvent(found)].filter(isFailure));
  const ofFailuresAlone = ofFailures.difference(typesOf(steps.filter(seen => !isFailure(seen))));
  const stepsAfter = (event: EventSeen) =>
    steps.filter(seen => seen.journey === event.journey && seen.step.at > arrivalOf(event));
  const pathAfter = (event: EventSeen) => stepsAfter(event).filter(seen => !isFailure(seen));
  const goesOn = (event: EventSeen) => pathAfter(event).some(seen => seen.event);
  const isAccepted = (event: EventSeen) => pathAfter(event).some(({ accepted }) => accepted);
  const isRefused = (event: EventSeen) => stepsAfter(event).some(({ step }) => view.outcomeOf(step) === 'refused');
  const surplus = events.filter(event => event.type !== undefined && event.type !== COMPLETED && !taken.has(event));
  const unasked = Map.groupBy(surplus.filter(isUnasked), ({ type }) => type);
  const ending = [...unasked].filter(
    ([type, own]) =>
      (credits.length > 0 && !own.some(isCredited)) ||
      ((ofFailures.has(type) || (own.some(isRefused) && !own.some(isAccepted))) && !own.some(goesOn)),
  );
  const types = new Set(ending.map(([type]) => type));
  const isOf = (own: ReadonlySet<string | undefined>) => surplus.filter(({ type }) => own.has(type));
  // A failure may send several webhooks.
  const wasAsked = (event: EventSeen) =>
    steps.some(
      seen => seen.journey === event.journey && seen.accepted && isFailure(seen) && seen.step.at <= arrivalOf(event),
    );
  return { slowest, endings: isOf(types), failures: isOf(ofFailuresAlone).filter(event => !wasAsked(event)) };
});
