import { FAILURES, type SimulateEvent, saysFailure } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/classify.ts';
import { scalars } from '../evidence/mentions.ts';
import type { ReceivedEvent } from '../evidence/view.ts';
import { COSTS } from './costs.ts';
import { type Model, owedTo } from './estimate.ts';
import { add, type Due, discounted, type Move, type Rules, type State, settle } from './explanation.ts';
import { isKindOf } from './kinds.ts';
import { asksForCredit, type Call, failedCalls, inputsOf, type Sighting, type Trace } from './trace.ts';

/** What a sound service may have sent an event for. Of calls that are alike, the earliest that lacks its event. */
export function* soundMoves(state: State, event: Sighting, trace: Trace, model: Model, due: Due): Generator<State> {
  const isMisnamed = event.misnamed !== undefined;
  const fitting = trace.calls.filter(call => call.at <= event.at && mayHaveSent(call) && fits(model, call, event));
  const open = fitting.filter(call => state.settled[trace.calls.indexOf(call)] === false);
  const owing = open.find(call => due.isDue(call));
  const other = open.find(call => !due.isDue(call));
  for (const call of [owing, other]) {
    if (call === undefined || (event.isCredit && state.isCredited)) continue;
    const move = isMisnamed ? ({ cost: COSTS.misdirected, defect: 'misdirected' } as const) : { cost: 0 };
    yield add(state, { ...move, call, event }, settle(state, trace, call, event));
  }
  const again = fitting.at(-1);
  const isMore = again && open.length === 0 && !isOneMore(event, trace, model) && !due.isCopy(event);
  if (isMore && !(event.isCredit && state.isCredited))
    yield add(state, { cost: COSTS.more, call: again, event }, event.isCredit ? { isCredited: true } : {});
  if (event.isCredit) return;
  const possibles = trace.calls.filter(call => call.at <= event.at && mayHaveSent(call) && mayOwe(model, call, event));
  const possible = possibles.find(call => state.settled[trace.calls.indexOf(call)] === false) ?? possibles[0];
  if (possible) yield add(state, { cost: COSTS.unusual, call: possible, event }, settle(state, trace, possible, event));
  // An odd call may be any step. Nobody knows whether a call without an answer arrived.
  const odd = trace.calls.findLast(
    ({ at, role, answer }) =>
      at <= event.at && ((role === 'odd' && answer === 'taken') || (role === 'mistake' && answer === 'unknown')),
  );
  if (odd && !isMisnamed) yield add(state, { cost: COSTS.unusual, call: odd, event });
  const contradicts = isContradicted(event, trace, model);
  const isUnasked = model.isUnasked(event.type) && !contradicts;
  if (isUnasked || event.isNameless) yield add(state, { cost: COSTS.unasked, event });
  if (isUnasked || contradicts || model.isOwed(event.type)) return;
  for (const [nth, call] of trace.calls.entries())
    if (call.at <= event.at && call.role === 'step' && call.answer === 'taken' && state.settled[nth] === false)
      yield add(state, { cost: COSTS.unusual, call, event }, settle(state, trace, call, event));
  if (!onlyMistakesBefore(event, trace)) yield add(state, { cost: COSTS.unusual, event });
}

/** Whether only calls that simulate nothing came before an event. */
function onlyMistakesBefore({ at }: Sighting, { calls }: Trace): boolean {
  const before = calls.filter(call => call.at <= at && (call.role === 'mistake' || mayAct(call.answer)));
  return before.length > 0 && before.every(({ role }) => role === 'mistake');
}

/** Whether an event says that its order failed, as a failure's webhook does, although the order was disbursed. */
function isContradicted(event: Sighting, { calls, events }: Trace, model: Model): boolean {
  const isDisbursed =
    events.some(({ isCredit }) => isCredit) &&
    calls.some(call => call.at <= event.at && asksForCredit(call) && mayHaveSent(call));
  const { type = '' } = event.seen;
  const isOfFailure = FAILURES.some(failure => [...model.owes(failure)].some(kind => isKindOf(kind, type)));
  return isDisbursed && saysFailure(event.type) && isOfFailure;
}

/** Whether an event is one more of its type than any order shows, after a call that simulates nothing. */
function isOneMore(event: Sighting, { calls, events }: Trace, model: Model): boolean {
  const nth = nthOf({ events }, event);
  // The first credit after a disburse is due (A6), whatever other orders show.
  if (event.isNameless || (event.isCredit && nth === 1)) return false;
  return nth > model.most(event.type) && calls.some(({ role, at }) => role === 'mistake' && at <= event.at);
}

/** Which event of its type it is about the order, from 1. */
export function nthOf({ events }: Pick<Trace, 'events'>, event: Sighting): number {
  return events.filter(({ type, at }) => type === event.type && at <= event.at).length;
}

/** Whether a sound service may send webhooks for a call. */
function mayHaveSent({ role, answer }: Call): boolean {
  if (role === 'mistake') return false;
  return mayAct(answer) || answer === 'broken';
}

