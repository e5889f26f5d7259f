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
export function explain(trace: Trace, model: Model, due: Due): Explanation {
  const plain = explainSoundly(trace, model, due);
  return plain.cost < LEAST_DEFECT ? plain : explainBy(NO_RULES, plain, model, due);
}

/** Explains an order that has a defect once more, where rules are known to be broken. */
export function explainBy(rules: Rules, { trace, isCut }: Explanation, model: Model, due: Due): Explanation {
  return { ...search(trace, model, due, true, rules), isCut };
}

const NO_RULES: Rules = new Set();

/**
 * Explains one order by what a sound service does, as far as that goes: enough to say whether it has a defect. If a
 * search that was cut short finds one, a wider search decides, unless no state at all explains some event.
 */
export function explainSoundly(trace: Trace, model: Model, due: Due): Explanation {
  const found = search(trace, model, due, false);
  if (!found.isCut || found.cost < LEAST_DEFECT) return found;
  const isUndue = trace.events.some(event => soundMoves(event, trace, model, due)(startOf(trace)).next().done);
  return isUndue ? { ...found, isCut: false } : search(trace, model, due, false, NO_RULES, LIMITS.widest);
}

/** The state before any event, in which each call may still get its own. */
function startOf({ calls }: Trace): State {
  const settled = '.'.repeat(calls.length);
  return { cost: 0, settled, isCredited: false, isMoved: false, renamed: [], last: undefined };
}

function search(
  trace: Trace,
  model: Model,
  due: Due,
  withDefects: boolean,
  rules: Rules = NO_RULES,
  width: number = LIMITS.width,
): Explanation {
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
    // After the last event every state is looked at.
    if (event === events.at(-1) || states.length <= width) continue;
    isCut = true;
    states = states.slice(0, width);
  }
  const ended = states.map(state => finish(state, trace, due, rules));
  const [best] = ended.sort((a, b) => a.cost - b.cost);
  return { trace, cost: best?.cost ?? 0, moves: movesOf(best), isCut };
}
