import { countsOf } from '../base/counts.ts';
import { mayAct } from '../evidence/answered.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { COSTS, type DefectKind } from './costs.ts';
import { isHeardOut } from './due.ts';
import { type Model, owedTo, slowestCredit } from './estimate.ts';
import type { DueOf, Explanation, Move } from './explanation.ts';
import { kindOf } from './kinds.ts';
import { aWhile, LIMITS } from './limits.ts';
import { fits, isCopyOf } from './moves.ts';
import { namelessOfNobody, soleEventsOfOthers } from './nameless.ts';
import { type Broken, brokenBy, creditedAgain } from './requirements.ts';
import type { Shown } from './shown.ts';
import { asksForCredit, type Call, isReplay, type Sighting, type Trace } from './trace.ts';
import { type SpareEvent, sentByOthers, undueNameless } from './undue.ts';

/** A defect of one order, with the requirements that it breaks, most important first. */
export interface Defect extends Broken {
  readonly trace: Trace;
  readonly explanation: Explanation;
  readonly move: Move;
  /** The delivery that arrived elsewhere in its place, if known. */
  readonly elsewhere?: Delivery;
}

/** A call without the event that it owes. */
type Debt = ReturnType<typeof debtsOf>[number];

/**
 * Finds the defects of a run: missing events and events left over, of all orders. An event without an order may settle
 * a missing one. If another order has the missing event, it is misdirected. An order that is due nothing may lend an
 * event without an order that arrived soon after the step. Otherwise the event is lost.
 */
export function defectsOf(
  view: View,
  model: Model,
  shown: Shown,
  dueOf: DueOf,
  explanations: readonly Explanation[],
): readonly Defect[] {
  const defectOf = requirementsIn(view, shown, explanations);
  const nameless = namelessLeft(view, model, explanations);
  const lent = lentEvents(dueOf, explanations);
  const strays = explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(move => (move.event && isLeftOver(model, trace, move) ? [{ trace, move, event: move.event }] : [])),
  );
  const debts = debtsOf(model, explanations).filter(isNotPaidEarly);
  const unanswered = explanations.flatMap(({ trace, moves }) =>
    trace.calls.filter(call => mayAct(call.answer) && !moves.some(move => move.call === call && move.event)),
  );
  const untilOf = (call: Call) => call.at + aWhile(shown.longest);
  const isIn = (call: Call, { at }: Sighting) => at >= call.at && at <= untilOf(call);
  const isOf = ({ explanation, call, owed }: Debt, { trace, event }: (typeof strays)[number]) =>
    trace !== explanation.trace && isIn(call, event) && owed.has(event.type);
  // What several orders get while no call lacks it comes for a reason of its own, and need name no other order.
  const lone = strays.filter(({ event }) => !unanswered.some(call => isIn(call, event) && fits(model, call, event)));
  const ofOwn = countsOf(lone.map(({ event }) => event.type));
  const spare = strays.filter(({ event }) => (ofOwn.get(event.type) ?? 0) < LIMITS.several);
  const typesFor = typesForUnknown(debts, [...nameless, ...lent]);
  const others = new Set(soleEventsOfOthers(view));
  const used = new Set<Move>();
  const ofDebts = debts.flatMap((debt): readonly Defect[] => {
    const { explanation, move, call, owed } = debt;
    const until = untilOf(call);
    const types = owed.size > 0 ? owed : typesFor.get(call.input);
    const takes = (events: SpareEvent[], last: number) => {
      const nth = events.findIndex(({ type, at }) => at >= call.at && at <= last && types?.has(type));
      return nth >= 0 && events.splice(nth, 1).length > 0;
    };
    if (takes(nameless, Number.POSITIVE_INFINITY)) return [];
    // If no order shows a credit after the same steps, the service may hold the order and send everything else.
    const isHeld = move.lacks === 'credit' && !call.isOnPath && !shown.credits(call);
    const stray = spare.find(one => !isHeld && isOf(debt, one) && !used.has(one.move));
    const misdirected = { cost: COSTS.misdirected, defect: 'misdirected' } as const;
    if (stray) {
      used.add(stray.move);
      const { lacks } = move;
      return [defectOf(explanation, { ...misdirected, call, ...(lacks && { lacks }), event: stray.event })];
    }
    const isOwed = (one: Delivery) => {
      const type = kindOf(view, view.typeOf(one), one);
      const isOfType = owed.size === 0 ? !model.isUnasked(type) : owed.has(type);
      return one.at >= call.at && one.at <= until && isOfType;
    };
    const elsewhere = [...view.untaken, ...others].find(isOwed);
    if (elsewhere) {
      others.delete(elsewhere);
      return [{ ...defectOf(explanation, { ...move, ...misdirected }), elsewhere }];
    }
    if (takes(lent, until)) return [];
    return [{ ...defectOf(explanation, move), ...(isHeld && { isAdvice: true }) }];
  });
  const asDefect = (explanation: Explanation, move: Move, defect: DefectKind) => {
    const own = { ...move, cost: COSTS[defect], defect };
    return defectOf({ ...explanation, moves: explanation.moves.map(one => (one === move ? own : one)) }, own);
  };
  const ofOthers = sentByOthers(model, explanations, aWhile(shown.longest)).map(({ explanation, move }) => {
    used.add(move);
    return { ...asDefect(explanation, move, 'stray'), requirements: ['simulate.own-order'], isAdvice: false };
  });
  const ofNameless = undueNameless(model, dueOf, explanations, nameless).map(({ explanation, ...move }) =>
    defectOf(explanation, { ...move, cost: COSTS[move.defect] }),
  );
  const ofEvents = explanations.flatMap(explanation =>
    explanation.moves.flatMap(move =>
      move.defect && !isDebt(move) && !used.has(move) ? [defectOf(explanation, move)] : [],
    ),
  );
  const copies = copiesIn(explanations).map(({ explanation, move }) => asDefect(explanation, move, 'copied'));
  return withoutDoubt(view, [...ofDebts, ...ofOthers, ...ofNameless, ...ofEvents, ...copies]);
}