/** What a service with a defect may have sent an event for. */
export function* defectMoves(state: State, event: Sighting, trace: Trace, model: Model, due: Due): Generator<State> {
  const before = trace.calls.filter(({ at }) => at <= event.at);
  for (const call of before) {
    const own = { call, event };
    const change = settle(state, trace, call, event);
    if (call.role === 'mistake') {
      const isRefused = call.answer === 'refused';
      // Of calls that are alike, the last stands for all.
      const isLast =
        call === before.findLast(one => one.role === 'mistake' && (one.answer === 'refused') === isRefused);
      const cost = isRefused ? COSTS.refusedMistake : COSTS.mistake;
      const moved = { isCredited: state.isCredited || event.isCredit, isMoved: true };
      if (isLast && due.isNear(call, event)) yield add(state, { cost, defect: 'mistake', ...own }, moved);
      continue;
    }
    if (call.answer !== 'refused') continue;
    if (!fits(model, call, event) || isAsked(before, call.asks)) continue;
    if (call.role !== 'step' && !due.isShown(call)) continue;
    // A credit after a failure is of the failure, not of a disburse that was refused before it.
    if (event.isCredit && failedCalls(trace).some(({ at }) => at > call.at && at <= event.at)) continue;
    const step = event.isCredit ? 'creditThoughRefused' : 'thoughRefused';
    const kind = call.role === 'step' ? step : call.role;
    yield add(state, { cost: COSTS[kind], defect: kind, ...own }, change);
  }
  const of = refusedTwin(event, trace, state, due);
  if (of) yield add(state, { cost: COSTS.renamed, defect: 'renamed', event, of }, { renamed: [...state.renamed, of] });
  if (event.isCredit) {
    const isJudged = event.isSigned && trace.calls.some(({ role }) => role === 'step' || role === 'mistake');
    // A credit that comes before any call asked for it does not stand for the one that is due later.
    const isCredited = state.isCredited || before.some(call => asksForCredit(call) && mayHaveSent(call));
    if (isJudged) yield add(state, { cost: COSTS.credit, defect: 'credit', event }, { isCredited });
    else yield add(state, { cost: COSTS.unsure, event });
    return;
  }
  const kind = isContradicted(event, trace, model) ? 'contradicted' : 'stray';
  yield add(state, { cost: COSTS[kind], defect: kind, event });
  if (!model.isOwed(event.type)) return;
  for (const call of before)
    if (
      call.role === 'step' &&
      call.answer === 'taken' &&
      !fits(model, call, event) &&
      due.isOfAnother(call, event.type)
    )
      yield add(state, { cost: COSTS.wrongType, defect: 'wrongType', call, event }, settle(state, trace, call, event));
}

/** Whether an event may be what a call sent, by its type. */
export function fits(model: Model, call: Call, event: Sighting): boolean {
  if (event.isCredit) return asksForCredit(call);
  return fitsType(model, call, event) || (call.answer === 'unknown' && call.role === 'step');
}

function fitsType(model: Model, call: Call, { type }: Sighting): boolean {
  const { asks, step } = call;
  // A probe may send the field of its event in a form that the service reads and the record does not name.
  const inputs = asks === undefined ? [] : step === undefined ? inputsOf(asks) : [asks];
  return type === '' || owedTo(model, call).has(type) || inputs.some(own => model.owes(own).has(type));
}

/** Whether the input of a call, or its event without fields, may cause a type just as well as another. */
function mayOwe(model: Model, { input, asks }: Call, { type }: Sighting): boolean {
  return model.mayOwe(input).has(type) || (asks !== undefined && model.mayOwe(asks).has(type));
}

/** Whether another call before asked for the same and may have been taken. */
function isAsked(calls: readonly Call[], asks: SimulateEvent | undefined): boolean {
  return calls.some(call => call.asks === asks && call.answer !== 'refused' && call.answer !== 'limited');
}

/** An earlier event of the type that was refused, and did not come again by its id, or came beside this one. */
function refusedTwin(event: Sighting, { events }: Trace, { renamed }: State, due: Due): Sighting | undefined {
  const isCopied = due.isCopy(event);
  return events.find(other => {
    const [first, ...more] = other.seen.deliveries;
    const isOpen = other.isDropped || (first.answer.refused && (isCopied || more.length === 0));
    const isEarlier = other.type === event.type && other.at < event.at && !renamed.includes(other);
    return isOpen && event.type !== '' && isEarlier && saysTheSame(other.seen, event.seen);
  });
}

/** Whether two events say the same in words. What has digits may differ, such as a time, and so may their ids. */
function saysTheSame(one: ReceivedEvent, other: ReceivedEvent): boolean {
  const values = new Map(scalars(other.deliveries[0]).map(({ place, value }) => [place, value]));
  return scalars(one.deliveries[0]).every(({ place, value }) => {
    const isInWords = !place.startsWith('header:') && !/\d/.test(value) && value !== one.id;
    return !isInWords || (values.get(place) ?? value) === value;
  });
}

/** What is due and did not come. */
export function finish(state: State, { calls, events }: Trace, due: Due, rules: Rules): State {
  let ended = state;
  const lacks = (move: Move, change?: Partial<State>) => {
    ended = discounted(add(ended, move, change), rules);
  };
  for (const event of events)
    if (event.isDropped && !state.renamed.includes(event)) lacks({ cost: COSTS.dropped, defect: 'dropped', event });
  for (const [nth, call] of calls.entries()) {
    const lacksCredit = due.isCreditDue(call) && !state.isCredited;
    const lacksAny = due.isDue(call) && state.settled[nth] === false;
    const isRefused = call.isOnPath && call.isPlain && call.answer !== 'taken' && !due.isRefusable(call);
    const what = lacksCredit ? (lacksAny ? 'both' : 'credit') : 'webhook';
    if (ended.isMoved || !(lacksCredit || lacksAny || isRefused)) continue;
    // A call before that simulates nothing, and succeeded, may have moved the order already: one defect for all.
    const mistake = calls.slice(0, nth).find(({ role, answer }) => role === 'mistake' && mayAct(answer));
    if (mistake && !due.isShown(call)) continue;
    if (mistake) lacks({ cost: COSTS.mistake, defect: 'mistake', call: mistake }, { isMoved: true });
    else if (isRefused) lacks({ cost: COSTS.refusedOnPath, defect: 'refusedOnPath', call });
    else lacks({ cost: COSTS.lost, defect: 'lost', call, lacks: what });
  }
  return ended;
}
