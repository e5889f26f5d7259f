import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctions } from './machine.ts';
import { allWords, machineOf, tables, walkOf } from './testing/machines.ts';

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