/**
 * The events that calls caused twice, under two ids, although most calls with the same input caused one. Where
 * redeliveries have new ids, a copy may be one of a delivery that the service takes for lost.
 */
function copiesIn(explanations: readonly Explanation[]) {
  if (explanations.some(({ moves }) => moves.some(({ defect }) => defect === 'renamed'))) return [];
  const caused = explanations.flatMap(explanation =>
    explanation.moves.flatMap(move => {
      const { call, event, cost } = move;
      // A second credit is judged as such.
      if (call === undefined || event === undefined || event.isCredit || event.isNameless) return [];
      const first = explanation.moves.find(one => one.call === call && one.event?.type === event.type)?.event;
      const isCopy = cost === COSTS.more && first !== undefined && first !== event && isCopyOf(first, event);
      return [{ explanation, move, isCopy, kind: `${call.input} ${event.type}` }];
    }),
  );
  return [...Map.groupBy(caused, ({ kind }) => kind).values()].flatMap(alike => {
    const copies = alike.filter(({ isCopy }) => isCopy);
    const calls = new Set(alike.map(({ move }) => move.call)).size;
    return copies.length >= LIMITS.several && copies.length * 2 < calls ? copies : [];
  });
}

const isDebt = ({ defect }: Move) => defect === 'lost' || defect === 'wrongType';

/** The calls that lack their event, latest first, with the types that they owe; none if no order shows one. */
function debtsOf(model: Model, explanations: readonly Explanation[]) {
  const debts = explanations.flatMap(explanation =>
    explanation.moves.flatMap(move => {
      const { call, lacks } = move;
      if (!isDebt(move) || call === undefined) return [];
      return [{ explanation, move, call, owed: lacks === 'credit' || lacks === 'both' ? CREDIT : owedTo(model, call) }];
    }),
  );
  return debts.toSorted((one, other) => other.call.at - one.call.at);
}

/** Whether the credit that a call lacks did not come before the call. One that did is a defect by itself. */
function isNotPaidEarly({ explanation, call, owed }: Debt): boolean {
  const early = explanation.moves.some(({ defect, event }) => defect === 'credit' && event && event.at < call.at);
  return owed !== CREDIT || !early;
}

/** The events without an order that explain a call which is due none: another order may lack them. */
function lentEvents(dueOf: DueOf, explanations: readonly Explanation[]): SpareEvent[] {
  return explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(({ event, call }) => (event?.isNameless && call && !dueOf(trace).isDue(call) ? [event] : [])),
  );
}

/** The events without an order that no order accounts for. */
function namelessLeft(view: View, model: Model, explanations: readonly Explanation[]): SpareEvent[] {
  const ofNobody = namelessOfNobody(view).map(one => ({ at: one.at, type: kindOf(view, view.typeOf(one), one) }));
  const ofOrders = explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(({ event, call, cost }) => {
      // A further event of a call belongs to it, unless there are more events than calls that send the type.
      const isSpare = event && trace.nthOf(event) > trace.calls.filter(each => fits(model, each, event)).length;
      return event?.isNameless && (call === undefined || (cost > 0 && isSpare)) ? [event] : [];
    }),
  );
  // If a type without an order arrives more often than steps with unknown webhooks were taken, it is about no order.
  const unknown = explanations.flatMap(({ trace }) => trace.calls.filter(call => isUnknown(model, call))).length;
  return [...Map.groupBy([...ofNobody, ...ofOrders], ({ type }) => type)].flatMap(([type, events]) =>
    model.isUnasked(type) && !model.isOwed(type) && events.length > unknown ? [] : events,
  );
}

