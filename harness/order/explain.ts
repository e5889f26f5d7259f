import { LEAST_DEFECT } from './costs.ts';
import type { Model } from './estimate.ts';
import { type Due, discounted, type Explanation, movesOf, type Rules, type State } from './explanation.ts';
import { LIMITS } from './limits.ts';
import { defectMoves, finish, soundMoves } from './moves.ts';
import type { Trace } from './trace.ts';

/**
 * Explains one order: finds a cause for each event, and decides which due webhooks are missing. Defects are considered
 * only if the behavior of a sound service does not explain the order.
 */
export function explain(trace: Trace, model: Model, due: Due): Explanation {
  const plain = explainSoundly(trace, model, due);
  return plain.cost < LEAST_DEFECT ? plain : explainBy(NO_RULES, plain, model, due);
}

/** Explains a defective order again, with rules that the service is known to break. */
export function explainBy(rules: Rules, { trace, isCut }: Explanation, model: Model, due: Due): Explanation {
  return { ...search(trace, model, due, true, rules), isCut };
}

const NO_RULES: Rules = new Set();

/**
 * Explains one order by the behavior of a sound service, which is enough to say whether it has a defect. If a search
 * that was cut short finds a defect, a wider search decides, unless some event has no sound explanation at all.
 */
export function explainSoundly(trace: Trace, model: Model, due: Due): Explanation {
  const narrow = search(trace, model, due, false);
  if (!narrow.isCut || narrow.cost < LEAST_DEFECT) return narrow;
  const isUndue = trace.events.some(event => soundMoves(event, trace, model, due)(startOf(trace)).next().done);
  return isUndue ? { ...narrow, isCut: false } : search(trace, model, due, false, NO_RULES, LIMITS.widest);
}

/** The state before any event, in which no call has its event. */
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
    // After the last event, all states are kept.
    if (event === events.at(-1) || states.length <= width) continue;
    isCut = true;
    states = states.slice(0, width);
  }
  const ended = states.map(state => finish(state, trace, due, rules));
  const [best] = ended.sort((a, b) => a.cost - b.cost);
  return { trace, cost: best?.cost ?? 0, moves: movesOf(best), isCut };
}
