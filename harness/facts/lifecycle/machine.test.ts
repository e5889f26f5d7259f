import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctions, type Machine } from './machine.ts';

/** A complete machine: the move for each state and input. */
type Table = readonly { readonly [input: string]: { readonly to: number; readonly output: string } }[];

const LETTERS = ['a', 'b', 'c'];

/** The machine of a table. Its states are row numbers; the first is 0. */
function machineOf(table: Table): Machine<number> {
  return { initial: 0, inputs: LETTERS, step: (state, input) => table[state]?.[input] };
}

/** Any machine with three inputs and at most this many states, some of which may be unreachable. */
function tables(most: number): fc.Arbitrary<Table> {
  return fc.integer({ min: 1, max: most }).chain(size => {
    const move = fc.record({ to: fc.nat({ max: size - 1 }), output: fc.constantFrom('0', '1') });
    const row = fc.record(Object.fromEntries(LETTERS.map(input => [input, move])));
    return fc.array(row, { minLength: size, maxLength: size });
  });
}

/** Every sequence of inputs of one length. */
function allWords(length: number): readonly (readonly string[])[] {
  return length === 0 ? [[]] : allWords(length - 1).flatMap(word => LETTERS.map(input => [...word, input]));
}

/** The outputs of a machine to these inputs. */
function outputs({ initial, step }: Machine<number>, inputs: readonly string[]): readonly (string | undefined)[] {
  let state = initial;
  return inputs.map(input => {
    const move = step(state, input);
    state = move?.to ?? state;
    return move?.output;
  });
}

test('A shortest sequence distinguishes two machines by their answers to its last input', () => {
  fc.assert(
    fc.property(tables(4), tables(4), (a, b) => {
      const [one, other] = [machineOf(a), machineOf(b)];
      const found = distinctions(one, other).next().value;
      const length = found?.inputs.length ?? 6;
      const differs = (word: readonly string[]) => outputs(one, word).join() !== outputs(other, word).join();
      expect(allWords(length - 1).some(differs)).toBe(false);
      if (found === undefined) return;
      const { inputs, before } = found;
      expect(outputs(one, inputs)).toEqual([...before, found.outputs[0]]);
      expect(outputs(other, inputs)).toEqual([...before, found.outputs[1]]);
      expect(found.outputs[0]).not.toBe(found.outputs[1]);
    }),
  );
});
