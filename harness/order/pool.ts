import { mayAct } from '../evidence/classify.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { COSTS, type DefectKind } from './costs.ts';
import { isHeardOut } from './due.ts';
import { type Model, owedTo, slowestCredit } from './estimate.ts';
import type { Due, Explanation, Move } from './explanation.ts';
import { kindOf } from './kinds.ts';
import { aWhile, LIMITS } from './limits.ts';
import { fits, nthOf } from './moves.ts';
import { namelessOfNobody, soleEventsOfOthers } from './nameless.ts';
import { type Broken, brokenBy, creditedAgain } from './requirements.ts';
import type { Shown } from './shown.ts';
import { asksForCredit, type Call, isReplay, type Sighting, type Trace } from './trace.ts';

/** A defect of one order, with the requirements that it breaks, in order of importance. */
export interface Defect extends Broken {
  readonly trace: Trace;
  readonly explanation: Explanation;
  readonly move: Move;
  /** The delivery that came elsewhere in its place, where one is known. */
  readonly elsewhere?: Delivery;
}

/** A move that lacks its event. */
interface Debt {
  readonly explanation: Explanation;
  readonly move: Move;
  readonly call: Call;
  /** The types of the event that it lacks; empty where no order shows one. */
  readonly owed: ReadonlySet<string>;
}

/** A move whose event is left over, and its order. */
interface Stray {
  readonly trace: Trace;
  readonly move: Move;
}

/**
 * The defects of a run: debts left over against events left over, of all orders. What is left of either is a defect. A
 * debt is settled by an event without an order, and misdirected if another order has its event. Where nothing else
 * explains it, an event may be lent by an order that is due none, soon after the step. Else it is lost.
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
    moves.flatMap(move => (isLeftOver(model, trace, move) ? [{ trace, move }] : [])),
  );
  const debts = debtsOf(model, explanations);
  const typesFor = typesForUnknown(debts, [...nameless, ...lent]);
  const others = new Set(soleEventsOfOthers(view));
  const used = new Set<Move>();
  const ofDebts = debts.flatMap(({ explanation, move, call, owed }): readonly Defect[] => {
    const until = call.at + aWhile(shown.longest);
    const types = owed.size > 0 ? owed : typesFor.get(call.input);
    const takes = (events: SpareEvent[], last: number) => {
      const nth = events.findIndex(({ type, at }) => at >= call.at && at <= last && types?.has(type));
      return nth >= 0 && events.splice(nth, 1).length > 0;
    };
    if (takes(nameless, Number.POSITIVE_INFINITY)) return [];
    const { trace } = explanation;
    const isFree = (own: Stray) => own.trace !== trace && !used.has(own.move);
    const stray = strays
      .filter(isFree)
      .find(
        ({ move: { event } }) =>
          event !== undefined && event.at >= call.at && event.at <= until && owed.has(event.type),
      );
    const misdirected = { cost: COSTS.misdirected, defect: 'misdirected' } as const;
    if (stray?.move.event) {
      used.add(stray.move);
      const { lacks } = move;
      return [defectOf(explanation, { ...misdirected, call, ...(lacks && { lacks }), event: stray.move.event })];
    }
    const isOwed = (one: Delivery) =>
      one.at >= call.at && (owed.size === 0 || owed.has(kindOf(view, view.typeOf(one), one)));
    const elsewhere = view.untaken.find(isOwed) ?? [...others].find(one => one.at <= until && isOwed(one));
    if (elsewhere) {
      others.delete(elsewhere);
      return [{ ...defectOf(explanation, { ...move, ...misdirected }), elsewhere }];
    }
    if (takes(lent, until)) return [];
    // If no order shows a credit on this way, the service may hold the order, and send everything else.
    const isHeld = move.lacks === 'credit' && !call.isOnPath && !shown.credits(call);
    return [{ ...defectOf(explanation, move), ...(isHeld && { isAdvice: true }) }];
  });
  const ofMistakes = sentByMistakes(model, dueOf, explanations, nameless).map(({ explanation, ...move }) =>
    defectOf(explanation, { cost: COSTS.mistake, defect: 'mistake', ...move }),
  );
  const ofEvents = explanations.flatMap(explanation =>
    explanation.moves.flatMap(move =>
      move.defect && !isDebt(move) && !used.has(move) ? [defectOf(explanation, move)] : [],
    ),
  );
  return withoutDoubt([...ofDebts, ...ofMistakes, ...ofEvents]);
}

const isDebt = ({ defect }: Move) => defect === 'lost' || defect === 'wrongType';

/** The calls that lack their event, the latest first. */
function debtsOf(model: Model, explanations: readonly Explanation[]): readonly Debt[] {
  const debts = explanations.flatMap(explanation =>
    explanation.moves.flatMap((move): readonly Debt[] => {
      const { call, lacks } = move;
      if (!isDebt(move) || call === undefined) return [];
      return [{ explanation, move, call, owed: lacks === 'credit' || lacks === 'both' ? CREDIT : owedTo(model, call) }];
    }),
  );
  return debts.toSorted((one, other) => other.call.at - one.call.at);
}

/** What is due of an order. */
type DueOf = (trace: Trace) => Due;

/** An event without an order that some order may lack. */
type SpareEvent = Pick<Sighting, 'type' | 'at'>;

/** The events without an order that a call accounts for which is due none: another order may lack them. */
function lentEvents(dueOf: DueOf, explanations: readonly Explanation[]): SpareEvent[] {
  return explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(({ event, call }) => (event?.isNameless && call && !dueOf(trace).isDue(call) ? [event] : [])),
  );
}

