import { causality, type StepSeen } from '../core/causality.ts';
import type { Step } from '../core/evidence.ts';
import { isFromService } from '../core/from-service.ts';
import { briefly, jsonOf } from '../core/json.ts';
import {
  EVENT_FIELDS,
  EVENT_REQUIREMENTS,
  FAILURES,
  HAPPY_PATH,
  LIFECYCLE,
  leadsToCredit,
  type SimulateEvent,
} from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';
import { mayHaveEnded } from './ended-order.ts';
import { earlierSteps, isOnHappyPath, isPlain } from './happy-path.ts';
import { causeOfReplay, replayedFrom } from './replayed-answer.ts';
import { mayBeSpent } from './spent-order.ts';

/** Statuses about the order, or the key; about the step, where the order took another step with the same key. */
const OF_THE_ORDER = new Set([403, 404, 410]);

/**
 * 4.3 and States: a ready order takes the happy path, and the other steps can be simulated too. From which states is
 * not specified, so a refusal counts only where every tried state refuses the step. Which amounts and networks exist is
 * not specified either, so a refusal counts only for calls that name none.
 */
export const simulateSteps: Check = {
  id: 'simulate-steps',
  title: 'The sandbox accepts the steps of the happy path, and every other step in some state',
  kind: 'safety',
  requirements: [
    'simulate.route',
    'simulate.optional-fields',
    ...EVENT_FIELDS.map(({ requirement }) => requirement),
    'lifecycle.happy-path',
    'lifecycle.other-steps',
    'collection.lifecycle',
    'version.prefix',
    ...EVENT_REQUIREMENTS,
  ],
  *judge(view) {
    const all = causality(view).steps.filter(({ journey }) => !mayBeSpent(view, journey));
    const hasEnded = ({ step, journey }: StepSeen) => mayHaveEnded(view, journey, step);
    const steps = all.filter(seen => seen.accepted || !hasEnded(seen));
    // One that may have been taken from another state was not refused everywhere.
    const ended = new Set(all.filter(hasEnded).map(({ step: { event } }) => event));
    for (const seen of steps) {
      if (seen.accepted) yield* taken(seen);
      else yield* refusedOnHappyPath(view, seen, steps);
    }
    yield* refusedEverywhere(view, steps, ended);
    yield* refusedWithout(view, steps);
    yield* refusedWith(view, steps);
    yield* brokenBy(view, steps);
    yield* routeMissing(view, steps);
  },
};

function* taken({ step, journey }: StepSeen): Generator<Judgement> {
  yield pass('simulate.route', step.exchange);
  yield pass('version.prefix', step.exchange);
  if (LIFECYCLE[step.event].path === 'happy') yield pass('lifecycle.happy-path', journey.id);
  else yield pass('lifecycle.other-steps', step.exchange);
  if (leadsToCredit(step.event)) yield pass('collection.lifecycle', journey.id);
  for (const field of EVENT_FIELDS) if (step[field.step] !== undefined) yield pass(field.requirement, step.exchange);
  if (isPlain({ step })) yield pass('simulate.optional-fields', step.exchange);
}

function* refusedOnHappyPath(view: View, seen: StepSeen, steps: readonly StepSeen[]): Generator<Judgement> {
  const { step, journey } = seen;
  const response = view.exchange(step.exchange)?.response;
  if (response === undefined || !(isRefusal(view, seen) || isNeverFirst(view, seen, steps))) return;
  if (!isPlain(seen) || !isOnHappyPath(view, journey, step) || view.clockWasSet(step.at, step.exchange)) return;
  if (response.status < 500 && mayBeBusy(seen, steps)) return;
  // Where no order takes its first step, perhaps none is ready: a matter of the supply of orders.
  const remote = view.evidence.run.target.kind === 'remote';
  if (remote && response.status < 500 && !steps.some(({ accepted }) => accepted)) return;
  const later = HAPPY_PATH.slice(HAPPY_PATH.indexOf(step.event) + 1);
  const replayed = replayedFrom(view, step.exchange);
  for (const event of later) yield hidden(LIFECYCLE[event].requirement, ['lifecycle.happy-path'], step.exchange);
  yield breach({
    requirement: 'lifecycle.happy-path',
    also: ['collection.lifecycle', 'simulate.route', LIFECYCLE[step.event].requirement],
    cause: `${step.event} ${response.status}${replayed === undefined ? '' : ' replayed'}`,
    message: `the service refuses ${step.event} on the happy path`,
    expected: 'a 2xx',
    received: `${response.status} ${briefly(jsonOf(response.body)?.value)}`,
    ...(replayed !== undefined && { likely: causeOfReplay(replayed) }),
    evidence: [step.exchange, ...(replayed === undefined ? [] : [replayed])],
  });
}

