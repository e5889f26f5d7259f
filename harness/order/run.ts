import { countsOf } from '../base/counts.ts';
import { oncePerObject } from '../base/once.ts';
import type { View } from '../evidence/view.ts';
import { LEAST_DEFECT } from './costs.ts';
import { dueIn, timeToHear } from './due.ts';
import { endEventsOf, endingsOf } from './endings.ts';
import { estimate, type Model, slowestCredit } from './estimate.ts';
import { explain, explainBy, explainSoundly } from './explain.ts';
import { type Explanation, type Rules, ruleOf } from './explanation.ts';
import { kindOf } from './kinds.ts';
import { aWhile, LIMITS } from './limits.ts';
import { namelessOfNobody } from './nameless.ts';
import { type Defect, defectsOf } from './pool.ts';
import { disbursesOfCredited } from './requirements.ts';
import { Shown } from './shown.ts';
import { type Call, type Sighting, type Trace, tracesOf } from './trace.ts';

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
  const explainAll = (model: Model) => {
    const due = dueIn(view, model);
    return traces.map(trace => explainSoundly(trace, model, due(trace)));
  };
  const heard = heardOut(traces, Math.max(0, ...[...ofNobody.values()].flat()));
  const taught = estimate(heard, ofNobody);
  const endOf = endEventsOf(traces, taught, 0);
  // What an order does not do once it has ended by itself, such as when its quote expired, teaches nothing.
  const lived = new Map(traces.map((trace, nth) => [trace, until(heard[nth] ?? trace, endOf(trace))]));
  const areAlive = heard.every((trace, nth) => lived.get(traces[nth] ?? trace) === trace);
  const first = areAlive ? taught : estimate([...lived.values()], ofNobody);
  const rough = explainAll(first);
  const sound = rough.filter(isSound).map(({ trace }) => lived.get(trace) ?? trace);
  // Only orders without a defect teach. Where all are, there is nothing to unlearn.
  const areSound = sound.length === traces.length;
  const model = areSound ? first : estimate(sound, ofNobody, first);
  const shown = Shown.by(areSound ? rough : explainAll(model), model);
  const dueOf = dueIn(view, model, shown);
  const alone = traces.map(trace => explain(trace, model, dueOf(trace)));
  const explanations = byFewRules(alone, (own, rules) => explainBy(rules, own, model, dueOf(own.trace)));
  const endedAt = endingsOf(traces, model, shown.longest);
  const awaited = explanations.flatMap(({ trace, moves }) => {
    const due = dueOf(trace);
    return trace.calls.filter(call => due.isAwaited(call) && !moves.some(move => move.call === call && move.event));
  });
  const { deliveryTimeoutMs } = view.evidence.run.settings;
  const heardBy = (calls: readonly Call[], ms: number) => calls.map(({ at }) => at + timeToHear(shown, ms));
  // Whether a second credit is of a second disburse is known from what a later disburse sends.
  const isAgain = explanations.some(({ moves }) => moves.some(({ defect, event }) => defect && event?.isCredit));
  const disburses = isAgain ? traces.flatMap(disbursesOfCredited).filter(({ answer }) => answer === 'taken') : [];
  const listenUntil = Math.max(
    ...[0, ...heardBy(awaited, deliveryTimeoutMs), ...heardBy(disburses, aWhile(slowestCredit(traces)))],
  );
  return { model, explanations, defects: defectsOf(view, model, shown, dueOf, explanations), endedAt, listenUntil };
});

/** The orders without the calls whose events may come after the end of the run. @param lastOfNobody event that came */
function heardOut(traces: readonly Trace[], lastOfNobody: number): readonly Trace[] {
  const last = Math.max(lastOfNobody, ...traces.flatMap(({ events }) => events.map(({ at }) => at)));
  const slowest = slowestCredit(traces);
  return traces.map(trace => {
    const from = Math.max(last - slowest, trace.events.at(-1)?.at ?? 0);
    const calls = trace.calls.filter(({ at }) => at <= from);
    return calls.length === trace.calls.length ? trace : { ...trace, calls };
  });
}

/** An order without the calls that came after its end. */
function until(trace: Trace, end: Sighting | undefined): Trace {
  const calls = trace.calls.filter(({ at }) => end === undefined || at < end.at);
  return calls.length === trace.calls.length ? trace : { ...trace, calls };
}

/**
 * Explains orders by few rules that the service breaks in many of them: again and again takes the rule that most orders
 * show to be broken, as long as several do, and explains the orders by the rules so far. That orders expire by
 * themselves is a rule, too: those show it that had no call which simulates nothing.
 */
function byFewRules(
  alone: readonly Explanation[],
  again: (own: Explanation, rules: Rules) => Explanation,
): readonly Explanation[] {
  const rulesIn = ({ trace, moves }: Explanation) => {
    const hasMistake = trace.calls.some(({ role }) => role === 'mistake');
    return new Set(moves.filter(({ defect }) => defect && !(defect === 'stray' && hasMistake)).map(ruleOf));
  };
  const rules = new Set<string>();
  for (let explanations = alone; ; ) {
    const broken = explanations.flatMap(own => [...rulesIn(own)]);
    const [most] = [...countsOf(broken)]
      .filter(([rule, orders]) => orders >= LIMITS.several && !rules.has(rule))
      .sort(([, one], [, other]) => other - one);
    if (most === undefined) return explanations;
    rules.add(most[0]);
    explanations = explanations.map(own => (own.cost < LEAST_DEFECT ? own : again(own, rules)));
  }
}

function isSound({ moves }: Explanation): boolean {
  return moves.every(({ defect }) => defect === undefined || defect === 'stray');
}