/** The events without an order that no order accounts for. Each may be what some order lacks. */
function namelessLeft(view: View, model: Model, explanations: readonly Explanation[]): SpareEvent[] {
  const ofNobody = namelessOfNobody(view).map(one => ({ at: one.at, type: kindOf(view, view.typeOf(one), one) }));
  const ofOrders = explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(({ event, call, cost }) => {
      // A further event of a call that sends several is its own, unless more come than calls that send its type.
      const isSpare = event && nthOf(trace, event) > trace.calls.filter(own => fits(model, own, event)).length;
      return event?.isNameless && (call === undefined || (cost > 0 && isSpare)) ? [event] : [];
    }),
  );
  // A nameless type that comes more often than unknown steps were taken is about no order, and replaces no event.
  const unknown = explanations.flatMap(({ trace }) => trace.calls.filter(call => isUnknown(model, call))).length;
  return [...Map.groupBy([...ofNobody, ...ofOrders], ({ type }) => type)].flatMap(([type, own]) =>
    model.isUnasked(type) && !model.isOwed(type) && own.length > unknown ? [] : own,
  );
}

/**
 * The webhooks without an order that come of calls that simulate nothing: if several orders show one more than their
 * steps account for, each soon after such a call, and no other order does. An example is a `deposit.detected` after a
 * call without an event, before the step sends its own.
 *
 * @param left the events without an order that are left over
 */
function sentByMistakes(model: Model, dueOf: DueOf, explanations: readonly Explanation[], left: readonly SpareEvent[]) {
  // If one step does not send the type that it seems to owe, the other steps have it by chance.
  const sends = (trace: Trace, type: string) => {
    const owing = trace.calls.filter(
      own => own.isAlone && own.role === 'step' && own.answer === 'taken' && model.owes(own.input).has(type),
    );
    return owing.every(own => own.isRepeated || trace.events.some(event => event.type === type && event.at >= own.at));
  };
  const isOfStep = ({ type }: SpareEvent) =>
    model.isOwed(type) && !model.isUnasked(type) && explanations.every(({ trace }) => sends(trace, type));
  const found = explanations.flatMap(explanation => {
    const { trace } = explanation;
    const due = dueOf(trace);
    return trace.events
      .filter(event => left.includes(event) && isOfStep(event))
      .map(event => ({
        explanation,
        event,
        call: trace.calls.findLast(
          own => own.role === 'mistake' && own.answer !== 'unknown' && own.at <= event.at && due.isNear(own, event),
        ),
      }));
  });
  return [...Map.groupBy(found, ({ event }) => event.type)].flatMap(([type, own]) => {
    const ofCalls = own.flatMap(({ call, ...one }) => (call ? [{ ...one, call }] : []));
    const isOfCalls =
      ofCalls.length >= LIMITS.several && ofCalls.length === left.filter(one => one.type === type).length;
    return isOfCalls ? ofCalls : [];
  });
}

/** Says of any move with a defect what it breaks. */
function requirementsIn(view: View, shown: Shown, explanations: readonly Explanation[]) {
  const traces = explanations.map(({ trace }) => trace);
  const long = aWhile(slowestCredit(traces));
  // After the last delivery of a run, nobody knows whether the receiver could still be reached.
  const lastHeard = view.evidence.deliveries.at(-1)?.at ?? 0;
  const again = creditedAgain(traces, call => call.at < lastHeard && isHeardOut(view, shown, call, long));
  // Where a replay of another step is taken like any call, so is one of a disburse.
  const areKeysIgnored = explanations.some(({ moves }) =>
    moves.some(({ call, event }) => call && isReplay(call) && event?.isCredit === false),
  );
  const mayCredit = areKeysIgnored ? asksForCredit : undefined;
  return (explanation: Explanation, move: Move): Defect => ({
    ...{ trace: explanation.trace, explanation, move },
    ...brokenBy(explanation.trace, move, again, mayCredit),
  });
}

/** Without a wrong type of a step that was not waited for, unless several show it: one may have a reason of its own. */
function withoutDoubt(defects: readonly Defect[]): readonly Defect[] {
  const isMixedUp = ({ move }: Defect) => move.defect === 'wrongType';
  if (defects.filter(isMixedUp).length >= LIMITS.several) return defects;
  return defects.filter(own => !isMixedUp(own) || own.move.call?.wait?.outcome === 'missed');
}

const LEFT_OVER: ReadonlySet<DefectKind> = new Set([
  ...(['stray', 'contradicted', 'credit', 'wrongType', 'mistake', 'thoughRefused', 'creditThoughRefused'] as const),
]);

/**
 * Whether no call that its order took accounts for an event, so that it may be what another order lacks. A replay that
 * was taken accounts for one, too.
 */
function isLeftOver(model: Model, trace: Trace, { defect, call, event }: Move): boolean {
  if (event && defect && LEFT_OVER.has(defect)) {
    const fitting = trace.calls.filter(own => own.at <= event.at && mayAct(own.answer) && fits(model, own, event));
    return nthOf(trace, event) > fitting.length;
  }
  return event !== undefined && !defect && call === undefined && !event.isNameless && model.isOwed(event.type);
}

const CREDIT: ReadonlySet<string> = new Set([COMPLETED]);

/**
 * The types without an order that an input may cause whose own type no order shows, by input. It sends one type each
 * time (A3), so a type that comes too seldom to settle all of its debts is not that of any.
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

/** Whether a step was taken of whose kind no webhook is known. */
function isUnknown(model: Model, call: Call): boolean {
  return call.step !== undefined && call.answer === 'taken' && !call.isRepeated && owedTo(model, call).size === 0;
}
