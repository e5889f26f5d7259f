/** A Mealy machine, possibly known only in part: each input leads from a state to a state and has an output. */
export interface Machine<S> {
  readonly initial: S;
  /** Every input that is known in some state. */
  readonly inputs: readonly string[];
  /** The effect of an input in a state; `undefined` if it is not known. */
  step(state: S, input: string): MachineMove<S> | undefined;
}

/** The effect of an input in a state. */
export interface MachineMove<S> {
  readonly to: S;
  readonly output: string;
}

/** The shortest sequence of inputs from a start state to each reachable state, nearest first. */
export function waysFrom<S>({ inputs, step }: Machine<S>, start: S): ReadonlyMap<S, readonly string[]> {
  const ways = new Map<S, readonly string[]>([[start, []]]);
  // The loop also visits entries that it adds.
  for (const [state, way] of ways) {
    for (const input of inputs) {
      const to = step(state, input)?.to;
      if (to !== undefined && !ways.has(to)) ways.set(to, [...way, input]);
    }
  }
  return ways;
}

/** A sequence of inputs that two machines answer differently. */
interface Distinction {
  /** The inputs, from the initial state. The machines differ only in the output to the last one. */
  readonly inputs: readonly string[];
  /** The outputs of both machines to all inputs but the last. */
  readonly before: readonly string[];
  /** The outputs of each machine to the last input. */
  readonly outputs: readonly [one: string, other: string];
}

/**
 * Every transition in which two machines differ, with the shortest inputs that lead there, shortest first: a
 * breadth-first search of their product. What either machine does not know is skipped, with all that lies behind it.
 */
export function* distinctions<A, B>(one: Machine<A>, other: Machine<B>): Generator<Distinction, undefined> {
  interface Pair {
    readonly states: readonly [A, B];
    readonly inputs: readonly string[];
    readonly before: readonly string[];
  }
  const queue: Pair[] = [{ states: [one.initial, other.initial], inputs: [], before: [] }];
  const seen = new Map<A, Set<B>>([[one.initial, new Set([other.initial])]]);
  const all = [...new Set([...one.inputs, ...other.inputs])];
  for (const { states, inputs: way, before } of queue) {
    for (const input of all) {
      const [a, b] = [one.step(states[0], input), other.step(states[1], input)];
      if (a === undefined || b === undefined) continue;
      const inputs = [...way, input];
      // Whatever lies behind a difference may differ for that reason alone, so the search stops there.
      if (a.output !== b.output) yield { inputs, before, outputs: [a.output, b.output] };
      else if (!seen.get(a.to)?.has(b.to)) {
        seen.set(a.to, (seen.get(a.to) ?? new Set()).add(b.to));
        queue.push({ states: [a.to, b.to], inputs, before: [...before, a.output] });
      }
    }
  }
  return undefined;
}