/** Returns the function that adds to a move with a defect the requirements that it breaks. */
function requirementsIn(view: View, shown: Shown, explanations: readonly Explanation[]) {
  const traces = explanations.map(({ trace }) => trace);
  const long = aWhile(slowestCredit(traces));
  // After the last delivery of a run, it is not known whether the receiver could still be reached.
  const lastHeard = view.evidence.deliveries.at(-1)?.at ?? 0;
  const again = creditedAgain(traces, call => call.at < lastHeard && isHeardOut(view, shown, call, long));
  // If the service treats a replay of another step as a new call, it does the same for a replay of a disburse.
  const areKeysIgnored = explanations.some(({ moves }) =>
    moves.some(({ call, event }) => call && isReplay(call) && event?.isCredit === false),
  );
  const mayCredit = areKeysIgnored ? asksForCredit : undefined;
  return (explanation: Explanation, move: Move): Defect => ({
    ...{ trace: explanation.trace, explanation, move },
    ...brokenBy(explanation.trace, move, again, mayCredit),
  });
}

/**
 * Drops what a single order gets in place of a step's webhook, if no wait for that webhook timed out: it may have a
 * special reason. What a single order gets before its first call is advice, and so is what orders of `ORDER_IDS` get:
 * an earlier run may have caused it.
 */
function withoutDoubt({ evidence }: View, defects: readonly Defect[]): readonly Defect[] {
  const ordersWith = (kind: DefectKind) => defects.flatMap(({ move, trace }) => (move.defect === kind ? [trace] : []));
  const isSingle = (kind: DefectKind) => new Set(ordersWith(kind)).size < LIMITS.several;
  const mayBeOlder = isSingle('stray') || evidence.run.settings.orderSetting === 'ORDER_IDS';
  const isDropped = ({ defect, call }: Move) => defect === 'wrongType' && call?.wait?.outcome !== 'missed';
  const isMixedUp = !isSingle('wrongType');
  return defects
    .filter(({ move }) => isMixedUp || !isDropped(move))
    .map(defect => (defect.move.defect === 'stray' && mayBeOlder ? { ...defect, isAdvice: true } : defect));
}

const LEFT_OVER: ReadonlySet<DefectKind> = new Set([
  ...(['stray', 'contradicted', 'credit', 'wrongType', 'mistake', 'thoughRefused', 'creditThoughRefused'] as const),
]);

/**
 * Whether no accepted call of the order accounts for an event, so that another order may lack it. An accepted replay
 * accounts for an event, too.
 */
function isLeftOver(model: Model, trace: Trace, { defect, call, event }: Move): boolean {
  if (event && defect && LEFT_OVER.has(defect)) {
    const fitting = trace.callsBefore(event).filter(each => mayAct(each.answer) && fits(model, each, event));
    return trace.nthOf(event) > fitting.length;
  }
  return event !== undefined && !defect && call === undefined && !event.isNameless && model.isOwed(event.type);
}

const CREDIT: ReadonlySet<string> = new Set([COMPLETED]);

/**
 * The nameless types that may be the webhook of an input whose own type no order shows. An input sends one type, so a
 * type that comes too seldom to settle all debts of the input settles none.
 */
function typesForUnknown(debts: readonly Debt[], spare: readonly SpareEvent[]) {
  const latestFirst = (moments: readonly { readonly at: number }[]) =>
    moments.map(({ at }) => at).sort((a, b) => b - a);
  const events = [...Map.groupBy(spare, ({ type }) => type)].map(([type, own]) => ({ type, times: latestFirst(own) }));
  const unknown = Map.groupBy(
    debts.filter(({ owed }) => owed.size === 0),
    ({ call }) => call.input,
  );
  return new Map(
    [...unknown].map(([input, own]) => {
      const due = latestFirst(own.map(({ call }) => call));
      const enough = events.filter(({ times }) => due.every((at, nth) => at <= (times[nth] ?? 0)));
      return [input, new Set(enough.map(({ type }) => type))] as const;
    }),
  );
}

/** Whether a call may have sent a webhook of an unknown type. An odd call may act as any step (A8). */
function isUnknown(model: Model, call: Call): boolean {
  const mayBeStep = call.role === 'step' || call.role === 'odd';
  return mayBeStep && mayAct(call.answer) && !call.isRepeated && owedTo(model, call).size === 0;
}
