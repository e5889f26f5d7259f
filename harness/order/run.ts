import { countsOf } from '../base/counts.ts';
import { oncePerObject } from '../base/once.ts';
import type { View } from '../evidence/view.ts';
import { LEAST_DEFECT } from './costs.ts';
import { dueIn, timeToHear } from './due.ts';
import { endEventsOf, endingsOf } from './endings.ts';
import { estimate, type Model, slowestCredit, slowestOwed } from './estimate.ts';
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
  const explainAll = (model: Model, dueOf = dueIn(view, model)) =>
    traces.map(trace => explain(trace, model, dueOf(trace)));
  const taught = estimate(traces, ofNobody);
  const endOf = endEventsOf(traces, taught, slowestOwed(traces, taught));
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
  const explanations = byFewRules(explainAll(model, dueOf), ({ trace }, rules) =>
    explain(trace, model, dueOf(trace), rules),
  );
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

/** The state before any event, in which no call has its event. */
function startOf({ calls }: Trace): State {
  const settled = '.'.repeat(calls.length);
  return { cost: 0, settled, isCredited: false, isMoved: false, renamed: [], last: undefined };
}

/**
 * Explains one order: finds a cause for each event, and decides which due webhooks are missing. Any defect costs more
 * than the moves of a sound service, so an order that these moves explain has no defect.
 *
 * @param rules that the service is known to break
 */
function explain(trace: Trace, model: Model, due: Due, rules: Rules = new Set()): Explanation {
  const { events } = trace;
  let states: readonly State[] = [startOf(trace)];
  let isCut = false;
  for (const event of events) {
    const next = new Map<string, State>();
    const movesFrom = [soundMoves, defectMoves].map(moves => moves(event, trace, model, due));
    for (const state of states) {
      for (const moved of movesFrom.flatMap(moves => [...moves(state)])) {
        const after = discounted(moved, rules);
        const renamed = after.renamed.map(one => events.indexOf(one));
        const key = `${after.settled}${after.isMoved ? 'm' : ''}${after.isCredited ? 'c' : ''}${renamed}`;
        const known = next.get(key);
        if (known === undefined || known.cost > after.cost) next.set(key, after);
      }
    }
    states = [...next.values()].sort((a, b) => a.cost - b.cost);
    if (event === events.at(-1)) break;
    isCut ||= (states[LIMITS.width]?.cost ?? LEAST_DEFECT) < LEAST_DEFECT;
    states = states.slice(0, LIMITS.width);
  }
  const ended = states.map(state => finish(state, trace, due, rules));
  const [best] = ended.sort((a, b) => a.cost - b.cost);
  return { trace, cost: best?.cost ?? 0, moves: movesOf(best), isCut };
}
