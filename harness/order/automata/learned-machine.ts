import type { Machine, MachineMove } from './machine.ts';
import type { Edge, Node, OutputSeen } from './observation-tree.ts';

/** A transition with all that was seen of it. */
export interface Transition<S> extends MachineMove<S>, OutputSeen {
  /** Other outputs that were seen less often: they contradict the output. */
  readonly others: readonly (OutputSeen & { readonly output: string })[];
}

/** A machine that was learned from observations. Its states are those that observations tell apart. */
export class LearnedMachine implements Machine<Node> {
  readonly initial: Node;
  readonly states: readonly Node[];
  readonly inputs: readonly string[];
  readonly #known: ReadonlySet<Node>;

  /** @param states the first is the initial one; what leads to others is not known */
  constructor(states: readonly [Node, ...Node[]]) {
    this.initial = states[0];
    this.states = states;
    this.#known = new Set(states);
    this.inputs = [...new Set(states.flatMap(({ edges }) => [...edges.keys()]))].sort();
  }

  step = (state: Node, input: string): Transition<Node> | undefined => {
    const edge = state.edges.get(input);
    return edge && this.#known.has(edge.to) ? transitionOf(edge) : undefined;
  };
}

/** The transition of an edge, by the output that was seen most often; undefined where none was seen. */
function transitionOf({ outputs, to }: Edge): Transition<Node> | undefined {
  const [first, ...others] = [...outputs]
    .map(([output, seen]) => ({ output, ...seen }))
    .sort((a, b) => b.count - a.count || (a.output < b.output ? -1 : 1));
  return first && { to, ...first, others };
}
