import { isOk } from '../core/answered.ts';
import { askedEvent, otherwiseNamed } from '../core/asked-event.ts';
import { causality, type StepSeen } from '../core/causality.ts';
import { readCondition } from '../core/condition.ts';
import type { Exchange, Journey, Step } from '../core/evidence.ts';
import { HAPPY_PATH } from '../core/lifecycle.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { answered } from './answers.ts';
import { breach, type Check, type Judgement, pass } from './check.ts';
import { isEnding } from './ended-order.ts';
import { earlierSteps, isPlain, wayOf } from './happy-path.ts';
import { isRefusal, mayHaveMoved, mistakes } from './mistaken-calls.ts';
import { isUnrelated, laterTypes, typesAfter, typesOnWay } from './usual-types.ts';

/** Statuses about the key or the order: they say nothing about the event. */
const NOT_OF_THE_INPUT = new Set([401, 403, 404]);

/** Calls about one order that carry no known event, no step between them, and what followed before the next one. */
interface Mistaken {
  readonly calls: readonly Exchange[];
  /** An event about the order that none of its steps accounts for. */
  readonly event?: EventSeen;
}

/** 4.3: event is required and one of six, and the path holds the order; anything else simulates nothing. */
export const simulateInput: Check = {
  id: 'simulate-input',
  title: 'A call without a known event simulates nothing',
  kind: 'safety',
  requirements: ['simulate.event-required', 'simulate.event-values', 'simulate.own-order'],
  *judge(view) {
    const fired = new Set<Exchange>();
    for (const journey of view.evidence.journeys)
      for (const { calls, event } of mistakenIn(view, journey)) {
        if (event === undefined) {
          yield* moved(view, journey, calls);
          continue;
        }
        const suspects = suspectsOf(calls, event);
        for (const call of suspects) fired.add(call);
        yield sent(suspects, event);
      }
    const acting = new Set([...fired].map(inWords));
    for (const exchange of answered(view, 'simulateCollectionOrder')) {
      const requirement = requirementOf(exchange);
      if (requirement === undefined || fired.has(exchange)) continue;
      const { status } = exchange.response;
      if (!NOT_OF_THE_INPUT.has(status)) yield pass(requirement, exchange.id);
      // Such a call that acts may have sent a webhook that another step accounts for.
      if (!isOk(status) || acting.has(inWords(exchange))) continue;
      yield breach({
        requirement,
        severity: 'advice',
        cause: 'accepted',
        message: `a simulate call ${inWords(exchange)} succeeds`,
        expected: 'an error response, and no webhook',
        received: `${status}, no webhook`,
        evidence: [exchange.id],
      });
    }
  },
};

/** What a call without a known event is judged by; undefined for any other call. */
function requirementOf(call: Exchange): string | undefined {
  const { requirement, omits } = readCondition(call.condition) ?? {};
  if (isOtherwise(call)) return 'simulate.event-values';
  return omits === 'body' ? 'simulate.event-required' : requirement;
}

/** Whether a call names an event in another letter case or with blanks, which a service may take. */
function isOtherwise(call: Exchange): boolean {
  return otherwiseNamed(askedEvent(call)) !== undefined;
}

function inWords(call: Exchange): string {
  const { words, detail, omits } = readCondition(call.condition) ?? {};
  if (isOtherwise(call)) return `with the event ${JSON.stringify(askedEvent(call))}`;
  if (detail === undefined) return words ?? '';
  return omits === 'body' ? `whose body is ${detail}` : `with the event ${detail}`;
}

function mistakenIn(view: View, journey: Journey): readonly Mistaken[] {
  const wrong = mistakes(view, journey).filter(
    call => requirementOf(call) !== undefined && call.response?.status !== 429,
  );
  const after = (call: Exchange) => journey.steps.findLast(({ at }) => at <= call.sentAt);
  return [...Map.groupBy(wrong, after)].map(([last, calls]) => {
    const event = stepsAccountForAll(view, journey) ? undefined : firedBy(view, journey, last, calls);
    return { calls, ...(event && { event }) };
  });
}

/**
 * Whether all events of a journey are those of another order that took the same steps and no mistaken call, and its
 * last step sent one: where webhooks are slow, one of a step comes after a later call. Whatever comes after a step
 * without an answer may be of that step.
 */
function stepsAccountForAll(view: View, journey: Journey): boolean {
  if (journey.steps.some(step => view.outcomeOf(step) === 'unknown')) return true;
  const taken = ({ steps }: Journey) => steps.filter(step => view.outcomeOf(step) === 'accepted');
  const last = taken(journey).at(-1);
  if (last === undefined || !view.eventsOf(journey).some(event => arrivalOf(event) >= last.at)) return false;
  const way = wayOf(taken(journey));
  const own = countsOf(view, journey);
  return view.evidence.journeys.some(other => {
    if (mistakes(view, other).length > 0 || wayOf(taken(other)) !== way) return false;
    const counts = countsOf(view, other);
    return [...own].every(([type, count]) => count <= (counts.get(type) ?? 0));
  });
}

/** How many events of each type came about an order. */
function countsOf(view: View, journey: Journey): ReadonlyMap<string | undefined, number> {
  const byType = Map.groupBy(view.eventsOf(journey), ({ type }) => type);
  return new Map([...byType].map(([type, events]) => [type, events.length]));
}

