import fc from 'fast-check';
import type { Machine } from '../machine.ts';
import type { Observed } from '../observation-tree.ts';

/** A complete machine: the move for each state and input. */
export type Table = readonly { readonly [input: string]: { readonly to: number; readonly output: string } }[];

const INPUTS = ['a', 'b', 'c'];

/** The machine of a table. Its states are row numbers; the first is 0. */
export function machineOf(table: Table): Machine<number> {
  return { initial: 0, inputs: INPUTS, step: (state, input) => table[state]?.[input] };
}

/** Any machine with three inputs and at most this many states, some of which may be unreachable. */
export function tables(most: number): fc.Arbitrary<Table> {
  return fc.integer({ min: 1, max: most }).chain(size => {
    const move = fc.record({ to: fc.nat({ max: size - 1 }), output: fc.constantFrom('0', '1') });
    const row = fc.record(Object.fromEntries(INPUTS.map(input => [input, move])));
    return fc.array(row, { minLength: size, maxLength: size });
  });
}

/** The observations of a machine that receives these inputs. */
export function walkOf({ initial, step }: Machine<number>, inputs: readonly string[]): readonly Observed[] {
  let state = initial;
  return inputs.flatMap((input, nth) => {
    const move = step(state, input);
    if (move === undefined) return [];
    state = move.to;
    return [{ input, output: move.output, isIdle: false, id: `x${nth}` }];
  });
}

/** Any sequences of inputs. */
export const words = fc.array(fc.array(fc.constantFrom(...INPUTS), { maxLength: 12 }), { maxLength: 40 });

/** Every sequence of inputs of one length. */
export function allWords(length: number): readonly (readonly string[])[] {
  return length === 0 ? [[]] : allWords(length - 1).flatMap(word => INPUTS.map(input => [...word, input]));
}
