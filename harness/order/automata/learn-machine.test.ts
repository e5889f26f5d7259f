import fc from 'fast-check';
import { expect, test } from 'vitest';
import { learnMachine } from './learn-machine.ts';
import { distinctions, type Machine } from './machine.ts';
import { type Observed, observationTree } from './observation-tree.ts';

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

/** The observations of a machine that receives these inputs. */
function walkOf({ initial, step }: Machine<number>, inputs: readonly string[]): readonly Observed[] {
  let state = initial;
  return inputs.flatMap((input, nth) => {
    const move = step(state, input);
    if (move === undefined) return [];
    state = move.to;
    return [{ input, output: move.output, isIdle: false, id: `x${nth}` }];
  });
}

/** Any sequences of inputs. */
const words = fc.array(fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 }), { maxLength: 40 });

/** Every sequence of inputs of one length. */
function allWords(length: number): readonly (readonly string[])[] {
  return length === 0 ? [[]] : allWords(length - 1).flatMap(word => LETTERS.map(input => [...word, input]));
}

const outputs = (machine: Parameters<typeof walkOf>[0], inputs: readonly string[]) =>
  walkOf(machine, inputs).map(({ output = '' }) => output);

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

test('A transition that one machine does not know shows no difference, nor does anything behind it', () => {
  const whole = machineOf([{ a: { to: 1, output: '0' } }, { a: { to: 1, output: '1' }, b: { to: 0, output: '1' } }]);
  const part = machineOf([{ b: { to: 1, output: '0' } }, { a: { to: 1, output: '0' } }]);
  expect([...distinctions(whole, part)]).toEqual([]);
});

/** A walk of `input output` pairs. The output `?` is unseen; an output in brackets means that nothing happened. */
function walk(...steps: readonly string[]): readonly Observed[] {
  return steps.map((step, nth) => {
    const [input = '', output = '', name] = step.split(' ');
    const seen = output === '?' ? {} : { output };
    return { input, ...seen, isIdle: output.startsWith('('), id: `x${nth}`, ...(name !== undefined && { name }) };
  });
}

const INPUTS = LETTERS.map(input => [input]);
const learn = (...walks: readonly (readonly Observed[])[]) => learnMachine(observationTree(walks), INPUTS);

test('A machine learned from all its observations equals the original machine', () => {
  fc.assert(
    fc.property(tables(3), table => {
      const machine = machineOf(table);
      const learned = learn(...allWords(7).map(word => walkOf(machine, word)));
      expect([...distinctions(learned, machine)]).toEqual([]);
      expect(learned.states.length).toBeLessThanOrEqual(table.length);
    }),
    { numRuns: 25 },
  );
});

test('A learned machine reproduces every observation', () => {
  fc.assert(
    fc.property(tables(8), words, (table, inputs) => {
      const machine = machineOf(table);
      const walks = inputs.map(word => walkOf(machine, word));
      const learned = learn(...walks);
      for (const each of walks) {
        let state = learned.initial;
        for (const { input, output } of each) {
          const move = learned.step(state, input);
          // If there are very many states, only the nearest are learned.
          if (move === undefined) break;
          expect(move.output).toBe(output);
          state = move.to;
        }
      }
    }),
  );
});

test('A learned machine has a limited number of states, whatever the service does', () => {
  const learned = learn(walk(...Array.from({ length: 200 }, (_, nth) => `a ${nth}`)));
  expect(learned.states).toHaveLength(40);
  expect(learned.step(learned.initial, 'a')).toBeDefined();
});

test('A learned machine has only states that observations distinguish', () => {
  const learned = learn(walk('a 1', 'a 2', 'b 1', 'c 1'), walk('b 2', 'a 2', 'b 1', 'c 1'), walk('a 1', 'a 2', 'a 1'));
  const [after] = [learned.step(learned.initial, 'a')?.to];
  expect(learned.step(learned.initial, 'b')?.to).not.toBe(learned.initial);
  expect(after).not.toBe(learned.initial);
});

