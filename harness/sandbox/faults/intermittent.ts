import type { FaultHooks, FaultPoints } from './fault.ts';

const PERIOD = 5;
// Not the first occasion, from which the dialect is learned, but early enough for a short run to reach it.
const OFFSET = 2;

/** A fault that acts on every fifth of its occasions: the third, the eighth, and so on. */
export function intermittent(hooks: FaultHooks): FaultHooks {
  const points = Object.keys(hooks) as (keyof FaultPoints)[];
  return Object.assign({}, ...points.map(point => ({ [point]: everyFifth(hooks, point) })));
}

function everyFifth<P extends keyof FaultPoints>(hooks: FaultHooks, point: P): FaultHooks[P] {
  let occasions = 0;
  const hook = (value: FaultPoints[P][0], context: FaultPoints[P][1]) => {
    const faulty = hooks[point]?.(value, context);
    return faulty === undefined || occasions++ % PERIOD !== OFFSET ? undefined : faulty;
  };
  return hook as FaultHooks[P];
}
