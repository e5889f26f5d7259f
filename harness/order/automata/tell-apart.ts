import type { Machine } from './machine.ts';

/** Inputs that two machines answer differently, and how. */
export interface Distinction {
  /** The inputs, from the initial state; all but the last are answered alike. */
  readonly inputs: readonly string[];
  /** What both answer to all inputs but the last. */
  readonly before: readonly string[];
  /** What each answers to the last. */
  readonly outputs: readonly [one: string, other: string];
}

/**
 * Finds the shortest sequence of inputs that tells two machines apart, by breadth-first search of their product. What
 * either machine does not know tells nothing, nor does what lies behind it.
 *
 * @returns undefined where no sequence is known to tell them apart
 */
export function tellApart<A, B>(one: Machine<A>, other: Machine<B>): Distinction | undefined {
  return distinctions(one, other).next().value;
}

/** Every transition in which two machines differ, each by the shortest way there, the shortest first. */
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