test('A learned machine stays in its state if nothing happened', () => {
  const learned = learn(walk('b (no)', 'c (no)', 'a 1', 'b 1'));
  expect(learned.states).toHaveLength(3);
  expect(learned.step(learned.initial, 'c')?.to).toBe(learned.initial);
});

test('A step without a visible effect changes the state if later steps show a difference', () => {
  const learned = learn(walk('b (no)', 'a 2'), walk('a 1'));
  expect(learned.step(learned.initial, 'b')?.to).not.toBe(learned.initial);
});

test('States are not merged if the output to a decisive sequence of inputs was not seen', () => {
  const walks = [
    walk('b 1', 'a 0'),
    walk('b 1', 'b 0'),
    walk('b 1', 'c 0', 'b 7'),
    walk('c 2', 'a 0'),
    walk('c 2', 'b 0'),
  ];
  const seen = [walk('a 0'), ...walks, walk('c 2', 'c 0')];
  const statesOf = (...own: readonly (readonly Observed[])[]) => {
    const { initial, step } = learnMachine(observationTree(own), [...INPUTS, ['c', 'b']]);
    return [step(initial, 'b')?.to, step(initial, 'c')?.to];
  };
  const [one, other] = statesOf(...seen);
  expect(one).not.toBe(other);
  const [same, again] = statesOf(...seen, walk('c 2', 'c 0', 'b 7'));
  expect(same).toBe(again);
});

test('A state that agrees with several states on all decisive inputs proves that these are one', () => {
  const all = (...way: readonly string[]) => ['a', 'b', 'c'].map(input => walk(...way, `${input} 0`));
  // The states after c and a differ only by name; the state after b has no name.
  const learned = learn(...all('c 1 x'), ...all('a 1 y'), ...all('b 1'), walk('b 1', 'a 0', 'b 0'));
  const [one, other, either] = ['c', 'a', 'b'].map(input => learned.step(learned.initial, input)?.to);
  expect(one).not.toBe(other);
  expect([one, other]).toContain(either);
});

test('An output that was not seen agrees with any output', () => {
  const learned = learn(walk('a ?', 'b 1'), walk('a 1', 'b 1'), walk('c ?'));
  expect(learned.step(learned.initial, 'a')).toMatchObject({ output: '1', count: 1 });
  expect(learned.step(learned.initial, 'c')).toBeUndefined();
});

test('A learned machine keeps contradictory outputs with counts and evidence, and adds no states for them', () => {
  const learned = learn(walk('a 1'), walk('a 1'), walk('a 2'));
  expect(learned.step(learned.initial, 'a')).toMatchObject({
    ...{ output: '1', count: 2, evidence: ['x0'] },
    others: [{ output: '2', count: 1, evidence: ['x0'] }],
  });
  expect(learned.states).toHaveLength(2);
});

test('A learned machine distinguishes states by their names', () => {
  const learned = learn(
    ...['a 1 open', 'b 1 shut', 'c 1 open'].map(first => walk(first, 'a (no)', 'b (no)', 'c (no)')),
  );
  const state = (input: string) => learned.step(learned.initial, input)?.to;
  expect(state('a')?.name).toBe('open');
  expect(state('b')).not.toBe(state('a'));
  expect(state('c')).toBe(state('a'));
});

test('A learned machine ignores names that change from time to time', () => {
  const learned = learn(...['x', 'y', 'z'].map(name => walk(`a 1 ${name}`, 'a 2', 'b 2', 'c 2')));
  expect(learned.states.every(({ name }) => name === undefined)).toBe(true);
});

test('A learned machine does not guess which of several states a step leads to', () => {
  const learned = learn(walk('a 1', 'c 1'), walk('b 1', 'b 2', 'c 1'), walk('c 2', 'c 1', 'c 1'));
  const [one, other] = ['a', 'b'].map(input => learned.step(learned.initial, input)?.to);
  expect(one).toBeDefined();
  expect(one).not.toBe(other);
});
