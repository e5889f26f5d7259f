import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { holds } from './holds.ts';

const NAMES = ['FC_SEED', 'FC_PATH', 'FC_REPLAY', 'FC_RUNS'];
afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

const below50 = () => fc.asyncProperty(fc.nat(), async number => number < 50);
const failure = (property = below50()) =>
  holds(property, { numRuns: 1000 }).then(
    () => '',
    (thrown: Error) => thrown.message,
  );

test('a property that holds reports nothing', async () => {
  await holds(fc.property(fc.nat(), number => number >= 0));
});

test("a counterexample is shrunk, and reported with a command that replays it (once's enough)", async () => {
  const told = await failure();
  expect(told).toContain('Counterexample: [50]');
  const [, command = ''] = /Replay: (.+)/.exec(told) ?? [];
  expect(command).toMatch(/^FC_SEED=-?\d+ FC_PATH=[\d:]+ npx vitest run harness\/testing\/holds\.test\.ts -t '/);
  expect(command).toMatch(/ -t 'a counterexample is shrunk. and .+ .once.s enough.'$/);
  for (const [, name = '', value = ''] of command.matchAll(/(FC_\w+)=(\S+)/g)) process.env[name] = value;
  const again = await failure();
  expect(again).toContain('Counterexample: [50]');
  expect(again).toContain('Shrunk 0 time(s)');
});

test('a failing sequence of commands is reported with a command that replays it', async () => {
  const count = {
    check: () => true,
    toString: () => 'count',
    run: async (model: { count: number }) => void model.count++,
  };
  const property = () =>
    fc.asyncProperty(fc.commands([fc.constant(count)], { maxCommands: 20, size: 'max' }), async commands => {
      const model = { count: 0 };
      await fc.asyncModelRun(() => ({ model, real: {} }), commands);
      expect(model.count).toBeLessThan(5);
    });
  const told = await failure(property() as never);
  expect(told).toContain('Counterexample: [count,count,count,count,count ');
  expect(told).toMatch(/Replay: FC_SEED=\S+ FC_PATH=\S+ FC_REPLAY=\S+ npx/);
});

test('the environment sets the number of runs', async () => {
  process.env.FC_RUNS = '7';
  let runs = 0;
  await holds(fc.property(fc.nat(), () => void runs++));
  expect(runs).toBe(7);
});
