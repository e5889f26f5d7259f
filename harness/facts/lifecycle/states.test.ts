import { expect, test } from 'vitest';
import { waysFrom } from './machine.ts';
import { type Observed, type ObservedMachine, observedMachine } from './states.ts';

/**
 * A walk of words `input output name`. The output `?` is unseen, `(…)` means that the step was accepted and nothing
 * happened, and `!…` that it was refused. The name is optional.
 */
function walkOf(words: string, nth: number): readonly Observed[] {
  return words.split(', ').map((step, at) => {
    const [input = '', output = '', name] = step.split(' ');
    const isAccepted = !output.startsWith('!');
    return {
      ...{ input, isAccepted, id: `x${nth}.${at}` },
      effect: !isAccepted || output.startsWith('(') ? 'none' : output === '?' ? 'unknown' : 'webhook',
      ...(output !== '?' && { output }),
      ...(name !== undefined && { name }),
    };
  });
}

const machineOf = (...walks: readonly string[]) => observedMachine(walks.map(walkOf));

/** The states that the usual effects lead to, nearest first. */
const statesOf = (machine: ObservedMachine) => [...waysFrom(machine, machine.initial).keys()];

/** The transitions, each as `state: input output -> state`. States are numbers; 0 is that of a new order. */
function arrows(...walks: readonly string[]): readonly string[] {
  const machine = machineOf(...walks);
  const states = statesOf(machine);
  return states.flatMap((state, nth) =>
    machine.inputs.flatMap(input => {
      const move = machine.step(state, input);
      if (move === undefined) return [];
      const outputs = [move, ...move.others].map(({ output }) => output);
      return [`${nth}: ${input} ${outputs.join(' or ')} -> ${states.indexOf(move.to)}`];
    }),
  );
}

test.each<[string, readonly string[], readonly string[]]>([
  [
    'consist of the steps that changed an order, whichever came first',
    ['a 1, b 2, c 3', 'b 2, a 1, c 3'],
    ['0: a 1 -> 1', '0: b 2 -> 2', '1: b 2 -> 3', '2: a 1 -> 3', '3: c 3 -> 4'],
  ],
  [
    'stay after a step that was refused or did nothing',
    ['a !409, b (no), c 1', 'c 1'],
    ['0: a !409 -> 0', '0: b (no) -> 0', '0: c 1 -> 1'],
  ],
  ['are unknown after a step whose effect was not seen', ['a ?, b 2', 'a 1, b 2'], ['0: a 1 -> 1', '1: b 2 -> 2']],
  ['have no transition whose output was never seen', ['a ?'], []],
  [
    'stay if the service gives the same name, even if a webhook came',
    ['a (no) new, b 1 new, c 2 open, b 1 open'],
    ['0: a (no) -> 0', '0: b 1 -> 0', '0: c 2 -> 1', '1: b 1 -> 1'],
  ],
  [
    'stay after a repeated step whose webhook names no state',
    ['a 1 open, a 1, b 2 paid', 'a 1 open, b 2 paid'],
    ['0: a 1 -> 1', '1: a 1 -> 1', '1: b 2 -> 2'],
  ],
  [
    'differ under one name if orders then behave differently',
    ['a 1 open, b 2 open, c 3', 'a 1 open, c 4'],
    ['0: a 1 -> 1', '1: b 2 -> 2', '1: c 4 -> 3', '2: c 3 -> 4'],
  ],
  [
    'differ after a step that did nothing if later steps show it',
    ['b (no), a 2', 'a 1'],
    ['0: a 1 -> 1', '0: b (no) -> 2', '2: a 2 -> 3'],
  ],
  ['keep a contradiction that no partition resolves', ['a 1', 'a 1', 'a 2'], ['0: a 1 or 2 -> 1']],
])('The states of orders %s', (_, walks, expected) => {
  expect(arrows(...walks)).toEqual(expected);
});

test('An amount makes another input, and another state only if the service names it, or the orders then differ', () => {
  const amount = (words: string) => walkOf(words, 0).map(step => ({ ...step, input: step.input.replace('=', ' ') }));
  const count = (...walks: readonly string[]) => statesOf(observedMachine(walks.map(amount))).length;
  expect(count('a 1, b 2', 'a=0.01 1, b 2')).toBe(3);
  expect(count('a 1 paid, b 2', 'a=0.01 1 held, c 2')).toBe(5);
  expect(count('a 1, b 2', 'a=0.01 1, b !409')).toBe(4);
});

test('A transition has its usual output, with counts and at most three places, and those that contradict it', () => {
  const machine = machineOf(...Array.from({ length: 4 }, () => 'a 1'), 'a 2');
  expect(machine.step(machine.initial, 'a')).toMatchObject({
    ...{ output: '1', count: 4, evidence: ['x0.0', 'x1.0', 'x2.0'] },
    others: [{ output: '2', count: 1, evidence: ['x4.0'] }],
  });
});

test('Names are ignored if there are too many, as where each order has its own', () => {
  const namesOf = (count: number) =>
    statesOf(machineOf(...Array.from({ length: count }, (_, nth) => `a 1 name${nth}`))).flatMap(
      ({ name }) => name ?? [],
    );
  expect(namesOf(41)).toEqual([]);
  expect(namesOf(40)).not.toEqual([]);
});
