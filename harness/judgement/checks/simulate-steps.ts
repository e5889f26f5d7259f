import {
  EVENT_FIELDS,
  EVENT_REQUIREMENTS,
  FAILURES,
  LIFECYCLE,
  leadsToCredit,
  type SimulateEvent,
} from '../../contract/lifecycle.ts';
import { mayAct, OF_THE_ORDER } from '../../evidence/answered.ts';
import type { View } from '../../evidence/view.ts';
import { mayBeSpent } from '../../order/endings.ts';
import { explainRun } from '../../order/run.ts';
import { asksForCredit, type Call, type Trace } from '../../order/trace.ts';
import { breach, type Check, type Judgement, pass, SEVERAL } from './check.ts';

/**
 * 4.3 and States: a ready order takes the happy path, and the other steps can be simulated, too. From which states is
 * not specified, so a refusal counts only if every tried state refuses the step. Which amounts and networks exist is
 * not specified either, so a refusal counts only for calls that name none. The check `order` judges the happy path.
 */
export const simulateSteps: Check = {
  id: 'simulate-steps',
  title: 'The sandbox accepts each step in some state, with and without its optional field',
  kind: 'safety',
  requirements: [
    'simulate.route',
    'simulate.optional-fields',
    ...EVENT_FIELDS.map(({ requirement }) => requirement),
    'lifecycle.other-steps',
    'collection.lifecycle',
    'version.prefix',
    ...EVENT_REQUIREMENTS,
  ],
  *judge(view) {
    const { explanations, endedAt } = explainRun(view);
    const all = explanations
      .filter(({ trace }) => !mayBeSpent(view, trace.journey))
      .flatMap(({ trace }) => trace.calls.flatMap(call => (call.step ? [tryOf(trace, call, endedAt(trace))] : [])));
    const tries = all.filter(({ call, hasEnded }) => call.answer === 'taken' || !hasEnded);
    // A step that another state may have accepted was not refused everywhere.
    const ended = new Set(all.flatMap(({ call, hasEnded }) => (hasEnded && call.asks ? [call.asks] : [])));
    for (const { call, trace } of tries) if (call.answer === 'taken') yield* taken(call, trace.journey.id);
    yield* refusedEverywhere(tries, ended);
    yield* refusedWithout(tries);
    yield* refusedWith(view, tries);
    yield* brokenBy(tries);
    yield* routeMissing(tries);
  },
};

/** An attempt of a step in one state of one order. */
type Try = ReturnType<typeof tryOf>;

function tryOf(trace: Trace, call: Call, ended: number) {
  const status = call.exchange.response?.status;
  const steps = trace.calls.filter(({ role }) => role === 'step');
  const before = steps.filter(({ at, answer }) => at < call.at && (mayAct(answer) || answer === 'limited'));
  const isDeclined = (call.answer === 'refused' || call.answer === 'broken') && status !== 401;
  const isOfStep = !OF_THE_ORDER.has(status ?? 0) || steps.some(({ answer }) => answer === 'taken');
  const isContested = call.isContested && steps.some(asksForCredit);
  return {
    ...{ call, trace, status },
    /** Whether the service refused the step or the order. */
    isDeclined,
    /** Whether it refused the step, rather than the key or the order. */
    isRefused: isDeclined && isOfStep,
    /** Whether the order had taken no step. */
    isFirst: before.length === 0,
    /** Whether the service may have ended the order by itself. */
    hasEnded: call.at >= ended,
    /** Whether the order may have been credited, so that it may refuse every step. */
    mayBeCredited: before.some(asksForCredit) || isContested,
  };
}

function* taken({ asks, step, exchange: { id }, isPlain }: Call, journey: string): Generator<Judgement> {
  if (asks === undefined) return;
  yield pass('simulate.route', id);
  yield pass('version.prefix', id);
  if (LIFECYCLE[asks].path !== 'happy') yield pass('lifecycle.other-steps', id);
  if (leadsToCredit(asks)) yield pass('collection.lifecycle', journey);
  for (const field of EVENT_FIELDS) if (step?.[field.step] !== undefined) yield pass(field.requirement, id);
  if (isPlain) yield pass('simulate.optional-fields', id);
}

const statusesOf = (tries: readonly Try[]) => [...new Set(tries.map(({ status }) => status))].join(', ');
const idsOf = (tries: readonly Try[]) => tries.map(({ call }) => call.exchange.id);