/** An event about the journey between the first of these calls and the next step. */
function firedBy(
  view: View,
  journey: Journey,
  last: Step | undefined,
  calls: readonly Exchange[],
): EventSeen | undefined {
  const from = Math.min(...calls.map(({ sentAt }) => sentAt));
  const until = journey.steps.find(({ at }) => at > from)?.at ?? Number.POSITIVE_INFINITY;
  const events = view.eventsOf(journey);
  const others = view.evidence.journeys.filter(({ id }) => id !== journey.id);
  const usual = new Set([
    ...events.filter(event => arrivalOf(event) < from).map(({ type }) => type),
    ...others.flatMap(other => typesAfter(view, other, last)),
  ]);
  const late = last ? laterTypes(view, last) : new Map<string | undefined, number>();
  const taken = journey.steps.filter(({ at }) => at < from);
  const onWay = typesOnWay(
    view,
    taken.filter(step => view.outcomeOf(step) !== 'refused'),
  );
  const owed = ({ type }: EventSeen) => Math.max(late.get(type) ?? 0, onWay.get(type) ?? 0);
  const nth = (event: EventSeen) => events.filter(({ type }) => type === event.type).indexOf(event);
  return events.find(
    event =>
      arrivalOf(event) < until &&
      !usual.has(event.type) &&
      nth(event) >= owed(event) &&
      !isUnrelated(view, event) &&
      !isEnding(view, event),
  );
}

/** Which of the calls may have sent an event: those before it that were not refused, if any; else all before it. */
function suspectsOf(calls: readonly Exchange[], event: EventSeen): readonly Exchange[] {
  const before = calls.filter(({ sentAt }) => sentAt <= arrivalOf(event));
  const open = before.filter(({ response: { status } = { status: 500 } }) => isOk(status) || status >= 500);
  return open.length > 0 ? open : before;
}

/** Whether each call names an event, if in another letter case or with blanks, and was not refused. */
function isTaken(suspects: readonly Exchange[]): boolean {
  return suspects.every(call => isOtherwise(call) && mayHaveMoved(call.response?.status));
}

function sent(suspects: readonly Exchange[], event: EventSeen): Judgement {
  const [requirement = '', ...also] = new Set(suspects.flatMap(call => requirementOf(call) ?? []));
  const statuses = new Set(suspects.map(({ response }) => response?.status ?? 'no answer'));
  const words = suspects.map(inWords).join(', or ');
  return breach({
    requirement,
    also,
    ...(isTaken(suspects) && { severity: 'advice' }),
    cause: 'fired',
    message:
      suspects.length === 1
        ? `a simulate call ${words} sends a webhook`
        : `one of several simulate calls sends a webhook: ${words}`,
    expected: 'an error response, and no webhook',
    received: `${[...statuses].join(' or ')} and a webhook`,
    evidence: [event.deliveries[0].id, ...suspects.map(({ id }) => id)],
  });
}

/**
 * After calls that succeeded, a step is refused or sends no webhook, where every other order takes it and sends one:
 * one of the calls had moved the order already.
 */
function* moved(view: View, journey: Journey, calls: readonly Exchange[]): Generator<Judgement> {
  const suspects = calls.filter(({ response }) => isOk(response?.status ?? 0));
  const [first] = suspects;
  if (first === undefined) return;
  const { steps } = causality(view);
  const failed = steps.find(
    seen =>
      seen.journey === journey && seen.step.at > first.sentAt && hasNoEffect(view, seen) && isNextOnPath(view, seen),
  );
  if (failed === undefined) return;
  const { step, accepted } = failed;
  const elsewhere = steps.filter(
    other => other.step.event === step.event && mistakes(view, other.journey).length === 0 && isNextOnPath(view, other),
  );
  if (elsewhere.length === 0 || !elsewhere.every(({ accepted, event }) => accepted && event)) return;
  yield breach({
    requirement: requirementOf(first) ?? '',
    ...(isTaken(suspects) && { severity: 'advice' }),
    cause: 'moved',
    message: `${step.event} has no effect after a simulate call ${suspects.map(inWords).join(', or ')}`,
    expected: `${step.event} to be accepted, and its webhook, as for other orders, because the call simulates nothing`,
    received: `${view.statusOf(step)}${accepted ? ', and no webhook' : ''}`,
    evidence: [...suspects.map(({ id }) => id), step.exchange],
  });
}

/** Whether a step was refused, or its webhook was waited for in vain. */
function hasNoEffect(view: View, { step, accepted, event, wait }: StepSeen): boolean {
  return isRefused(view, step) || (accepted && event === undefined && wait?.outcome === 'missed');
}

/** Whether a step was refused for its order's state. The calls before had the same key: a 403 is not about that. */
function isRefused(view: View, step: Step): boolean {
  const status = view.statusOf(step) ?? 0;
  return isRefusal(status) && ![401, 404].includes(status);
}

/** Whether a step is the next one on the happy path after the steps of its journey, which were surely taken. */
function isNextOnPath(view: View, { journey, step }: StepSeen): boolean {
  const earlier = earlierSteps(view, journey, step);
  return (
    earlier.every(taken => view.outcomeOf(taken) === 'accepted') &&
    [...earlier, step].every((taken, index) => isPlain({ step: taken }) && taken.event === HAPPY_PATH[index])
  );
}
