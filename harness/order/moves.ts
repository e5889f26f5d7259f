import { isDeepStrictEqual } from 'node:util';
import { FAILURES, HAPPY_PATH, type SimulateEvent, saysFailure } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/answered.ts';
import { scalars } from '../evidence/mentions.ts';
import type { ReceivedEvent } from '../evidence/view.ts';
import { COSTS } from './costs.ts';
import { type Model, owedTo } from './estimate.ts';
import {
  add,
  type Due,
  discounted,
  isSettled,
  type Move,
  type Rules,
  ruleOf,
  type State,
  settle,
} from './explanation.ts';
import { isKindOf } from './kinds.ts';
import { asksForCredit, type Call, endsUnpaid, isOfPath, isTaken, type Sighting, type Trace } from './trace.ts';

/** The possible meanings of an event: each yields the state after one more move. */
type Moves = (state: State) => Generator<State>;

/** What a sound service may have sent an event for. Among equivalent calls, the earliest without its event counts. */
export function soundMoves(event: Sighting, trace: Trace, model: Model, due: Due): Moves {
  const isMisnamed = event.misnamed !== undefined;
  const before = trace.callsBefore(event);
  const fitting = before.filter(call => mayHaveSent(call) && fits(model, call, event) && !due.isVain(call, event));
  const again = isOneMore(event, trace, model) || due.isCopy(event) ? undefined : fitting.at(-1);
  const possibles = before.filter(call => mayHaveSent(call) && mayOwe(model, call, event));
  // An odd call may be any step. A call without an answer may have arrived.
  const odd = before.findLast(
    ({ role, answer }) => (role === 'odd' && answer === 'taken') || (role === 'mistake' && answer === 'unknown'),
  );
  const contradicts = isContradicted(event, trace, model);
  const isUnasked = model.isUnasked(event.type) && !contradicts && !isExpiryOfPaid(event, trace, model);
  const isKnown = isUnasked || contradicts || model.isOwed(event.type);
  const steps = isKnown ? [] : before.filter(isTaken);
  const skipping = before.findLast(call => call.answer === 'taken' && mayHaveSkipped(call, event, before, model));
  const isOfNobody = !isKnown && !onlyMistakesBefore(event, trace);
  return function* (state) {
    const isOpen = (call: Call) => !isSettled(state, trace, call);
    const settled = (move: Move & { readonly call: Call }) => add(state, move, settle(state, trace, move.call, event));
    const open = fitting.filter(isOpen);
    for (const call of [open.find(one => due.isDue(one)), open.find(one => !due.isDue(one))]) {
      if (call === undefined || (event.isCredit && state.isCredited)) continue;
      const move = isMisnamed ? ({ cost: COSTS.misdirected, defect: 'misdirected' } as const) : { cost: 0 };
      yield settled({ ...move, call, event });
    }
    if (again && open.length === 0 && !(event.isCredit && state.isCredited))
      yield add(state, { cost: COSTS.more, call: again, event }, event.isCredit ? { isCredited: true } : {});
    if (event.isCredit) return;
    const possible = possibles.find(isOpen) ?? possibles[0];
    if (possible) yield settled({ cost: COSTS.unusual, call: possible, event });
    if (odd && !isMisnamed) yield add(state, { cost: COSTS.unusual, call: odd, event });
    if (isUnasked || event.isNameless) yield add(state, { cost: COSTS.unasked, event });
    if (skipping) yield add(state, { cost: COSTS.unusual, call: skipping, event });
    for (const call of steps.filter(isOpen)) yield settled({ cost: COSTS.unusual, call, event });
    if (isOfNobody) yield add(state, { cost: COSTS.unusual, event });
  };
}

/**
 * Whether an event belongs to an earlier step of the happy path that no call asked for. A service may take the skipped
 * steps together with the later one.
 */
function mayHaveSkipped({ role, asks }: Call, { type }: Sighting, before: readonly Call[], model: Model): boolean {
  const wasAsked = (step: SimulateEvent) => before.some(call => call.asks === step && mayAct(call.answer));
  const skipped = asks ? HAPPY_PATH.slice(0, Math.max(0, HAPPY_PATH.indexOf(asks))) : [];
  return role === 'step' && skipped.some(step => model.owes(step).has(type) && !wasAsked(step));
}

function onlyMistakesBefore(event: Sighting, trace: Trace): boolean {
  const before = trace.callsBefore(event).filter(({ role, answer }) => role === 'mistake' || mayAct(answer));
  return before.length > 0 && before.every(({ role }) => role === 'mistake');
}

