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

/** Inputs that two machines answer differently, and how. */
interface Distinction {
  /** The inputs, from the initial state; all but the last are answered alike. */
  readonly inputs: readonly string[];
  /** What both answer to all inputs but the last. */
  readonly before: readonly string[];
  /** What each answers to the last. */
  readonly outputs: readonly [one: string, other: string];
}

/**
 * Every transition in which two machines differ, each by the shortest way there, the shortest first: a breadth-first
 * search of their product. What either machine does not know tells nothing, nor does what lies behind it.
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
      // Whatever lies behind a difference may differ for that reason alone.
      if (a.output !== b.output) yield { inputs, before, outputs: [a.output, b.output] };
      else if (!seen.get(a.to)?.has(b.to)) {
        seen.set(a.to, (seen.get(a.to) ?? new Set()).add(b.to));
        queue.push({ states: [a.to, b.to], inputs, before: [...before, a.output] });
      }
    }
  }
  return undefined;
}
