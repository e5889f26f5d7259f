import { countsOf } from '../base/counts.ts';
import { oncePerObject } from '../base/once.ts';
import type { View } from '../evidence/view.ts';
import { LEAST_DEFECT } from './costs.ts';
import { dueIn, timeToHear } from './due.ts';
import { endEventsOf, endingsOf } from './endings.ts';
import { estimate, type Model, slowestCredit } from './estimate.ts';
import { type Due, discounted, type Explanation, movesOf, type Rules, ruleOf, type State } from './explanation.ts';
import { kindOf } from './kinds.ts';
import { aWhile, LIMITS } from './limits.ts';
import { defectMoves, finish, soundMoves } from './moves.ts';
import { namelessOfNobody } from './nameless.ts';
import { type Defect, defectsOf } from './pool.ts';
import { disbursesOfCredited } from './requirements.ts';
import { shownBy } from './shown.ts';
import { type Sighting, Trace, tracesOf } from './trace.ts';

/** The explanation of a run. */
interface RunExplained {
  readonly model: Model;
  readonly explanations: readonly Explanation[];
  readonly defects: readonly Defect[];
  /** When the service ended an order by itself; `Infinity` if it did not. */
  endedAt(trace: Trace): number;
  /** The time until which the run must listen to prove that a webhook is missing; 0 if there is no need. */
  readonly listenUntil: number;
}

/** Explains all orders of a run under one interpretation. */
export const explainRun = oncePerObject((view: View): RunExplained => {
  const traces = tracesOf(view);
  const ofNobody = new Map(
    [...Map.groupBy(namelessOfNobody(view), one => kindOf(view, view.typeOf(one), one))].map(
      ([type, deliveries]) => [type, deliveries.map(({ at }) => at)] as const,
    ),
  );
  const explainAll = (model: Model) => {
    const due = dueIn(view, model);
    return traces.map(trace => explainSoundly(trace, model, due(trace)));
  };
  const taught = estimate(traces, ofNobody);
  const endOf = endEventsOf(traces, taught, 0);
  // What an order does after it ended by itself, for example when its quote expired, teaches nothing.
  const lived = new Map(traces.map(trace => [trace, until(trace, endOf(trace))]));
  const areAlive = traces.every(trace => lived.get(trace) === trace);
  const first = areAlive ? taught : estimate([...lived.values()], ofNobody);
  const rough = explainAll(first);
  const sound = rough.filter(isSound).map(({ trace }) => lived.get(trace) ?? trace);
  // Learn only from orders without a defect. If all are without one, the first model stands.
  const areSound = sound.length === traces.length;
  const model = areSound ? first : estimate(sound, ofNobody, first);
  const shown = shownBy(areSound ? rough : explainAll(model), model);
  const dueOf = dueIn(view, model, shown);
  const alone = traces.map(trace => explain(trace, model, dueOf(trace)));
  const explanations = byFewRules(alone, (one, rules) => explainBy(rules, one, model, dueOf(one.trace)));
  const endedAt = endingsOf(traces, model, shown.longest);
  const proven = explanations.flatMap(({ trace, moves }) => {
    const open = trace.calls.filter(call => !moves.some(move => move.call === call && move.event));
    return open.map(dueOf(trace).provenAt);
  });
  const long = aWhile(slowestCredit(traces));
  // What a later disburse sends shows whether a second credit belongs to a second disburse.
  const isAgain = explanations.some(({ moves }) => moves.some(({ defect, event }) => defect && event?.isCredit));
  const disburses = isAgain ? traces.flatMap(disbursesOfCredited).filter(({ answer }) => answer === 'taken') : [];
  const listenUntil = Math.max(0, ...proven, ...disburses.map(({ at }) => at + timeToHear(shown, long)));
  return { model, explanations, defects: defectsOf(view, model, shown, dueOf, explanations), endedAt, listenUntil };
});

/** An order without the calls after its end. */
function until(trace: Trace, end: Sighting | undefined): Trace {
  const calls = trace.calls.filter(({ at }) => end === undefined || at < end.at);
  return calls.length === trace.calls.length ? trace : new Trace(trace.journey, calls, trace.events);
}