/** Whether the webhook of the step before had not come yet: a service may take one step at a time. */
function mayBeBusy({ step, journey }: StepSeen, steps: readonly StepSeen[]): boolean {
  const before = steps.findLast(seen => seen.journey === journey && seen.accepted && seen.step.at < step.at);
  return before !== undefined && (before.event === undefined || arrivalOf(before.event) > step.at);
}

/** Fewer orders may each be refused for a reason of their own. */
const ENOUGH_ORDERS = 3;

/** Whether several orders were refused a step at first and none took it, where others took another: it is the step. */
function isNeverFirst(view: View, { step: { event } }: StepSeen, steps: readonly StepSeen[]): boolean {
  const first = steps.filter(seen => seen.step === seen.journey.steps[0] && isPlain(seen));
  const same = first.filter(({ step }) => step.event === event);
  return (
    same.length >= ENOUGH_ORDERS && same.every(seen => isDeclined(view, seen)) && first.some(({ accepted }) => accepted)
  );
}

function* refusedEverywhere(
  view: View,
  steps: readonly StepSeen[],
  ended: ReadonlySet<SimulateEvent>,
): Generator<Judgement> {
  if (!steps.some(({ accepted }) => accepted)) return;
  for (const event of FAILURES.filter(failure => !ended.has(failure))) {
    const tried = steps.filter(({ step }) => step.event === event);
    const plain = tried.filter(seen => isPlain(seen) && !mayBeCredited(view, seen));
    // Which later states accept a failure is not specified: a new order shows whether any does.
    const isNew = ({ journey, step }: StepSeen) => earlierSteps(view, journey, step).length === 0;
    if (!tried.some(isNew) || !plain.some(seen => isRefusal(view, seen))) continue;
    if (!tried.every(seen => isDeclined(view, seen))) continue;
    yield breach({
      requirement: 'lifecycle.other-steps',
      also: [LIFECYCLE[event].requirement],
      cause: event,
      message: `the service refuses ${event} from every state that was tried`,
      expected: 'a 2xx from some state',
      received: plain.map(seen => view.statusOf(seen.step)).join(', '),
      evidence: plain.map(({ step }) => step.exchange),
    });
  }
}

/** Whether the order may have been credited when a step came: no step need be taken then. */
function mayBeCredited(view: View, { step, journey }: StepSeen): boolean {
  const credits = ({ event }: Step) => leadsToCredit(event);
  return (
    earlierSteps(view, journey, step).some(credits) || (view.isContested(journey, step) && journey.steps.some(credits))
  );
}

/** A call without an optional field is refused, and a call with it is accepted. */
function* refusedWithout(view: View, steps: readonly StepSeen[]): Generator<Judgement> {
  for (const { event, wire } of EVENT_FIELDS) {
    const fresh = steps.filter(
      ({ step, journey }) => step.event === event && earlierSteps(view, journey, step).length === 0,
    );
    const named = fresh.find(seen => !isPlain(seen) && seen.accepted);
    const plain = fresh.filter(isPlain);
    if (named === undefined || plain.length === 0 || !plain.every(seen => isRefusal(view, seen))) continue;
    yield breach({
      requirement: 'simulate.optional-fields',
      cause: event,
      message: `the service refuses ${event} without ${wire}, but accepts it with ${wire}`,
      expected: `a 2xx: ${wire} is optional`,
      received: plain.map(seen => view.statusOf(seen.step)).join(', '),
      evidence: [...plain.map(({ step }) => step.exchange), named.step.exchange],
    });
  }
}

