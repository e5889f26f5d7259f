import { LEAST_DEFECT } from './costs.ts';
import type { Model } from './estimate.ts';
import { type Due, discounted, type Explanation, movesOf, type Rules, type State } from './explanation.ts';
import { LIMITS } from './limits.ts';
import { defectMoves, finish, soundMoves } from './moves.ts';
import type { Trace } from './trace.ts';

/**
 * Explains one order: each event in turn is what some call sent, and in the end each debt is settled or lost. First
 * with what a sound service does alone; only where that leaves a defect, with everything that may go wrong.
 */
export function explain(trace: Trace, model: Model, due: Due, rules: Rules = new Set()): Explanation {
  const plain = explainSoundly(trace, model, due);
  return plain.cost < LEAST_DEFECT ? plain : { ...search(trace, model, due, true, rules), isCut: plain.isCut };
}

/**
 * Explains one order by what a sound service does, as far as that goes: enough to say whether it has a defect. If a
 * search that was cut short finds one, a wider search decides.
 */
export function explainSoundly(trace: Trace, model: Model, due: Due): Explanation {
  const found = search(trace, model, due, false);
  return found.isCut && found.cost >= LEAST_DEFECT ? search(trace, model, due, false, new Set(), LIMITS.widest) : found;
}

function search(
  trace: Trace,
  model: Model,
  due: Due,
  withDefects: boolean,
  rules: Rules = new Set(),
  width: number = LIMITS.width,
): Explanation {
  const { calls, events } = trace;
  let states: readonly State[] = [
    { cost: 0, settled: calls.map(() => false), isCredited: false, isMoved: false, renamed: [], last: undefined },
  ];
  let isCut = false;
  for (const event of events) {
    const next = new Map<string, State>();
    for (const state of states) {
      const sound = [...soundMoves(state, event, trace, model, due)];
      const isSearched = withDefects || sound.length === 0;
      const all = isSearched ? [...sound, ...defectMoves(state, event, trace, model, due)] : sound;
      for (const after of all.map(own => discounted(own, rules))) {
        const renamed = after.renamed.map(one => events.indexOf(one));
        const key = `${after.isMoved}${after.isCredited}${after.settled.join()} ${renamed.join()}`;
        const known = next.get(key);
        if (known === undefined || known.cost > after.cost) next.set(key, after);
      }
    }
    states = [...next.values()].sort((a, b) => a.cost - b.cost);
    // After the last event every state is looked at.
    if (event === events.at(-1) || states.length <= width) continue;
    isCut = true;
    states = states.slice(0, width);
  }
  const ended = states.map(state => finish(state, trace, due, rules));
  const [best] = ended.sort((a, b) => a.cost - b.cost);
  return { trace, cost: best?.cost ?? 0, moves: movesOf(best), isCut };
}
