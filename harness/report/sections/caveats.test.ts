import { expect, test } from 'vitest';
import type { Evidence } from '../../evidence/evidence.ts';
import type { PlanRecord } from '../../evidence/run-info.ts';
import { RunIndex } from '../run-index.ts';
import { evidence, index, summary, summaryOf } from '../testing/fixture.ts';
import { caveats } from './caveats.ts';

const remedies = (of: Evidence) => caveats(new RunIndex(of, summaryOf(of))).map(({ remedy }) => remedy);

test('Caveats are grouped by the setting that would remove them; those without one come last', () => {
  const told = caveats(index);
  expect(told.find(({ remedy }) => remedy === 'Set ORDER_COMMAND to show:')?.what).toEqual(['it needs 40 orders']);
  expect(told.at(-2)?.remedy).toBe('Not shown, and no setting shows it:');
});

test('A shortened plan is a caveat with its reason, its remedy and the affected scenarios', () => {
  const scenarios = [
    { id: 'collection/expiry', planned: 1, driven: 1 },
    { id: 'collection/many-at-once', planned: 40, driven: 6 },
  ];
  const plan = { id: 'plan', at: 0, slowestMs: 4, scenarios };
  const told = (cut: NonNullable<PlanRecord['cut']>) =>
    caveats(new RunIndex({ ...evidence, plans: [{ ...plan, cut }] }, summary)).find(({ remedy }) =>
      remedy.startsWith('The run drives 7 of 41 orders, because '),
    );
  expect(told('out-of-time')?.remedy).toMatch(
    /because orders that no scenario needs begin only early in a run.*; --orders 41 drives all/,
  );
  expect(told('one-at-a-time')?.what).toEqual(['collection/many-at-once: 6 of 40 orders']);
});

test('A cut-off record, a stopped run and a run of one suite are the first caveats', () => {
  const { end: _, ...cut } = evidence;
  expect(remedies(cut)[0]).toMatch(/^The record was cut off/);
  const stopped = { ...evidence, end: { at: evidence.run.at, reason: 'deadline' as const } };
  expect(remedies(stopped)[0]).toBe('The run was stopped (deadline). Not shown:');
  const settings = { ...evidence.run.settings, suites: ['contract'] };
  const some = { ...evidence, troubles: [], run: { ...evidence.run, settings } };
  expect(remedies(some)[0]).toBe('Only contract ran, as requested.');
});

test.each([
  ['a run', undefined, '--suite'],
  ['a gate', { edition: 1 }, '--only'],
])('The report of %s names the option that narrowed it', (_, gate, option) => {
  const settings = { ...evidence.run.settings, suites: ['credit'] };
  const run = { ...evidence.run, settings, ...(gate && { gate }) };
  const [first] = caveats(new RunIndex({ ...evidence, troubles: [], run }, summary));
  expect(first?.what[0]).toContain(`run without ${option} to try them all`);
});