/** Whether an event says, as a failure's webhook does, that its order failed, although the order was disbursed. */
function isContradicted(event: Sighting, trace: Trace, model: Model): boolean {
  const isDisbursed =
    trace.credit !== undefined && trace.callsBefore(event).some(call => asksForCredit(call) && mayHaveSent(call));
  const { type = '' } = event.seen;
  const isOfFailure = FAILURES.some(failure => [...model.owes(failure)].some(kind => isKindOf(kind, type)));
  return isDisbursed && saysFailure(event.type) && isOfFailure;
}

/** Whether an event says that an order expired unpaid (4.3), although the webhook of its deposit had arrived. */
function isExpiryOfPaid({ type, at }: Sighting, trace: Trace, model: Model): boolean {
  if (!saysFailure(type) || !model.owes('expire').has(type)) return false;
  return trace.calls.filter(isOfPath).some(call => {
    const owed = model.owes(call.input);
    return trace.eventsAfter(call).some(one => one.at < at && !one.isNameless && owed.has(one.type));
  });
}

/** Whether an event is one more of its type than any order shows, after a call that simulates nothing. */
function isOneMore(event: Sighting, trace: Trace, model: Model): boolean {
  const nth = trace.nthOf(event);
  // The first credit after a disburse is due (A6), whatever other orders show.
  if (event.isNameless || (event.isCredit && nth === 1)) return false;
  return nth > model.most(event.type) && trace.callsBefore(event).some(({ role }) => role === 'mistake');
}

/** Whether a sound service may send webhooks for a call. */
function mayHaveSent({ role, answer }: Call): boolean {
  if (role === 'mistake') return false;
  return mayAct(answer) || answer === 'broken';
}

/** The calls for which a defective service may have sent an event. */
export function defectMoves(event: Sighting, trace: Trace, model: Model, due: Due): Moves {
  const before = trace.callsBefore(event);
  const ofCalls = before.flatMap(call => {
    const move = ofRefused(call, event, trace, model, due) ?? ofMistake(call, before, event, due);
    return move ? [{ ...move, call, event }] : [];
  });
  const twins = refusedTwins(event, trace, due);
  const isJudged = event.isSigned && trace.calls.some(({ role }) => role === 'step' || role === 'mistake');
  // A credit before any call asked for it does not settle the credit that is due later.
  const wasAsked = before.some(call => asksForCredit(call) && mayHaveSent(call));
  const kind = isContradicted(event, trace, model) ? 'contradicted' : 'stray';
  const isOther = (call: Call) => !fits(model, call, event) && due.isOfAnother(call, event);
  const others = model.isOwed(event.type) ? before.filter(call => isTaken(call) && isOther(call)) : [];
  return function* (state) {
    for (const move of ofCalls) {
      const moved = { isCredited: state.isCredited || event.isCredit, isMoved: true };
      yield add(state, move, move.defect === 'mistake' ? moved : settle(state, trace, move.call, event));
    }
    const of = twins.find(one => !state.renamed.includes(one));
    if (of)
      yield add(state, { cost: COSTS.renamed, defect: 'renamed', event, of }, { renamed: [...state.renamed, of] });
    if (event.isCredit) {
      const isCredited = state.isCredited || wasAsked;
      if (isJudged) yield add(state, { cost: COSTS.credit, defect: 'credit', event }, { isCredited });
      else yield add(state, { cost: COSTS.unsure, event });
      return;
    }
    yield add(state, { cost: COSTS[kind], defect: kind, event });
    for (const call of others)
      yield add(state, { cost: COSTS.wrongType, defect: 'wrongType', call, event }, settle(state, trace, call, event));
  };
}

/** The move if a call that simulates nothing sent the event. The last such call stands for all with the same answer. */
function ofMistake(call: Call, before: readonly Call[], event: Sighting, due: Due): Move | undefined {
  if (call.role !== 'mistake' || !due.isNear(call, event)) return undefined;
  const isRefused = call.answer === 'refused';
  const last = before.findLast(one => one.role === 'mistake' && (one.answer === 'refused') === isRefused);
  const cost = isRefused ? COSTS.refusedMistake : COSTS.mistake;
  return call === last ? { cost, defect: 'mistake' } : undefined;
}

/** The move if a refused call sent the event. */
function ofRefused(call: Call, event: Sighting, trace: Trace, model: Model, due: Due): Move | undefined {
  if (call.role === 'mistake' || call.answer !== 'refused' || !fits(model, call, event)) return undefined;
  if (isAsked(trace.callsBefore(event), call.asks) || (call.role !== 'step' && !due.isShown(call))) return undefined;
  const step = event.isCredit ? 'creditThoughRefused' : 'thoughRefused';
  const kind = call.role === 'step' ? step : call.role;
  // A credit after a failure rather belongs to the failure, unless other orders show a credit for such a call.
  const isOver = event.isCredit && trace.callsBefore(event).some(endsUnpaid);
  return { cost: isOver ? COSTS.creditOfFailed : COSTS[kind], defect: kind };
}