/** How many different amounts must be refused before the field counts as refused, not the amount. */
const ENOUGH_AMOUNTS = 3;

/**
 * Which amounts and networks exist is not specified. But where each of several amounts is refused, none can force a
 * mismatch; and of networks that the target is said to know, one is to be taken.
 */
function* refusedWith(view: View, steps: readonly StepSeen[]): Generator<Judgement> {
  const fresh = steps.filter(({ step, journey }) => earlierSteps(view, journey, step).length === 0);
  for (const { event, wire, step: field, requirement } of EVENT_FIELDS) {
    const tried = steps.filter(({ step }) => step[field] !== undefined);
    const values = new Set(tried.map(({ step }) => step[field]));
    const plain = fresh.some(seen => seen.step.event === event && isPlain(seen) && seen.accepted);
    const enough =
      field === 'receivedAmount' ? ENOUGH_AMOUNTS : view.evidence.run.settings.networksGiven ? 1 : Infinity;
    if (!plain || values.size < enough || !tried.every(seen => isRefusal(view, seen))) continue;
    yield breach({
      requirement,
      cause: 'refused',
      message: `${event} is refused with every ${wire}, but accepted without`,
      expected: field === 'receivedAmount' ? 'a 2xx: received_amount forces an amount mismatch' : 'a 2xx for a network',
      received: tried.map(seen => `${view.statusOf(seen.step)} for ${seen.step[field]}`).join(', '),
      evidence: tried.map(({ step }) => step.exchange),
    });
  }
}

/** The service may refuse an amount or a network; a 5xx shows that it does not take the field. */
function* brokenBy(view: View, steps: readonly StepSeen[]): Generator<Judgement> {
  for (const seen of steps) {
    const { step } = seen;
    const status = view.statusOf(seen.step) ?? 0;
    if (status < 500 || !isFromService(status)) continue;
    const field = EVENT_FIELDS.find(own => step[own.step] !== undefined);
    const isAlone = ({ step: other }: StepSeen) =>
      other.event !== step.event || !isPlain({ step: other }) || (view.statusOf(other) ?? 0) < 500;
    // Where the step breaks without the field, too, it is not the field.
    if (field === undefined || !steps.every(isAlone)) continue;
    yield breach({
      requirement: field.requirement,
      cause: `broken ${status}`,
      message: `the service answers with a server error to ${field.wire}`,
      expected: 'a 2xx, or an error that names the problem with the value',
      received: `${status} for ${step[field.step]}`,
      evidence: [step.exchange],
    });
  }
}

/** Orders that were made for this run exist; where none is found, the route itself is missing. */
function* routeMissing(view: View, steps: readonly StepSeen[]): Generator<Judgement> {
  const statuses = new Set(steps.map(seen => view.statusOf(seen.step)));
  if (statuses.size !== 1 || !(statuses.has(404) || statuses.has(405))) return;
  yield breach({
    requirement: 'simulate.route',
    also: ['version.prefix'],
    cause: 'missing',
    message: 'the simulate route is missing, so no order can be driven',
    expected: 'a 2xx for a step of a new order',
    received: [...statuses].join(),
    next: 'check SANDBOX_URL, and that ORDER_COMMAND creates its orders there',
    evidence: steps.map(({ step }) => step.exchange),
  });
}

/** Whether the step was refused, rather than the key or the order. */
function isRefusal(view: View, seen: StepSeen): boolean {
  if (!isDeclined(view, seen)) return false;
  const status = view.statusOf(seen.step) ?? 0;
  return !OF_THE_ORDER.has(status) || seen.journey.steps.some(step => view.outcomeOf(step) === 'accepted');
}

/** Whether the service refused the step or the order. */
function isDeclined(view: View, seen: StepSeen): boolean {
  const status = view.statusOf(seen.step);
  return !seen.accepted && status !== undefined && status !== 401 && isFromService(status);
}
