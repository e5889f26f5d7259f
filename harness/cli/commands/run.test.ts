import { expect, test } from 'vitest';
import type { Scenario } from '../../journeys/scenario.ts';
import { thrownBy } from '../../testing/thrown-by.ts';
import { scenariosNamed } from './run.ts';

const scenario = (id: string, more: Partial<Scenario> = {}): Scenario => {
  const suite = id.startsWith('gaps') ? 'gaps' : 'collection';
  return { id, suite, title: id, drive: async () => {}, ...more };
};
const scenarios = [
  scenario('collection/failure'),
  scenario('collection/later-failures'),
  scenario('gaps/limits', { intrusive: true }),
];

const named = (names: readonly string[], suites: readonly string[] = [], probeLimits = false) =>
  scenariosNamed(names, { scenarios, suites, probeLimits }, 'remote');

test('The option --only selects a scenario by its id or its name', () => {
  expect(named(['collection/failure', 'later-failures'])).toEqual(['collection/failure', 'collection/later-failures']);
  expect(named(['limits'], ['gaps'], true)).toEqual(['gaps/limits']);
});

test.each([
  ['failur', [], /did you mean failure\?/],
  ['nothing-like-it', [], /there is no scenario "nothing-like-it"$/],
  ['failure', ['gaps'], /collection\/failure is not in gaps/],
  ['limits', [], /only on request/],
])('%s, with the suites %j, is a usage error', (name, suites, message) => {
  const thrown = thrownBy(() => named([name], suites));
  expect(thrown).toMatchObject({ kind: 'usage', message: expect.stringMatching(message) });
});
