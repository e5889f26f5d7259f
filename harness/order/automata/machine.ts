/**
 * A Mealy machine, of which only a part may be known: each step from a state answers with an output and leads to a
 * state.
 */
export interface Machine<S> {
  readonly initial: S;
  /** Every input that is known in some state. */
  readonly inputs: readonly string[];
  /** What an input does in a state; undefined where that is not known. */
  step(state: S, input: string): MachineMove<S> | undefined;
}

/** What an input does in a state. */
export interface MachineMove<S> {
  readonly to: S;
  readonly output: string;
}

/** The shortest ways from the initial state to each state that can be reached, nearest first. */
export function waysFrom<S>({ inputs, step }: Machine<S>, start: S): ReadonlyMap<S, readonly string[]> {
  const ways = new Map<S, readonly string[]>([[start, []]]);
  // A map also visits what is added while it is gone through.
  for (const [state, way] of ways) {
    for (const input of inputs) {
      const to = step(state, input)?.to;
      if (to !== undefined && !ways.has(to)) ways.set(to, [...way, input]);
    }
  }
  return ways;
}