/** Whether a call may have sent an event, judging by its type. */
export function fits(model: Model, call: Call, event: Pick<Sighting, 'type' | 'isCredit'>): boolean {
  if (event.isCredit) return asksForCredit(call);
  return fitsType(model, call, event) || (call.answer === 'unknown' && call.role === 'step');
}

function fitsType(model: Model, call: Call, { type }: Pick<Sighting, 'type'>): boolean {
  return type === '' || owedTo(model, call).has(type) || (call.asks !== undefined && model.owes(call.asks).has(type));
}

/** Whether the input of a call, or its event without fields, may cause a type although another input is its cause. */
function mayOwe(model: Model, { input, asks }: Call, { type }: Sighting): boolean {
  return model.mayOwe(input).has(type) || (asks !== undefined && model.mayOwe(asks).has(type));
}

/** Whether another call asked for the same event and may have been accepted. */
function isAsked(calls: readonly Call[], asks: SimulateEvent | undefined): boolean {
  return calls.some(
    ({ asks: other, role, answer }) =>
      other === asks && role !== 'mistake' && answer !== 'refused' && answer !== 'limited',
  );
}

/** Earlier refused events of the same type that this event may repeat under another id. */
function refusedTwins(event: Sighting, { events }: Trace, due: Due): readonly Sighting[] {
  const isCopied = due.isCopy(event);
  return events.filter(other => {
    const [first, ...more] = other.seen.deliveries;
    const isOpen = other.isDropped || (first.answer.refused && (isCopied || more.length === 0));
    const isEarlier = other.type === event.type && other.at < event.at;
    return isOpen && event.type !== '' && isEarlier && saysTheSame(other.seen, event.seen);
  });
}

/** Whether two events have equal values without digits. Values with digits, for example times, and ids may differ. */
function saysTheSame(one: ReceivedEvent, other: ReceivedEvent): boolean {
  const values = new Map(scalars(other.deliveries[0]).map(({ place, value }) => [place, value]));
  return scalars(one.deliveries[0]).every(({ place, value }) => {
    const isInWords = !place.startsWith('header:') && !/\d/.test(value) && value !== one.id;
    return !isInWords || (values.get(place) ?? value) === value;
  });
}

/** Whether two events differ only in their ids and times, which are values of many digits. */
export function isCopyOf(one: Sighting, other: Sighting): boolean {
  const said = ({ seen: { id, deliveries } }: Sighting) =>
    scalars(deliveries[0]).filter(
      ({ place, value }) => place.startsWith('/') && value !== id && !/(?:\d\D*){8}/.test(value),
    );
  return isDeepStrictEqual(said(one), said(other));
}

/** Adds what is due and did not arrive. */
export function finish(state: State, trace: Trace, due: Due, rules: Rules): State {
  const { calls, events } = trace;
  let ended = state;
  const lacks = (move: Move, change?: Partial<State>) => {
    ended = discounted(add(ended, move, change), rules);
  };
  for (const event of events)
    if (event.isDropped && !state.renamed.includes(event)) lacks({ cost: COSTS.dropped, defect: 'dropped', event });
  for (const [nth, call] of calls.entries()) {
    const lacksCredit = due.isCreditDue(call) && !state.isCredited;
    const lacksAny = due.isDue(call) && !isSettled(state, trace, call);
    const isRefused = call.isOnPath && call.isPlain && call.answer !== 'taken' && !due.isRefusable(call);
    const what = lacksCredit ? (lacksAny ? 'both' : 'credit') : 'webhook';
    if (ended.isMoved || !(lacksCredit || lacksAny || isRefused)) continue;
    const move: Move = isRefused
      ? { cost: COSTS.refusedOnPath, defect: 'refusedOnPath', call }
      : { cost: COSTS.lost, defect: 'lost', call, lacks: what };
    // An earlier successful call that simulates nothing may have moved the order: one defect covers all others. But
    // what other orders lack without such a call is not its effect.
    const mistake = calls.slice(0, nth).find(({ role, answer }) => role === 'mistake' && mayAct(answer));
    if (mistake === undefined || rules.has(ruleOf(move))) lacks(move);
    else if (due.isShown(call)) lacks({ cost: COSTS.mistake, defect: 'mistake', call: mistake }, { isMoved: true });
  }
  return ended;
}
