import { countsOf } from '../base/counts.ts';
import { oncePerObject } from '../base/once.ts';
import { mayAct } from '../evidence/classify.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { COSTS, type DefectKind, LEAST_DEFECT } from './costs.ts';
import { dueIn, isHeardOut, timeToHear } from './due.ts';
import { endEventsOf, endingsOf } from './endings.ts';
import { estimate, type Model, owedTo, slowestCredit } from './estimate.ts';
import { explain, explainSoundly } from './explain.ts';
import { type Explanation, type Move, type Rules, ruleOf } from './explanation.ts';
import { kindOf } from './kinds.ts';
import { aWhile, LIMITS } from './limits.ts';
import { fits, nthOf } from './moves.ts';
import { inOtherCase, namelessOfNobody, soleEventsOfOthers } from './nameless.ts';
import { type Broken, brokenBy, creditedAgain } from './requirements.ts';
import { Shown } from './shown.ts';
import { asksForCredit, type Call, isReplay, type Sighting, type Trace, tracesOf } from './trace.ts';

/** A defect of one order, with the requirements that it breaks, in order of importance. */
export interface Defect extends Broken {
  readonly trace: Trace;
  readonly explanation: Explanation;
  readonly move: Move;
  /** The delivery that came elsewhere in its place, where one is known. */
  readonly elsewhere?: Delivery;
}

/** The explanation of a run. */
export interface RunExplained {
  readonly model: Model;
  readonly explanations: readonly Explanation[];
  readonly defects: readonly Defect[];
  /** When the service ended an order by itself; infinity where it did not. */
  endedAt(trace: Trace): number;
  /** Until when the run has to listen, so that a webhook that did not come is known to be missing. 0: for none. */
  readonly listenUntil: number;
}

/** Explains all orders of a run under one interpretation. */
export const explainRun = oncePerObject((view: View): RunExplained => {
  const traces = tracesOf(view);
  const ofNobody = new Map(
    [...Map.groupBy(namelessOfNobody(view), one => kindOf(view, view.typeOf(one), one))].map(
      ([type, own]) => [type, own.map(({ at }) => at)] as const,
    ),
  );
  const explainBy = (model: Model) => {
    const due = dueIn(view, model);
    return traces.map(trace => explainSoundly(trace, model, due(trace)));
  };
  const taught = estimate(traces, ofNobody);
  const endOf = endEventsOf(traces, taught, 0);
  // What an order does not do once it has ended by itself, such as when its quote expired, teaches nothing.
  const lived = new Map(traces.map(trace => [trace, until(trace, endOf(trace))]));
  const areAlive = traces.every(trace => lived.get(trace) === trace);
  const first = areAlive ? taught : estimate([...lived.values()], ofNobody);
  const rough = explainBy(first);
  const sound = rough.filter(isSound).map(({ trace }) => lived.get(trace) ?? trace);
  // Only orders without a defect teach. Where all are, there is nothing to unlearn.
  const areSound = sound.length === traces.length;
  const model = areSound ? first : estimate(sound, ofNobody, first);
  const shown = Shown.by(areSound ? rough : explainBy(model), model);
  const dueOf = dueIn(view, model, shown);
  const alone = traces.map(trace => explain(trace, model, dueOf(trace)));
  const explanations = byFewRules(alone, (trace, rules) => explain(trace, model, dueOf(trace), rules));
  const endedAt = endingsOf(traces, model, shown.longest);
  const awaited = explanations.flatMap(({ trace, moves }) => {
    const due = dueOf(trace);
    return trace.calls.filter(call => due.isAwaited(call) && !moves.some(move => move.call === call && move.event));
  });
  const ms = timeToHear(shown, view.evidence.run.settings.deliveryTimeoutMs);
  const listenUntil = Math.max(0, ...awaited.map(({ at }) => at + ms));
  return { model, explanations, defects: pool(view, model, shown, explanations), endedAt, listenUntil };
});

/** An order without the calls that came after its end. */
function until(trace: Trace, end: Sighting | undefined): Trace {
  const calls = trace.calls.filter(({ at }) => end === undefined || at < end.at);
  return calls.length === trace.calls.length ? trace : { ...trace, calls };
}

/**
 * Explains orders by few rules that the service breaks in many of them: again and again takes the rule that most orders
 * show to be broken, as long as several do, and explains the orders by the rules so far.
 */
function byFewRules(
  alone: readonly Explanation[],
  explainBy: (trace: Trace, rules: Rules) => Explanation,
): readonly Explanation[] {
  const isRule = ({ defect }: Move) => defect !== undefined && defect !== 'stray';
  const rules = new Set<string>();
  for (let explanations = alone; ; ) {
    const broken = explanations.flatMap(({ moves }) => [...new Set(moves.filter(isRule).map(ruleOf))]);
    const [most] = [...countsOf(broken)]
      .filter(([rule, orders]) => orders >= LIMITS.several && !rules.has(rule))
      .sort(([, one], [, other]) => other - one);
    if (most === undefined) return explanations;
    rules.add(most[0]);
    explanations = explanations.map(own => (own.cost < LEAST_DEFECT ? own : explainBy(own.trace, rules)));
  }
}

function isSound({ moves }: Explanation): boolean {
  return moves.every(({ defect }) => defect === undefined || defect === 'stray');
}

