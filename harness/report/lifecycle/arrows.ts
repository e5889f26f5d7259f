import type { Lifecycle, LifecycleTransition } from '../../facts/lifecycle/lifecycle.ts';

/** All events that lead from one state to another. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly transitions: readonly LifecycleTransition[];
}

/** The arrows of a diagram: the transitions that move an order, one arrow for each pair of states. */
export function arrowsOf({ transitions }: Lifecycle): readonly Arrow[] {
  const moving = transitions.filter(({ from, to }) => from !== to);
  const pairs = Map.groupBy(moving, ({ from, to }) => JSON.stringify([from, to]));
  return [...pairs.values()].flatMap(own => {
    const [first] = own;
    return first ? [{ from: first.from, to: first.to, transitions: own }] : [];
  });
}

/** How many events leave an order where it is, by state. */
export function stayingIn({ transitions }: Lifecycle, state: string): readonly LifecycleTransition[] {
  return transitions.filter(({ from, to }) => from === state && to === state);
}

/** States by how many moves they are away from a new order. Each has its place once. */
export function layersOf({ states }: Lifecycle, arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const placed = new Set(states.slice(0, 1));
  const layers = [[...placed]];
  for (const layer of layers) {
    const next = layer.flatMap(state =>
      arrows.flatMap(({ from, to }) => {
        if (from !== state || placed.has(to)) return [];
        placed.add(to);
        return [to];
      }),
    );
    if (next.length > 0) layers.push(next);
  }
  return layers;
}
