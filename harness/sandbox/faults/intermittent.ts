import type { FaultHooks, FaultPoints } from './fault.ts';

const EVERY = 5;
// Not the first, which is what a dialect is learned from, nor so late that a short run never meets it.
const WHICH = 2;

/** A fault that errs on one in five of the occasions that it has, by count: the third, the eighth, … */
export function intermittent(hooks: FaultHooks): FaultHooks {
  const points = Object.keys(hooks) as (keyof FaultPoints)[];
  return Object.assign({}, ...points.map(point => ({ [point]: sometimes(hooks, point) })));
}

function sometimes<P extends keyof FaultPoints>(hooks: FaultHooks, point: P): FaultHooks[P] {
  let occasions = 0;
  const hook = (value: FaultPoints[P][0], context: FaultPoints[P][1]) => {
    const wrong = hooks[point]?.(value, context);
    if (wrong === undefined || occasions++ % EVERY !== WHICH) return undefined;
    return wrong;
  };
  return hook as FaultHooks[P];
}