/**
 * Explains the orders with as few broken rules as possible: repeatedly adds the rule that most orders break, as long as
 * several do, and explains the defective orders again. That orders expire by themselves counts as a rule if an order
 * without calls that simulate nothing shows it.
 */
function byFewRules(
  alone: readonly Explanation[],
  again: (one: Explanation, rules: Rules) => Explanation,
): readonly Explanation[] {
  const rulesIn = ({ trace, moves }: Explanation) => {
    const hasMistake = trace.calls.some(({ role }) => role === 'mistake');
    return new Set(moves.filter(({ defect }) => defect && !(defect === 'stray' && hasMistake)).map(ruleOf));
  };
  const rules = new Set<string>();
  for (let explanations = alone; ; ) {
    const broken = explanations.flatMap(one => [...rulesIn(one)]);
    const [most] = [...countsOf(broken)]
      .filter(([rule, orders]) => orders >= LIMITS.several && !rules.has(rule))
      .sort(([, one], [, other]) => other - one);
    if (most === undefined) return explanations;
    rules.add(most[0]);
    explanations = explanations.map(one => (one.cost < LEAST_DEFECT ? one : again(one, rules)));
  }
}

function isSound({ moves }: Explanation): boolean {
  return moves.every(({ defect }) => defect === undefined || defect === 'stray');
}

/**
 * Explains one order: finds a cause for each event, and decides which due webhooks are missing. Defects are considered
 * only if the behavior of a sound service does not explain the order.
 */
function explain(trace: Trace, model: Model, due: Due): Explanation {
  const plain = explainSoundly(trace, model, due);
  return plain.cost < LEAST_DEFECT ? plain : explainBy(NO_RULES, plain, model, due);
}

/** Explains a defective order again, with rules that the service is known to break. */
function explainBy(rules: Rules, { trace, isCut }: Explanation, model: Model, due: Due): Explanation {
  return { ...search(trace, model, due, true, rules), isCut };
}

const NO_RULES: Rules = new Set();

/** Explains one order by the behavior of a sound service, which is enough to say whether it has a defect. */
function explainSoundly(trace: Trace, model: Model, due: Due): Explanation {
  return search(trace, model, due, false, NO_RULES);
}

/** The state before any event, in which no call has its event. */
function startOf({ calls }: Trace): State {
  const settled = '.'.repeat(calls.length);
  return { cost: 0, settled, isCredited: false, isMoved: false, renamed: [], last: undefined };
}

/** @param withDefects whether defects may explain events that a sound service explains, too */
function search(trace: Trace, model: Model, due: Due, withDefects: boolean, rules: Rules): Explanation {
  const { events } = trace;
  let states: readonly State[] = [startOf(trace)];
  let isCut = false;
  for (const event of events) {
    const next = new Map<string, State>();
    const sound = soundMoves(event, trace, model, due);
    let defects: typeof sound | undefined;
    for (const state of states) {
      const all = [...sound(state)];
      if (withDefects || all.length === 0) {
        defects ??= defectMoves(event, trace, model, due);
        all.push(...defects(state));
      }
      for (const after of all.map(one => discounted(one, rules))) {
        const renamed = after.renamed.map(one => events.indexOf(one));
        const key = `${after.settled}${after.isMoved ? 'm' : ''}${after.isCredited ? 'c' : ''}${renamed}`;
        const known = next.get(key);
        if (known === undefined || known.cost > after.cost) next.set(key, after);
      }
    }
    states = [...next.values()].sort((a, b) => a.cost - b.cost);
    // After the last event, all states are kept.
    if (event === events.at(-1) || states.length <= LIMITS.width) continue;
    isCut = true;
    states = states.slice(0, LIMITS.width);
  }
  const ended = states.map(state => finish(state, trace, due, rules));
  const [best] = ended.sort((a, b) => a.cost - b.cost);
  return { trace, cost: best?.cost ?? 0, moves: movesOf(best), isCut };
}