/** Debts left over against events left over, of all orders. What is left of either is a defect. */
function pool(view: View, model: Model, shown: Shown, explanations: readonly Explanation[]): readonly Defect[] {
  const spare = [
    ...namelessOfNobody(view).map(delivery => ({
      at: delivery.at,
      type: kindOf(view, view.typeOf(delivery), delivery),
    })),
    ...explanations.flatMap(({ trace, moves }) =>
      moves.flatMap(({ event, call, cost }) => {
        // A further event of a call that sends several is its own, unless more come than calls that send its type.
        const isSpare = event && nthOf(trace, event) > trace.calls.filter(own => fits(model, own, event)).length;
        return event?.isNameless && (call === undefined || (cost > 0 && isSpare)) ? [event] : [];
      }),
    ),
  ];
  const lost = explanations.flatMap(explanation =>
    explanation.moves.flatMap(move =>
      move.defect === 'lost' || move.defect === 'wrongType' ? [{ explanation, move }] : [],
    ),
  );
  // A nameless type that comes more often than unknown steps were taken is about no order, and replaces no event.
  const unknown = explanations.flatMap(({ trace }) => trace.calls.filter(call => isUnknown(model, call))).length;
  const nameless = [...Map.groupBy(spare, ({ type }) => type)].flatMap(([type, own]) =>
    model.isUnasked(type) && !model.isOwed(type) && own.length > unknown ? [] : own,
  );
  const strays = explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(move => (isLeftOver(model, trace, move) ? [{ trace, move }] : [])),
  );
  const defects: Defect[] = [];
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
  const defectOf = (explanation: Explanation, move: Move): Defect => ({
    ...{ trace: explanation.trace, explanation, move },
    ...brokenBy(explanation.trace, move, again, mayCredit),
  });
  const used = new Set<Move>();
  const others = new Set(soleEventsOfOthers(view));
  /** The orders whose missing event came before its step: no other order has it. */
  const cameEarly = new Set(
    lost.flatMap(({ explanation: { trace }, move: { call } }) =>
      strays.some(({ trace: other, move: { event } }) => other === trace && call && event && fits(model, call, event))
        ? [trace]
        : [],
    ),
  );
  for (const { explanation, move } of lost.toSorted((a, b) => (b.move.call?.at ?? 0) - (a.move.call?.at ?? 0))) {
    const call = move.call;
    if (call === undefined) continue;
    const own = move.lacks === 'credit' || move.lacks === 'both' ? CREDIT : owedTo(model, call);
    const isKnown = traces.filter(trace => showsAlone(trace, call)).length >= LIMITS.enough;
    const at = nameless.findIndex(event => event.at >= call.at && mayBeOf(model, isKnown, own, event.type));
    if (at >= 0) {
      nameless.splice(at, 1);
      continue;
    }
    const until = call.at + aWhile(shown.longest);
    const stray = strays.find(
      other =>
        !cameEarly.has(explanation.trace) &&
        !cameEarly.has(other.trace) &&
        other.trace !== explanation.trace &&
        !used.has(other.move) &&
        other.move.event !== undefined &&
        other.move.event.at >= call.at &&
        other.move.event.at <= until &&
        own.has(other.move.event.type),
    );
    const isOwed = (one: Delivery) => own.size === 0 || own.has(kindOf(view, view.typeOf(one), one));
    const ofOther = [...others].find(one => one.at >= call.at && one.at <= until && isOwed(one));
    const elsewhere =
      [...view.untaken, ...inOtherCase(view, explanation.trace.journey)].find(
        one => one.at >= call.at && isOwed(one),
      ) ?? ofOther;
    if (stray) {
      used.add(stray.move);
      const moved: Move = {
        cost: COSTS.misdirected,
        defect: 'misdirected',
        call,
        ...(move.lacks && { lacks: move.lacks }),
        ...(stray.move.event && { event: stray.move.event }),
      };
      defects.push(defectOf(explanation, moved));
    } else if (elsewhere) {
      others.delete(elsewhere);
      const moved: Move = { ...move, cost: COSTS.misdirected, defect: 'misdirected' };
      defects.push({ ...defectOf(explanation, moved), elsewhere });
    } else {
      // If no order shows a credit on this way, the service may hold the order, and send everything else.
      const isHeld = move.lacks === 'credit' && !call.isOnPath && !shown.credits(call);
      defects.push({ ...defectOf(explanation, move), ...(isHeld && { isAdvice: true }) });
    }
  }
  for (const explanation of explanations)
    for (const move of explanation.moves)
      if (move.defect && move.defect !== 'lost' && move.defect !== 'wrongType' && !used.has(move))
        defects.push(defectOf(explanation, move));
  // One alone may have a reason of its own.
  const mixedUp = defects.filter(({ move }) => move.defect === 'wrongType');
  const isSure =
    mixedUp.length >= LIMITS.several && mixedUp.some(({ move }) => move.call && shown.sendsLater(move.call));
  const isSilent = ({ call, defect }: Move) => defect !== 'wrongType' || call?.wait?.outcome === 'missed';
  return isSure ? defects : defects.filter(({ move }) => isSilent(move));
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
  return event !== undefined && call === undefined && !event.isNameless && model.isOwed(event.type);
}

const CREDIT: ReadonlySet<string> = new Set([COMPLETED]);

/**
 * Whether an event without an order may be what a call lacks. What a step sends is known once enough orders took it
 * while they were alone: no type that no step of such an order accounts for.
 */
function mayBeOf(model: Model, isKnown: boolean, owed: ReadonlySet<string>, type: string): boolean {
  if (owed.size > 0) return owed.has(type);
  return model.isOwed(type) || model.most(type) === 0 || !isKnown;
}

/** Whether an order took the input of a call while it was alone, so that an event without an order is of it. */
function showsAlone({ calls }: Trace, { input }: Call): boolean {
  return calls.some(call => call.role === 'step' && call.input === input && call.answer === 'taken' && call.isAlone);
}

/** Whether a step was taken of whose kind no webhook is known. */
function isUnknown(model: Model, call: Call): boolean {
  return call.step !== undefined && call.answer === 'taken' && !call.isRepeated && owedTo(model, call).size === 0;
}