function* refusedEverywhere(tries: readonly Try[], ended: ReadonlySet<SimulateEvent>): Generator<Judgement> {
  if (!tries.some(({ call }) => call.answer === 'taken')) return;
  for (const event of FAILURES.filter(failure => !ended.has(failure))) {
    const own = tries.filter(({ call }) => call.asks === event);
    const plain = own.filter(({ call, mayBeCredited }) => call.isPlain && !mayBeCredited);
    // Which later states accept a failure is not specified. A new order shows whether any state does.
    if (!own.some(({ isFirst }) => isFirst) || !plain.some(({ isRefused }) => isRefused)) continue;
    if (!own.every(({ isDeclined }) => isDeclined)) continue;
    const isBroken = plain.every(({ call }) => call.answer === 'broken');
    const refuses = isBroken ? `answers ${event} with a server error` : `refuses ${event}`;
    yield breach({
      requirement: 'lifecycle.other-steps',
      also: [LIFECYCLE[event].requirement],
      cause: event,
      message: `the service ${refuses} from every state that was tried`,
      expected: 'a 2xx from some state',
      received: statusesOf(plain),
      evidence: idsOf(plain),
    });
  }
}

/** A call without an optional field is refused, while a call with it is accepted. */
function* refusedWithout(tries: readonly Try[]): Generator<Judgement> {
  for (const { event, wire } of EVENT_FIELDS) {
    const fresh = tries.filter(({ call, isFirst }) => call.asks === event && isFirst);
    const named = fresh.find(({ call }) => !call.isPlain && call.answer === 'taken');
    const plain = fresh.filter(({ call }) => call.isPlain);
    if (named === undefined || plain.length === 0 || !plain.every(({ isRefused }) => isRefused)) continue;
    yield breach({
      requirement: 'simulate.optional-fields',
      cause: event,
      message: `the service refuses ${event} without ${wire}, but accepts it with ${wire}`,
      expected: `a 2xx: ${wire} is optional`,
      received: statusesOf(plain),
      evidence: [...idsOf(plain), named.call.exchange.id],
    });
  }
}

/**
 * Which amounts and networks exist is not specified. But if every one of several amounts is refused, none can force a
 * mismatch; and one of the networks that the target is said to know must be accepted.
 */
function* refusedWith(view: View, tries: readonly Try[]): Generator<Judgement> {
  for (const { event, wire, step: field, requirement } of EVENT_FIELDS) {
    const own = tries.filter(({ call }) => call.step?.[field] !== undefined);
    const values = new Set(own.map(({ call }) => call.step?.[field]));
    const isTaken = tries.some(
      ({ call, isFirst }) => isFirst && call.asks === event && call.isPlain && call.answer === 'taken',
    );
    const areGiven = view.evidence.run.settings.networksGiven;
    const enough = field === 'receivedAmount' ? SEVERAL : areGiven ? 1 : Number.POSITIVE_INFINITY;
    if (!isTaken || values.size < enough || !own.every(({ isRefused }) => isRefused)) continue;
    yield breach({
      requirement,
      cause: 'refused',
      message: `${event} is refused with every ${wire}, but accepted without`,
      expected: field === 'receivedAmount' ? 'a 2xx: received_amount forces an amount mismatch' : 'a 2xx for a network',
      received: own.map(({ status, call }) => `${status} for ${call.step?.[field]}`).join(', '),
      evidence: idsOf(own),
    });
  }
}

/** The service may refuse an amount or a network; a 5xx shows that it cannot handle the field. */
function* brokenBy(tries: readonly Try[]): Generator<Judgement> {
  const broken = tries.filter(({ call }) => call.answer === 'broken');
  for (const { call, status } of broken) {
    const field = EVENT_FIELDS.find(own => call.step?.[own.step] !== undefined);
    // If the step also fails without the field, the field is not the cause.
    if (field === undefined || broken.some(({ call: other }) => other.asks === call.asks && other.isPlain)) continue;
    yield breach({
      requirement: field.requirement,
      cause: `broken ${status}`,
      message: `the service answers with a server error to ${field.wire}`,
      expected: 'a 2xx, or an error that names the problem with the value',
      received: `${status} for ${call.step?.[field.step]}`,
      evidence: [call.exchange.id],
    });
  }
}

/** Orders that were created for this run exist. If none is found, the route itself is missing. */
function* routeMissing(tries: readonly Try[]): Generator<Judgement> {
  const statuses = new Set(tries.map(({ status }) => status));
  if (statuses.size !== 1 || !(statuses.has(404) || statuses.has(405))) return;
  yield breach({
    requirement: 'simulate.route',
    also: ['version.prefix'],
    cause: 'missing',
    message: 'the simulate route is missing, so no order can be driven',
    expected: 'a 2xx for a step of a new order',
    received: [...statuses].join(),
    next: 'check SANDBOX_URL, and that ORDER_COMMAND creates its orders there',
    evidence: idsOf(tries),
  });
}
